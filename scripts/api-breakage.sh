#!/usr/bin/env bash
# Compares the public API with that of the last tag. A breaking change fails after 1.0; before, it is reported.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
tag=$(git describe --tags --abbrev=0 2>/dev/null) || { echo "api: no tag exists, so there is nothing to compare"; exit 0; }
# Without the traits of the tools, their targets do not compile.
output=$(swift package --traits Tools,TLS diagnose-api-breaking-changes "$tag" \
    --products AccordTesting AccordJSON AccordSchema 2>&1)
status=$?
printf '%s\n' "$output" | tail -n 60
[ "$status" -ne 0 ] || exit 0
grep -qE '[0-9]+ breaking changes? detected' <<<"$output" || { echo "api: the comparison failed" >&2; exit "$status"; }
case $tag in
0.*) echo "api: breaking changes since $tag; name them in CHANGELOG.md" ;;
*) exit "$status" ;;
esac
