#!/usr/bin/env bash
# Tries every correct client 50 times at each level, with every processor kept busy by something else: none may fail.
# ACCORD_SOAK sets another number of runs.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${ACCORD_SOAK:-50}
busy=()
trap 'kill "${busy[@]}" 2>/dev/null || true' EXIT
for _ in $(seq "$(getconf _NPROCESSORS_ONLN)"); do
    while :; do :; done &
    busy+=($!)
done
ACCORD_SOAK=$runs ${SWIFT:-swift} test --filter CorrectClientTests
