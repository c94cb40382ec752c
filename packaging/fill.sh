#!/usr/bin/env bash
# Fills in what only a release knows: fill.sh VERSION DIST writes DIST/accord.rb and DIST/notes.md.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1 dist=$2
address=$(cat scripts/address.txt)
source=$(mktemp)
trap 'rm -f "$source"' EXIT
curl -fsSL --retry 3 -o "$source" "$address/archive/refs/tags/$version.tar.gz"
sed -e "s/VERSION/$version/; s/SHA256/$(sha256sum "$source" | cut -d ' ' -f 1)/" packaging/homebrew/accord.rb >"$dist/accord.rb"
# The section of this version in the changelog.
awk -v heading="## $version" 'index($0, heading) == 1 { found = 1; next } /^## / { found = 0 } found' CHANGELOG.md >"$dist/notes.md"
[ -s "$dist/notes.md" ] || { echo "fill: CHANGELOG.md has no section $version" >&2; exit 1; }
