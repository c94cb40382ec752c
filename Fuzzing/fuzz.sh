#!/bin/sh
# Fuzzes code that reads hostile input, with libFuzzer and the address sanitizer.
#   fuzz.sh [SECONDS [SUBJECT…]]   600 seconds each by default
#   fuzz.sh --check                only checks that Fuzzing.swift compiles with the modules of the debug build
set -eu
cd "$(dirname "$0")"
if [ "${1:-}" = --check ]; then
    root=$(cd .. && pwd)
    # SwiftPM names the package after its folder.
    exec swiftc -typecheck -warnings-as-errors -parse-as-library -swift-version 6 -module-name Fuzzing \
        -package-name "$(basename "$root" | tr '[:upper:]' '[:lower:]' | tr -c 'a-z0-9_\n' _)" \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
        -I "$root/.build/debug/Modules" -I "$root/.build/checkouts/Yams/Sources/CYaml/include" Fuzzing.swift
fi
seconds=${1:-600}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- reader compiler validator jsonpath pattern openapi headers multipart url
out=.build-fuzz
mkdir -p $out

# Compiled without SwiftPM, which would add a main function. That of libFuzzer is needed here.
compile() {
    module=$1
    shift
    swiftc -O -whole-module-optimization -parse-as-library -swift-version 6 -package-name accord \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
        -sanitize=fuzzer,address -I $out -module-name "$module" \
        -emit-module -emit-module-path $out/"$module".swiftmodule -c -o $out/"$module".o "$@"
}
modules="AccordJSON AccordSchema AccordContract AccordOpenAPI"
for module in $modules; do compile "$module" $(find "../Sources/$module" -name '*.swift'); done
compile Fuzzing Fuzzing.swift
swiftc -sanitize=fuzzer,address $(printf "$out/%s.o " $modules) $out/Fuzzing.o -o $out/fuzz

for subject in "$@"; do
    python3 seeds.py "$subject" $out/"$subject"-seeds
    mkdir -p $out/"$subject" Found/"$subject"
    ACCORD_FUZZ=$subject $out/fuzz -max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=2048 \
        -print_final_stats=1 -verbosity=0 -artifact_prefix=Found/"$subject"/ $out/"$subject" $out/"$subject"-seeds
    rmdir Found/"$subject" 2>/dev/null || true
    echo "$subject: $seconds seconds, nothing found"
done
rmdir Found 2>/dev/null || true
