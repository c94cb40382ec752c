#!/usr/bin/env bash
# Tries every correct client 50 times in all cases of the fullest level, which has those of the others, and the shortest
# one 1,000 times, with every processor kept busy by something else: none may fail.
#
# ACCORD_SOAK sets another number of runs, of which the shortest client makes 20 times as many. The tests are built for it
# apart, and optimised: most of the time goes into 2,000,000 cases, not into waiting.
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
