#!/usr/bin/env bash
# Serves Specs/ with `accord mock` on a free port and verifies the mock. The exit status is that of verify. The mock is
# always stopped, also on Ctrl-C.
#
#   ACCORD    the program; by default the release build
#   SPECS     the contracts; by default Specs
#   REPORTS   the folder of the reports; by default Reports
#   AUTH      credentials for mock and verify, in the form of --auth, one per line
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2

accord=${ACCORD:-.build/release/accord}
specs=${SPECS:-Specs}
reports=${REPORTS:-Reports}
auth=()
while IFS= read -r line; do [ -z "$line" ] || auth+=(--auth "$line"); done <<<"${AUTH:-}"
scratch=$(mktemp -d) || exit 2
mock=
verify=

clean_up() {
    trap - EXIT INT TERM
    if [ -n "$mock" ]; then
        kill -TERM "$mock" 2>/dev/null
        wait "$mock" 2>/dev/null
    fi
    rm -rf "$scratch"
}
pass_on() { [ -z "$verify" ] || kill -TERM "$verify" 2>/dev/null; }
trap clean_up EXIT
trap pass_on INT TERM

mkfifo "$scratch/address" || exit 2
"$accord" mock --port 0 ${auth[@]+"${auth[@]}"} "$specs" >"$scratch/address" &
mock=$!
exec 3<"$scratch/address"
if ! read -r -t 20 address <&3; then
    wait "$mock"
    status=$?
    mock=
    echo "verify.sh: the mock server didn't start" >&2
    exit "$([ "$status" -ne 0 ] && echo "$status" || echo 4)"
fi

"$accord" verify --base-url "$address" --report "$reports" ${auth[@]+"${auth[@]}"} "$@" "$specs" &
verify=$!
# A signal ends `wait` before verify has ended, so wait again until it ends.
wait "$verify"
status=$?
while kill -0 "$verify" 2>/dev/null; do
    wait "$verify"
    status=$?
done
exit "$status"
