#!/usr/bin/env bash
# Installs the Debian packages named on the command line when they are missing.
set -eu
if ! command -v dpkg-query >/dev/null; then
  echo "deckle needs the C libraries of these Debian packages: $*" >&2
  echo "Install their counterparts with this system's package manager." >&2
  exit 0
fi
missing=()
for package in "$@"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
    missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0
echo "Installing ${missing[*]}" >&2
sudo=()
[ "$(id -u)" -eq 0 ] || sudo=(sudo)
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get install -y -qq "${missing[@]}" >/dev/null 2>&1 ||
  { "${sudo[@]}" apt-get update -qq && "${sudo[@]}" apt-get install -y -qq "${missing[@]}" >/dev/null; }
