#!/usr/bin/env bash
# Runs every correct client 50 times with all cases of the level full, and the shortest
# client 1,000 times, while other processes keep every processor busy. No run may fail.
#
# ACCORD_SOAK sets the number of runs; the shortest client runs 20 times as often. The tests are built separately
# and with optimization, because most of the time is spent on 2,000,000 cases.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${ACCORD_SOAK:-50}
build=(-Xswiftc -O --scratch-path .build-soak --traits Tools,TLS)
${SWIFT:-swift} build --build-tests "${build[@]}"
busy=()
trap 'kill "${busy[@]}" 2>/dev/null || true' EXIT
for _ in $(seq "$(getconf _NPROCESSORS_ONLN)"); do
    while :; do :; done &
    busy+=($!)
done
ACCORD_SOAK=$runs ${SWIFT:-swift} test --skip-build "${build[@]}" \
    --filter 'AccordTestingTests.(CorrectClientTests|ShortClientTests)'
