#!/usr/bin/env bash
# Runs every test that was built, in four processes one after the other, and then the tests of Examples/. Tests of
# clients use the processor, and the other tests wait for sockets and processes: together they are slow.
#
#   scripts/test.sh    runs all tests; exits with 1 if one fails
#
# At the end it prints the skipped tests and suites with their reasons. If ACCORD_COMPLETE is set, as in the published
# workflow, only a public suite that scripts/conformance.sh does not get may be missing.
#
#   SWIFT      the swift program
#   PATIENCE   the seconds without output after which a process is killed and its unfinished tests are listed; 900
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2

swift=${SWIFT:-swift}
patience=${PATIENCE:-900}
alone=('^AccordTestingTests\.' '^AccordVerifierTests\.' '^CommandLineTests\.')
log=$(mktemp) || exit 2
skipped=$(mktemp) || exit 2
trap 'rm -f "$log" "$skipped"' EXIT
failed=()

# Prints the tests of a log that started and did not end.
unfinished() {
    comm -23 \
        <(sed -nE 's/^[^ ]+ Test (".*") started\.$/\1/p' "$1" | sort -u) \
        <(sed -nE 's/^[^ ]+ Test (".*")( with [0-9]+ test cases?)? (passed|failed) after .*/\1/p' "$1" | sort -u)
}

run() {
    local name=$1 size before=-1 quiet=0
    shift
    echo "tests: $name"
    : >"$log"
    set -m
    "$swift" test "$@" > >(tee "$log") 2>&1 &
    local process=$!
    set +m
    while kill -0 "$process" 2>/dev/null; do
        sleep 1
        size=$(wc -c <"$log")
        if [ "$size" != "$before" ]; then quiet=0; else quiet=$((quiet + 1)); fi
        before=$size
        if [ "$quiet" -ge "$patience" ]; then
            echo "tests: no output for $patience s; unfinished:"
            unfinished "$log"
            kill -9 -- "-$process" 2>/dev/null
        fi
    done
    wait "$process" || failed+=("$name")
    sed -nE 's/^[^ ]+ ((Test|Suite) .*) skipped(: "?(.*[^".])"?)?\.?$/\4\t\1/p' "$log" >>"$skipped"
    grep -qE 'Test run with [1-9][0-9]* tests? ' "$log" || failed+=("$name, in which no test ran")
}

rest=()
for filter in "${alone[@]}"; do rest+=(--skip "$filter"); done
traits=(--skip-build --traits Tools,TLS)
run "all others" "${traits[@]}" "${rest[@]}"
for filter in "${alone[@]}"; do run "$filter" "${traits[@]}" --filter "$filter"; done
run "Examples" --package-path Examples

if [ -s "$skipped" ]; then
    echo "tests: $(wc -l <"$skipped" | tr -d ' ') tests and suites were skipped:"
    sort "$skipped" | awk -F '\t' 'NR == 1 || $1 != last { print "  " ($1 == "" ? "no reason" : $1) ":"; last = $1 } { print "    " $2 }'
    if [ -n "${ACCORD_COMPLETE:-}" ] && grep -qv '^needs a public suite' "$skipped"; then
        failed+=("skipped tests, although ACCORD_COMPLETE is set")
    fi
fi

if [ "${#failed[@]}" -gt 0 ]; then
    printf 'tests: FAILED: %s\n' "${failed[@]}" >&2
    exit 1
fi
echo "tests: all passed"
