#!/usr/bin/env bash
# Builds the tests with the given options of swift build. Meanwhile, installs the programs in Python that some tests use.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
scripts/python.sh &
python=$!
"${SWIFT:-swift}" build --build-tests "$@"
status=$?
wait "$python" || exit 1
exit "$status"
