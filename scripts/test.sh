#!/usr/bin/env bash
# Runs tests, and prints the ten slowest and the skipped ones with their reasons; exits with 1 if one fails.
#
#   scripts/test.sh             all tests that scripts/build-tests.sh built
#   scripts/test.sh collections the tests of large public collections, with every entry and not each tenth, of all
#                               mistakes of clients at the fullest level, of correct clients with every case, of all ways
#                               to give a secret, and of all seeded bugs of servers
#   scripts/test.sh servers     the tests with servers and programs from PyPI, and 20 seeds of a correct server
#   scripts/test.sh tls         the tests of TLS and HTTP/2; builds them in .build-tls
#   scripts/test.sh examples    the tests of Examples/
#
# If ACCORD_COMPLETE is set, as in the published workflow, only a public suite that scripts/conformance.sh does not get
# may be missing.
#
#   SWIFT    the swift program
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2

swift=${SWIFT:-swift}
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
failed=()
# A crash is reported at once. The backtraces of all threads of a test process take minutes.
export SWIFT_BACKTRACE=${SWIFT_BACKTRACE:-enable=no}

# Without a terminal, `swift test` sets this variable for its tests, too.
export NO_COLOR=1

# The command that runs the tests that scripts/build-tests.sh built. On Linux the bundle is a program, which starts without
# reading the package first.
bundle=.build/debug/accordPackageTests.xctest
tests=("$swift" test --ignore-lock --skip-build --traits Tools)
[ -f "$bundle" ] && tests=("$bundle" --testing-library swift-testing)

# Runs tests, whose output is also in files with the given name.
run() {
    local output=$scratch/$1.log
    "${tests[@]}" --event-stream-version 0 --event-stream-output-path "$scratch/$1.events" "${@:2}" 2>&1 |
        tee "$output" || echo "${tests[*]} ${*:2}" >>"$scratch/failed"
    grep -qE 'Test run with [1-9][0-9]* tests? ' "$output" ||
        echo "${tests[*]} ${*:2}, in which no test ran" >>"$scratch/failed"
}

servers='FrameworkTests|ClinicTests|HTTPBinTests|PactProgramsTests'
case ${1:-} in
"")
    # Seven processes, each of which runs one test at a time: so the time of each test is known, and tests that wait leave
    # the processor to others. The last process runs what the others leave out.
    lanes=('^CommandLineTests\.[A-I]' '^CommandLineTests\.[J-Z]' '^AccordTestingTests\.[A-M]' '^AccordTestingTests\.[N-Z]'
        '^Accord[A-R]' '^AccordS')
    others=$(IFS='|' && echo "${lanes[*]}")
    for lane in "${!lanes[@]}"; do
        run "lane-$lane" --no-parallel --filter "${lanes[lane]}" --skip "$servers" >/dev/null &
    done
    run others --no-parallel --skip "$others|$servers"
    wait
    cat "$scratch"/lane-*.log
    ;;
collections)
    export ACCORD_COLLECTIONS=all
    run collections --filter 'HistoryTests|WitnessTests|PermissionTests|PublicDocumentTests|NoiseTests/atMostFive|SecretLeakTests/hidden|SharedMistakeTests/one|CorrectClientTests/passes|SeededBugsTests|CorrectServerTests/finds'
    ;;
servers)
    scripts/python.sh || exit 1
    export ACCORD_SEEDS=${ACCORD_SEEDS:-20}
    run servers --filter "$servers|SeededBugsTests/correct|CorrectServerTests"
    ;;
tls)
    export ACCORD_TESTS=TLS
    build=(--traits Tools,TLS --scratch-path .build-tls)
    for product in accord accordPackageTests; do
        SWIFT_DETERMINISTIC_HASHING=1 "$swift" build --product "$product" "${build[@]}" || exit 1
    done
    tests=("$swift" test --ignore-lock "${build[@]}" --skip-build)
    bundle=.build-tls/debug/accordPackageTests.xctest
    [ -f "$bundle" ] && tests=("$bundle" --testing-library swift-testing)
    run tls --filter 'HTTP2Tests|LoopbackStubTests|HardCodedHostTests'
    # Without the trait, the compiler leaves these tests out.
    for test in 'HTTP2Tests' 'HardCodedHostTests.*anyCertificate' 'HardCodedHostTests.*proxy'; do
        # Only a test with arguments has events of its cases.
        grep -q "\"testEnded\".*$test" "$scratch/tls.events" || failed+=("no test $test ran")
    done
    ;;
examples)
    tests=("$swift" test --ignore-lock --package-path Examples)
    run examples
    ;;
*)
    echo "usage: test.sh [collections | servers | tls | examples]" >&2
    exit 2
    ;;
esac

cat "$scratch"/*.log >"$scratch/log"
cat "$scratch"/*.events >"$scratch/events"
touch "$scratch/failed"
while read -r line; do failed+=("$line"); done <"$scratch/failed"
if [ -s "$scratch/events" ]; then
    echo "tests: the ten slowest:"
    python3 scripts/slowest.py "$scratch/events"
fi
sed -nE 's/^[^ ]+ ((Test|Suite) .*) skipped(: "?(.*[^".])"?)?\.?$/\4\t\1/p' "$scratch/log" >"$scratch/skipped"
if [ -s "$scratch/skipped" ]; then
    echo "tests: $(wc -l <"$scratch/skipped" | tr -d ' ') tests and suites were skipped:"
    sort "$scratch/skipped" |
        awk -F '\t' 'NR == 1 || $1 != last { print "  " ($1 == "" ? "no reason" : $1) ":"; last = $1 } { print "    " $2 }'
    if [ -n "${ACCORD_COMPLETE:-}" ] && grep -qv '^needs a public suite' "$scratch/skipped"; then
        failed+=("skipped tests, although ACCORD_COMPLETE is set")
    fi
fi

if [ "${#failed[@]}" -gt 0 ]; then
    echo "tests: the first issues:" >&2
    sed -nE 's/^[^ ]+ (Test .* recorded an issue .*)$/  \1/p' "$scratch/log" | cut -c1-400 | head -n 30 >&2
    printf 'tests: FAILED: %s\n' "${failed[@]}" >&2
    exit 1
fi
[ -n "${1:-}" ] || echo "tests: each tenth entry of large public collections; scripts/test.sh collections takes all"
echo "tests: all passed"
