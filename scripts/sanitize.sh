#!/usr/bin/env bash
# Runs tests with each available sanitizer: sanitize.sh [address undefined thread]
#
# address and undefined test AccordJSON and AccordSchema, which read hostile bytes. thread tests the modules with threads:
# client tests, both servers and the verifier.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$root/.build-sanitize
export ACCORD_CONFORMANCE=${ACCORD_CONFORMANCE:-$root/../shared/conformance}
# Swift keeps addresses of local variables beyond their scope, and memory that lives until the exit isn't a leak.
export ASAN_OPTIONS=detect_stack_use_after_return=0:detect_leaks=0:halt_on_error=1
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
[ $# -gt 0 ] || set -- address undefined thread

# A package of these targets only, so that the others aren't built again.
mkdir -p "$work/Sources" "$work/Tests"
for target in AccordJSON AccordSchema CJSONC; do
    ln -sfn "$root/Sources/$target" "$work/Sources/$target"
done
for target in AccordJSONTests AccordSchemaTests ConformanceScore; do
    ln -sfn "$root/Tests/$target" "$work/Tests/$target"
done
ln -sfn "$root/docs" "$work/docs"
cat >"$work/Package.swift" <<'PACKAGE'
// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]
let package = Package(
    name: "accord", platforms: [.macOS(.v13)],
    targets: [
        .target(name: "AccordJSON", swiftSettings: strict),
        .target(name: "AccordSchema", dependencies: ["AccordJSON"], swiftSettings: strict),
        .systemLibrary(name: "CJSONC", pkgConfig: "json-c"),
        .target(name: "ConformanceScore", path: "Tests/ConformanceScore", swiftSettings: strict),
        .testTarget(
            name: "AccordJSONTests", dependencies: ["AccordJSON", "ConformanceScore", "CJSONC"], swiftSettings: strict),
        .testTarget(
            name: "AccordSchemaTests", dependencies: ["AccordSchema", "ConformanceScore"],
            swiftSettings: strict),
    ])
PACKAGE

cd "$work"
printf 'print(1)\n' >probe.swift
for sanitizer in "$@"; do
    if ! swiftc -sanitize="$sanitizer" -typecheck probe.swift >probe.log 2>&1; then
        echo "sanitize: $sanitizer: not available: $(head -n 1 probe.log)"
        continue
    fi
    build=(--sanitize="$sanitizer" --scratch-path "$work/.build-$sanitizer")
    tests=()
    if [ "$sanitizer" = thread ]; then
        build+=(--package-path "$root" --traits Tools,TLS)
        tests=(--filter '^Accord(Testing|TestServer|Server|Mock|Verifier|ServerCases)Tests\.')
    fi
    swift build --build-tests -j "${ACCORD_JOBS:-2}" "${build[@]}" >"$sanitizer.log" 2>&1 || {
        tail -n 30 "$sanitizer.log"
        echo "sanitize: the tests don't build for $sanitizer"
        exit 1
    }
    if ! swift test --skip-build "${build[@]}" "${tests[@]}" >"$sanitizer.log" 2>&1; then
        grep -E '✘|(ERROR|WARNING): .*Sanitizer|runtime error:|SUMMARY' "$sanitizer.log" | head -n 40
        echo "sanitize: $sanitizer FAILED, see $work/$sanitizer.log"
        exit 1
    fi
    echo "sanitize: $sanitizer: passed, $(grep -oE 'with [0-9]+ tests in [0-9]+ suites' "$sanitizer.log" | tail -n 1)"
done
