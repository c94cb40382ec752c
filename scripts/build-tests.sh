#!/usr/bin/env bash
# Builds the tests and the programs that they run, with the given options of swift build. Meanwhile, installs the programs
# in Python that some tests use.
#
# Builds products, because `swift build --build-tests` also compiles what the plugin's tool uses, a second time.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
scripts/python.sh &
python=$!
status=0
for product in accord-generate accordPackageTests; do
    "${SWIFT:-swift}" build --product "$product" "$@" || { status=1; break; }
done
wait "$python" || exit 1
exit "$status"
