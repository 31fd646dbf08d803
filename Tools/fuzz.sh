#!/bin/bash
# Runs the fuzzers of Tests/Fuzz, each for some seconds, with the address sanitizer. An input that
# traps, leaks, or takes longer than ten seconds is kept in .build/fuzz/found, and the exit status
# is 1: such an input becomes a test of the module that it broke.
#
#   Tools/fuzz.sh [TARGET...]     SECONDS_EACH=60, CORPUS=.build/fuzz/corpus
set -euo pipefail
cd "$(dirname "$0")/.."
place=.build/fuzz
seconds=${SECONDS_EACH:-60}
corpus=${CORPUS:-$place/corpus}
modules=(StudyDomain DeckFormat Neighbours History Markup Interaction TerminalUI AnkiExchange)
mkdir -p "$place/found" "$corpus"

for target in Neighbours History TerminalUI AnkiExchange; do
  swift build -c release --scratch-path "$place/modules" --target "$target" \
    -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing
done
maps=()
for map in Sources/C*/module.modulemap; do maps+=(-Xcc "-fmodule-map-file=$map"); done
objects=()
for module in "${modules[@]}"; do objects+=("$place"/modules/release/"$module".build/*.o); done
swiftc -O -sanitize=fuzzer,address -parse-as-library -module-name Fuzz \
  -swift-version 6 -enable-upcoming-feature InternalImportsByDefault \
  Tests/Fuzz/*.swift Tests/HistoryTests/WholeNumberRules.swift \
  -I "$place/modules/release/Modules" "${maps[@]}" "${objects[@]}" \
  -lmd4c -lgumbo -lyaml -lxxhash -lutf8proc -lsqlite3 -lminizip -lzstd -o "$place/fuzz"

all=(zip protobuf media-map json csv templates html markdown query keys deck yaml history zone neighbours)
[ $# -gt 0 ] && all=("$@")
status=0
for target in "${all[@]}"; do
  mkdir -p "$corpus/$target"
  # The fixtures of the tests are where the fuzzers begin.
  seeds="$place/seeds/$target"
  rm -rf "$seeds"
  mkdir -p "$seeds"
  case $target in
    zip) find Tests/AnkiExchangeTests/Fixtures -size -200k -name '*pkg' -exec cp {} "$seeds" \; ;;
    csv) cp Tests/AnkiExchangeTests/Fixtures/t*.{txt,csv,tsv} "$seeds" ;;
    deck | markdown | neighbours) cp -r Resources/decks Resources/tutorial README.md "$seeds" ;;
    history) find Tests/HistoryTests/Fixtures -name '*.tsv' -size -100k -exec cp --backup=numbered {} "$seeds" \; ;;
    zone) cp /usr/share/zoneinfo/{UTC,Europe/Berlin,America/New_York,Asia/Tehran} "$seeds" 2>/dev/null || true ;;
    yaml) printf 'rollover: "04:00"\npresets:\n  a:\n    new_per_day: 3\n' >"$seeds/settings" ;;
    html) printf '<b>a</b> <table><tr><td colspan=3>b</table> \\(x\\) [sound:a.mp3]' >"$seeds/a" ;;
    templates) printf '{{#Front}}{{cloze:Text}}{{/Front}}\0{{FrontSide}}{{type:Back}}\0{{c1::a::b}} [sound:a]\0b' >"$seeds/a" ;;
    query) printf '(deck:a or -"b c") front:re:^[a-z]{2,3}|\\d+$ prop:ivl>=10 w:d*g_' >"$seeds/a" ;;
    keys) printf 'q\033[A\033OP\033[<0;1;1M\033[200~paste\033[201~\303\251' >"$seeds/a" ;;
    json) printf '{"0": "a.png", "1": [1.5e3, null, true]}' >"$seeds/a" ;;
    media-map)
      printf '\0{"0": "a.png", "1": "b/c.mp3"}' >"$seeds/json"
      printf '\1\n\7\n\5a.png' >"$seeds/protobuf"
      ;;
  esac
  echo "== $target"
  DECKLE_FUZZ=$target "$place/fuzz" "$corpus/$target" "$seeds" \
    -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=0 \
    -verbosity=0 -print_funcs=0 -print_pcs=0 -artifact_prefix="$place/found/$target-" || status=1
done
[ $status -eq 0 ] || echo "Found: $(ls "$place/found")"
exit $status
