#!/bin/sh
# Builds the benchmarks in release and runs them; arguments go to none of them.
set -eu
cd "$(dirname "$0")"
swift build -c release -j 2 --product json-bench
exec "$(swift build -c release --show-bin-path)/json-bench"
