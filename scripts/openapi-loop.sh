#!/usr/bin/env bash
# Serves each of the 237 documents of the public loop with `accord mock`, and verifies the mock by the same document.
# Prints a line for each that isn't green and the score; fails where one that isn't an exception isn't green.
#
#   ACCORD              the program; by default the release build
#   ACCORD_CONFORMANCE  the folder of public suites, ../shared/conformance
#   arguments           parts of names: only the documents that match one are tried
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2

suites=${ACCORD_CONFORMANCE:-../shared/conformance}
[ -d "$suites/openapi/loop" ] || { echo "openapi-loop: there is no $suites/openapi/loop: nothing was tried" >&2; exit 2; }
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# Documents that can't be green, and why: a name, a tab, the reason.
exceptions=$(cat <<'LIST'
LIST
)

tried=0 green=0 excepted=0 status=0
for file in "$suites"/openapi/loop/*/*.yaml; do
    name=${file#"$suites/openapi/loop/"}
    if [ $# -gt 0 ]; then
        wanted=
        for part in "$@"; do case $name in *"$part"*) wanted=1 ;; esac; done
        [ -n "$wanted" ] || continue
    fi
    tried=$((tried + 1))
    if SPECS=$file REPORTS=$scratch/reports scripts/verify.sh --refusals --fuzz 50 --allow-unsafe >"$scratch/log" 2>&1; then
        green=$((green + 1))
    elif reason=$(grep -F "$name	" <<<"$exceptions"); then
        excepted=$((excepted + 1))
        echo "$name: excepted: ${reason#*	}"
    else
        status=1
        echo "$name: not green"
        grep -E '✘|error:' "$scratch/log" | head -n 4
    fi
done
[ "$tried" -gt 0 ] || { echo "openapi-loop: nothing matches: $*" >&2; exit 2; }
echo "OpenAPI loop: $green/$tried green, $excepted excepted"
exit $status
