#!/usr/bin/env bash
# Builds the documentation of the products with DocC as .build/docs/PRODUCT.doccarchive. Every warning is an error.
#
# Uses docc and the symbol graphs of the toolchain, because a plugin would be a package that each user's build fetches.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v docc >/dev/null || { echo "docs: skipped: this toolchain has no docc" >&2; [ -z "${CI:-}" ]; exit; }
products=(AccordJSON AccordSchema AccordTesting)
modules=${ACCORD_MODULES:-.build/debug/Modules}
if [ -z "${ACCORD_MODULES:-}" ]; then
    for product in "${products[@]}"; do swift build --target "$product"; done
fi
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple" *: *"\([^"]*\)".*/\1/p' | head -1)
for product in "${products[@]}"; do
    graphs=.build/docs/graphs/$product
    rm -rf "$graphs" ".build/docs/$product.doccarchive"
    mkdir -p "$graphs"
    swift symbolgraph-extract -module-name "$product" -I "$modules" -target "$target" \
        -minimum-access-level public -skip-inherited-docs -output-dir "$graphs"
    said=$(docc convert "Sources/$product/$product.docc" --warnings-as-errors --additional-symbol-graph-dir "$graphs" \
        --fallback-display-name "$product" --fallback-bundle-identifier "accord.$product" \
        --output-path ".build/docs/$product.doccarchive" 2>&1) || { echo "$said" >&2; exit 1; }
    echo "docs: .build/docs/$product.doccarchive"
done
