#!/usr/bin/env bash
# Fails when a generated paper or the bundled decks are stale.
set -euo pipefail
cd "$(dirname "$0")/.."
swift test --explicit-target-dependency-import-check error --filter PaperTests
if command -v python3 >/dev/null; then python3 Tools/write-bundle.py --check; fi
