#!/usr/bin/env bash
# Builds the tests and the programs that they run, with the given options of swift build.
#
# Builds products, because `swift build --build-tests` also compiles what the plugin's tool uses, a second time.
set -euo pipefail
cd "$(dirname "$0")/.."
# SwiftPM passes traits in a random order, and compiles everything again if it changes (swift-package-manager#10525).
export SWIFT_DETERMINISTIC_HASHING=1
for product in accord-generate accordPackageTests; do "${SWIFT:-swift}" build --product "$product" "$@"; done
