#!/usr/bin/env bash
# Serves each of the 237 documents of the public loop with `accord mock`, and verifies the mock with the same document, with
# refusals and fuzz-generated requests. Then does the same with 105 documents of public APIs, which it also lints and lists,
# with a generated request of each operation. A document without diagnostics must convert to a contract without any. Prints a
# line for each document that fails, and the score. Fails if a document fails that isn't an exception.
#
#   ACCORD              the program; by default the release build
#   ACCORD_CONFORMANCE  the folder of public suites, ../shared/conformance
#   arguments           parts of names: only matching documents are tested
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2

accord=${ACCORD:-.build/release/accord}
suites=${ACCORD_CONFORMANCE:-../shared/conformance}
[ -d "$suites/openapi/loop" ] || { echo "openapi-loop: $suites/openapi/loop does not exist; nothing was tested" >&2; exit 2; }
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# Documents that cannot pass: a name, a tab, the reason.
exceptions=$(cat <<'LIST'
documents/corpus-3.1/adyen.com/LegalEntityService/2.json	the example of a request sends trustedSource, which its schema says is readOnly
documents/corpus-3.1/codat.io/sync-for-expenses/prealpha.json	nothing is a TransactionMetadataList: additionalProperties is false beside allOf, of which a part requires properties
documents/corpus-3.1/vercel.com/0.0.1.json	nothing is an EdgeConfigItemValue or a namespaceId: both are null and one of other types
LIST
)

# The credentials that a document requires, as printed by verify. The mock accepts them.
credentials() {
    "$accord" verify --list "$1" 2>&1 >/dev/null | sed -nE "s/.*--auth '([^']+)'$/\1/p" |
        sed -E 's/=[$]\{env\.CLIENT_ID\}.*/=of-the-loop/; s/[$]\{env\.[A-Z_]+\}/of-the-loop/g'
}

try() {
    local options=()
    if "$accord" lint "$1"; then
        "$accord" convert "$1" >"$scratch/contract.json" && "$accord" lint "$scratch/contract.json" || return
    fi
    case $1 in
    */openapi/loop/*) options=(--refusals --fuzz 50 --allow-unsafe) ;;
    *)
        options=(--allow-unsafe)
        "$accord" lint "$1" && "$accord" verify --list "$1" || return
        ;;
    esac
    AUTH=$(credentials "$1") SPECS=$1 REPORTS=$scratch/reports scripts/verify.sh ${options[@]+"${options[@]}"}
}

tried=0 green=0 excepted=0 status=0
while IFS= read -r file; do
    name=${file#"$suites/openapi/"}
    if [ $# -gt 0 ]; then
        wanted=
        for part in "$@"; do case $name in *"$part"*) wanted=1 ;; esac; done
        [ -n "$wanted" ] || continue
    fi
    tried=$((tried + 1))
    if try "$file" >"$scratch/log" 2>&1; then
        green=$((green + 1))
    elif grep -q 'no cases to run: the contracts' "$scratch/log"; then
        excepted=$((excepted + 1))
        echo "$name: excepted: it documents no operation of a server"
    elif reason=$(grep -F "$name	" <<<"$exceptions"); then
        excepted=$((excepted + 1))
        echo "$name: excepted: ${reason#*	}"
    else
        status=1
        echo "$name: not green"
        grep -E '^✗|error:' "$scratch/log" | head -n 4 | cut -c 1-200
    fi
done < <(find "$suites"/openapi/loop "$suites"/openapi/documents -name '*.yaml' -o -name '*.yml' -o -name '*.json' | sort)
[ "$tried" -gt 0 ] || { echo "openapi-loop: nothing matches: $*" >&2; exit 2; }
echo "OpenAPI loop: $green/$tried green, $excepted excepted"
exit $status
