#!/usr/bin/env bash
# Keeps the repository's address in one place, scripts/address.txt.
#
#   scripts/address.sh          writes the address into every file that contains it
#   scripts/address.sh NEW      changes the address in scripts/address.txt and in these files
#   scripts/address.sh --check  fails if a file contains a different address
#
# Until the repository is published, its address is https://accord.invalid/accord (RFC 6761), and the documentation names a
# clone, ../accord, in manifests. A real address replaces the clone.
set -euo pipefail
cd "$(dirname "$0")/.."
files=(README.md docs/client-tests.md docs/AccordSchema.md docs/clients.md docs/installing.md action.yml Sources/accord/Starting/Release.swift
    packaging/homebrew/accord.rb packaging/npm/package.json)
pattern='https://[A-Za-z0-9./_-]*/accord\b'
address=$(cat scripts/address.txt)

if [ "${1:-}" = --check ]; then
    status=0
    for file in "${files[@]}"; do
        while IFS= read -r found; do
            [ "$found" = "$address" ] || { echo "$file: has the address $found, expected $address" >&2; status=1; }
        done < <(grep -oE "$pattern" "$file" | sort -u)
        [[ $file == *.md && $address == *.invalid/* ]] || grep -qF "$address" "$file" || { echo "$file: does not name the address $address" >&2; status=1; }
    done
    exit "$status"
fi
if [ -n "${1:-}" ]; then
    address=${1%/}
    [[ $address =~ ^https://.*/accord$ ]] || { echo "usage: address.sh [https://HOST/OWNER/accord | --check]" >&2; exit 2; }
    echo "$address" >scripts/address.txt
fi
# An action and an image are named without a scheme, an action on GitHub also without the host.
slug=${address#https://}
version=$(sed -nE 's/.*Tool\(version: "([0-9.]+)"\).*/\1/p' Sources/AccordCore/Report/RunReport.swift)
package=".package(url: \"$address\", from: \"$version\""
[[ $address == *.invalid/* ]] || sed -i.bak -e "s#\.package(path: \"\.\./accord\"#$package#" "${files[@]}"
sed -i.bak -E -e "s#$pattern#$address#g" -e "s#(uses: )[^ @]+/accord@#\1${slug#github.com/}@#" \
    -e "s#(docker run [^ ]+ -v [^ ]+ )[^ ]+/accord #\1$slug #" "${files[@]}"
for file in "${files[@]}"; do rm -f "$file.bak"; done
