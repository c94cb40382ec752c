#!/usr/bin/env bash
# Builds the tests with the given options of swift build. Meanwhile, installs the programs in Python that some tests use.
# Builds the product of the tests, because `swift build --build-tests` also compiles what the plugin's tool uses, again.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
scripts/python.sh &
python=$!
"${SWIFT:-swift}" build --product accordPackageTests "$@"
status=$?
wait "$python" || exit 1
exit "$status"
