#!/bin/sh
# Builds the benchmarks in release mode and runs them. Arguments are ignored.
set -eu
cd "$(dirname "$0")"
swift build -c release -j 2
bin=$(swift build -c release --show-bin-path)
"$bin/json-bench"
echo
"$bin/schema-bench"
echo
ACCORD_REPORT=$(mktemp -d) "$bin/client-bench"
echo
python3 tests_bench.py
echo
# Installs the other tools from PyPI in a separate environment.
if [ ! -x .venv/bin/python ]; then
    python3 -m venv .venv
    .venv/bin/pip install --quiet --disable-pip-version-check jsonschema-rs fastjsonschema
    # Without these two, `verify` is compared only with libcurl.
    .venv/bin/pip install --quiet --disable-pip-version-check schemathesis pact-python-cli specmatic || true
fi
.venv/bin/python schema_peers.py "$bin/schema-bench"
echo
# Runs the release build with many cases.
swift build --package-path .. -c release --traits Tools --product accord -j 2
accord="$(swift build --package-path .. -c release --traits Tools --show-bin-path)/accord"
.venv/bin/python mock_bench.py "$accord" || echo "the mock was not measured"
echo
python3 openapi_bench.py "$accord"
echo
python3 reports_bench.py "$accord"
echo
python3 changes_bench.py "$accord"
echo
.venv/bin/python verify_bench.py "$accord" "$bin/answer-server" "$bin/curl-loop"
echo
../scripts/python.sh
.venv/bin/python framework_bench.py "$accord"
echo
# Bugs seeded into a server, found by verify and by Schemathesis.
exec .venv/bin/python seeded_bugs.py "$accord"
