#!/usr/bin/env bash
# The checks of `make lint` that need no compiler: English, platforms, addresses, licence headers, folder structure.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
status=0
check() { "$@" || { echo "check: failed: $*" >&2; status=1; }; }

headers() {
    local missing
    missing=$(git ls-files '*.swift' | grep -vE '^Tests/(Fixtures|.*/Golden)/' | while IFS= read -r file; do
        head -n 1 "$file" | grep -qF 'SPDX-License-Identifier: Apache-2.0' || head -n 2 "$file" | grep -qF SPDX || echo "$file"
    done)
    [ -z "$missing" ] || { printf '%s: no SPDX licence header\n' $missing >&2; return 1; }
}

# Swift takes CR LF for one Character, so text from outside is split into lines by TextLines or `lines`.
lines() {
    ! git grep -nE 'split\(separator: "\\n"|components\(separatedBy: "\\n"|hasSuffix\("\\n"' -- Sources ':!Sources/AccordOpenAPI/OpenAPIField.swift' ':!Sources/accord/Manual'
}

check python3 -m unittest discover -q -s scripts -p 'test_*.py'
check scripts/prose.py
check scripts/catalogue.py --check
check scripts/availability.py
check scripts/address.sh --check
check headers
check lines
exit "$status"
