# deckle's verbs; `make help` lists them.

SHELL := /bin/bash
PREFIX ?= /usr/local
PACKAGES := libncurses-dev libmd4c-dev libyaml-dev libxxhash-dev libutf8proc-dev \
  libgumbo-dev libsqlite3-dev libminizip-dev zlib1g-dev libzstd-dev
WALLS := --explicit-target-dependency-import-check error
# Relative relocations packed, where the system's loader knows them (glibc 2.36): a megabyte less
# to read at each start. Symbols are not exported: no plug-in is loaded.
PACKED := $(shell printf '2.36\n%s\n' "$$(getconf GNU_LIBC_VERSION 2>/dev/null | cut -d' ' -f2)" \
  | sort -CV && echo -Xlinker -z -Xlinker pack-relative-relocs)
LINK := -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -O2 $(PACKED)
RELEASE := -c release --static-swift-stdlib --product deckle $(WALLS) -Xswiftc -enforce-exclusivity=unchecked $(LINK)
SAMPLES ?= $(CURDIR)/.build/samples

.DEFAULT_GOAL := help
.PHONY: help deps build run test record-snapshots format lint check bench torture fuzz docs install \
  uninstall clean release

help: ## show this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## install the C libraries (Debian, Ubuntu), or name them elsewhere
	@Tools/deps.sh $(PACKAGES)

build: deps ## build the program with all checks
	swift build $(WALLS)

release: deps
	@[ -e .build/release/deckle ] || echo "Building; the first time takes some minutes."
	swift build $(RELEASE)
	@strip -o .build/release/deckle-stripped .build/release/deckle

run: release ## study the sample decks (in a folder of their own)
	@XDG_CONFIG_HOME=$(SAMPLES)/config XDG_STATE_HOME=$(SAMPLES)/state XDG_CACHE_HOME=$(SAMPLES)/cache \
	  .build/release/deckle init --samples $(SAMPLES)/flashcards >/dev/null
	@XDG_CONFIG_HOME=$(SAMPLES)/config XDG_STATE_HOME=$(SAMPLES)/state XDG_CACHE_HOME=$(SAMPLES)/cache \
	  .build/release/deckle --collection $(SAMPLES)/flashcards

test: deps ## run all tests
	@command -v tmux >/dev/null || Tools/deps.sh tmux || echo "No tmux: its tests are skipped." >&2
	SWIFT_BACKTRACE=enable=no swift test $(WALLS)

record-snapshots: deps ## draw all screen snapshots anew (fails by design; read the diff)
	DECKLE_RECORD_SNAPSHOTS=1 swift test $(WALLS) --filter 'Snapshot'

format: ## format all Swift code
	swift format --in-place -r Package.swift Sources Tests

lint: ## check format and style
	swift format lint --strict -r Package.swift Sources Tests

check: deps lint ## what CI checks beside the tests: format, walls, generated papers
	swift build --build-tests $(WALLS)
	Tools/check-papers.sh

docs: build ## write the generated papers (keys, command line) anew
	Tools/write-papers.sh

bench: release ## measure the budgets; JSON on stdout, exit 1 over a must
	@python3 Tools/bench.py --program .build/release/deckle; budgets=$$?; \
	  python3 Tools/bench_exchange.py --program .build/release/deckle; exchange=$$?; \
	  [ $$exchange -eq 2 ] && exchange=0; [ $$budgets -eq 0 ] && [ $$exchange -eq 0 ]

fuzz: deps ## run each fuzzer for a minute; exit 1 when one finds something
	Tools/fuzz.sh

torture: release ## kill, cut and shuffle; exit 1 when anything is lost
	python3 Tools/torture.py --program .build/release/deckle

install: release ## install the program below PREFIX
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 .build/release/deckle-stripped $(DESTDIR)$(PREFIX)/bin/deckle

uninstall: ## remove the program
	rm -f $(DESTDIR)$(PREFIX)/bin/deckle

clean: ## remove everything built
	rm -rf .build
