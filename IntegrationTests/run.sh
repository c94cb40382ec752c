#!/usr/bin/env bash
# Tests Accord as users have it: packages that depend on a tagged clone by URL and version. Works on copies.
#
# Three packages are built from clean: one with default traits, one with the trait TLS and then with TestServer alone, and
# one with the Swift Build system. The other packages use what the first has compiled. The clients make mistakes if a
# variable tells them to, and the generator reads broken contracts by the command of the plugin, so neither needs a build.
#
#   run.sh [notes] [tls] [swiftbuild]    tests all packages, or some
#
#   SWIFT   the swift program
#   ACCORD, GENERATOR   the programs accord and accord-generate; by default those of the debug build
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd .. && pwd)
swift=${SWIFT:-swift}
accord=${ACCORD:-$root/.build/debug/accord}
export GENERATOR=${GENERATOR:-$root/.build/debug/accord-generate}
# A user has no strict mode.
unset WARNINGS_AS_ERRORS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log

# A clone of the tracked files as they are now, with a tag.
clone=$work/accord
mkdir "$clone"
(cd "$root" && git ls-files -z | tar --null -T - -cf - 2>/dev/null) | tar -C "$clone" -xf -
git -C "$clone" init -q -b main
git -C "$clone" add -A
git -C "$clone" -c user.name=accord -c user.email=accord@accord.invalid commit -qm "Release"
version=$(sed -nE 's/.*Tool\(version: "([0-9.]+)"\).*/\1/p' "$root/Sources/AccordCore/Report/RunReport.swift")
git -C "$clone" tag "$version"

# package TO FILE...: copies a package, with the address of the clone.
package() {
    local to=$1
    shift
    mkdir -p "$to"
    cp -R "$@" "$to/"
    sed -i.bak "s|file:///accord|file://$clone|; s|from: \"0.2.0\"|from: \"$version\"|" "$to/Package.swift"
}

# Prints what has been shown, with the seconds since the last time.
last=$SECONDS
say() {
    printf 'integration: %s (%d s)\n' "$*" $((SECONDS - last))
    last=$SECONDS
}
fail() {
    printf 'integration: FAILED: %s\n' "$*"
    tail -n 60 "$log"
    exit 1
}
expect() { grep -qE -- "$1" "$log" || fail "the output lacks: $1"; }
# SwiftPM passes traits in a random order, and compiles everything again if it changes (swift-package-manager#10525).
build() { SWIFT_DETERMINISTIC_HASHING=1 "$swift" build --build-tests "$@" >"$log" 2>&1; }
# Runs the tests of the last build, or builds and runs them.
tests() { "$swift" test --skip-build "$@" >"$log" 2>&1; }
build_and_test() { SWIFT_DETERMINISTIC_HASHING=1 "$swift" test "$@" >"$log" 2>&1; }
# edit FILE SED...: edits a file of a package, which must change.
edit() {
    local file=$1
    shift
    cp "$file" "$work/before"
    sed -i.bak "$@" "$file"
    rm "$file.bak"
    ! cmp -s "$file" "$work/before" || fail "$file wasn't changed by: $*"
}

for program in "$accord" "$GENERATOR"; do
    [ -x "$program" ] || SWIFT_DETERMINISTIC_HASHING=1 "$swift" build --package-path "$root" --traits Tools --product "$(basename "$program")"
done

# runs PACKAGE: whether the package is to be tested.
packages=" ${*:-notes tls swiftbuild} "
runs() { [[ $packages == *" $1 "* ]]; }

# The package of a user whose client has a URLSession.
if runs notes; then
    package "$work/notes" Package.swift Sources Tests Specs OpenAPI
    cd "$work/notes"
    build || fail "a clean package doesn't build"
    [ "$(ls .build/checkouts | tr '\n' ' ')" = "Yams accord " ] || fail "fetched more than Yams: $(ls .build/checkouts | tr '\n' ' ')"
    ! grep -qE 'NIO|ArgumentParser' "$log" || fail "a part of the tools was compiled"
    # The commands of the plugin; without a build, `swift test` writes a plan without them.
    cp .build/debug.yaml "$work/plan.yaml"
    grep -q AccordGenerator "$work/plan.yaml" || fail "the generator isn't in the plan of the build"
    say "a clean package builds, and the default traits fetch only Yams"

    tests || fail "a correct client doesn't pass"
    expect 'cases of 1 contract: .* passed'
    grep -q 'note~syntax.truncated-json' Reports/NotesTests/client.json || fail "the report lacks a derived case"
    # The targets NotesTests and NotesXCTests test the same cases in two processes; two targets share one process.
    for target in NotesTests NotesOpenAPITests NotesXCTests; do
        grep -q '"note/reads a note"' "Reports/$target/client.json" || fail "the report of $target lacks the case"
    done
    [ ! -e Reports/client.json ] || fail "a report belongs to no test target"
    say "a correct client passes, and each test target has a report with its cases"

    ACCORD_CASE='note~syntax.invalid-json' tests || fail "one case alone doesn't pass"
    expect '1 case of 1 contract: 1 passed'
    ! grep -q 'note/reads a note' Reports/NotesTests/client.json || fail "ACCORD_CASE didn't select"
    if ACCORD_CASE='note/no such case' tests; then fail "a filter that matches nothing passed"; fi
    expect 'matches no case'
    say "ACCORD_CASE runs one case, and fails if it matches none"

    if NOTES_MISTAKE='ignores 404' tests; then fail "a broken client passes"; fi
    expect 'note/does not find a note: .*\[outcome\.error\]'
    expect 'Specs/notes.json:[0-9]+:[0-9]+'
    expect "NotesContract.testNote : note/does not find a note"
    grep -q '"failed"' Reports/NotesXCTests/client.json || fail "the report of the XCTest target has no failure"
    say "a broken client fails the right case, also with XCTest"

    if NOTES_MISTAKE=crashes tests --filter NotesTests; then fail "a client that crashes passes"; fi
    expect 'note~.*: the client crashed at .*NotesClient\.swift:[0-9]+ \[outcome\.crash\]'
    expect 'NotesClient\.swift:[0-9]+: Precondition failed'
    tr -d ' \n' <Reports/NotesTests/client.json | grep -E '"id":"note/readsanote"[^}]*"status":"passed"' >/dev/null ||
        fail "the cases after a crash are missing"
    say "a crash in a child process fails only its own case"

    # generate TARGET: runs the command that the plugin has planned for a target, with the files as they are now.
    generate() {
        python3 - "$1" "$work/plan.yaml" <<'PLAN' >"$work/command" || fail "the build plans no command of the plugin for $1"
import json, sys
for line in open(sys.argv[2], encoding="utf-8"):
    if line.strip().startswith("args:") and "--displayed" in line and f"/{sys.argv[1]}/" in line:
        print("\0".join(json.loads(line.split("args:", 1)[1])), end="\0")
        sys.exit()
sys.exit(1)
PLAN
        xargs -0 sh -c 'exec "$@"' generate <"$work/command" >"$log" 2>&1
    }
    # rejected TARGET EXPECTED...: the generator rejects the files, and says why.
    rejected() {
        local target=$1 text
        shift
        if generate "$target"; then fail "the generator accepts what must be: $1"; fi
        for text in "$@"; do expect "$text"; done
    }
    # restored FILE COMMAND...: runs a command, and restores the file.
    restored() {
        local file=$1 kept
        shift
        kept=$(mktemp "$work/kept.XXXXXX")
        cp "$file" "$kept"
        "$@"
        cp "$kept" "$file"
    }
    mistyped() {
        edit Specs/notes.json 's/"pathParameters": { "id": 7 }/"pathParameter": { "id": 7 }/'
        rejected NotesTests 'Specs/notes.json:26:24: error: unknown key' 'Did you mean .pathParameters'
        if build; then fail "a broken contract builds"; fi
        expect 'Specs/notes.json:26:24: error: unknown key'
    }
    violated() {
        edit OpenAPI/openapi.yaml 's/minimum: 1/minimum: 8/'
        rejected NotesOpenAPITests 'OpenAPI/notes.json:9:[0-9]+: error' 'OpenAPI/openapi.yaml:14'
    }
    extending_nothing() {
        edit OpenAPI/notes.json 's/"extends": "openapi.yaml"/"extends": "openapi.yml"/'
        rejected NotesOpenAPITests 'OpenAPI/notes.json:3:14: error'
    }
    misconfigured() {
        echo '{ "level": "ful" }' >Tests/NotesXCTests/accord.json
        rejected NotesXCTests 'accord.json:1:12: error: .*“full”'
        # SwiftPM doesn't run the plugin again after an edit in place.
        echo '{ "contracts": ["../../Specs/nope.json"] }' >Tests/NotesXCTests/accord.json
        rejected NotesXCTests 'SwiftPM didn.t notice the edit'
        touch Package.swift
        if build; then fail "an accord.json with a missing contract builds"; fi
        expect 'missing file .*nope.json'
    }
    generate NotesTests || fail "the command of the plugin fails"
    restored Specs/notes.json mistyped
    restored OpenAPI/openapi.yaml violated
    restored OpenAPI/notes.json extending_nothing
    restored Tests/NotesXCTests/accord.json misconfigured
    touch Package.swift
    say "mistakes in contracts, in OpenAPI documents and in accord.json are reported with their line, and fail the build"

    edit Specs/notes.json 's/"reads a note"/"reads any note"/'
    edit OpenAPI/notes.json 's/"reads a note"/"reads some note"/'
    edit Tests/NotesXCTests/accord.json 's/"smoke"/"standard"/'
    build_and_test || fail "edited contracts don't pass"
    grep -q '"note/reads any note"' Reports/NotesTests/client.json || fail "the report lacks the new name of the case"
    grep -q '"note/reads some note"' Reports/NotesOpenAPITests/client.json || fail "the report lacks the new name of the case"
    find .build -path '*NotesXCTests*' -name 'notes.contract.swift' -exec grep -q 'level: "standard"' {} + ||
        fail "an edit of accord.json has no effect"
    say "edits of a contract, of one that extends an OpenAPI document, and of accord.json are used in the next build"

    # The same package with a compiled generator, as `make dist` packs it. It uses what the package above has compiled.
    shared=(--scratch-path "$work/notes/.build")
    DIST=$work/dist "$root/scripts/dist.sh" generator >"$log" 2>&1 || fail "the plugin package can't be built"
    cd "$root/IntegrationTests"
    package "$work/prebuilt" Package.swift Sources Tests Specs OpenAPI
    cd "$work/prebuilt"
    edit Package.swift -e "s|^    dependencies: \[|&\n        .package(path: \"$work/dist/accord-plugin\"),|" \
        -e 's|name: "ContractTests", package: "accord"|name: "PrebuiltContractTests", package: "accord-plugin"|'
    generator() { find "$work/notes/.build/" -path '*/AccordGenerator*.build/*.o'; }
    [ -n "$(generator)" ] || fail "the first package has not compiled the generator"
    generator | xargs rm
    build_and_test "${shared[@]}" || fail "a correct client doesn't pass with the compiled generator"
    [ -z "$(generator)" ] || fail "the generator is compiled although a compiled one is used"
    grep -q '"note/reads a note"' Reports/NotesTests/client.json || fail "the report lacks the case"
    say "a correct client passes with the compiled generator"

    # The package that `accord init` creates in an empty folder must build and pass without warnings, also in Swift 5 mode.
    mkdir "$work/my-shop"
    cd "$work/my-shop"
    "$accord" init --from "file://$clone" --version "$version" >"$log" 2>&1 || fail "accord init fails in an empty folder"
    for mode in 6 5; do
        printf 'package.swiftLanguageModes = [.v%s]\n' $mode >>Package.swift
        build_and_test "${shared[@]}" || fail "the package of accord init doesn't pass as Swift $mode"
        expect 'cases of 1 contract: .* passed'
        ! grep -E 'warning:|recorded a warning' "$log" || fail "the package of accord init has a warning as Swift $mode"
        say "accord init creates a package that passes as Swift $mode"
    done

    # In the package that `accord init` creates from an OpenAPI document, the cases of an operation fail until its closure is
    # filled in, and then pass without another edit. The closure of one of two operations is filled in.
    mkdir "$work/from-document"
    cp "$root/IntegrationTests/OpenAPI/openapi.yaml" "$work/from-document/"
    cd "$work/from-document"
    "$accord" init --openapi openapi.yaml --from "file://$clone" --version "$version" >"$log" 2>&1 ||
        fail "accord init fails with an OpenAPI document"
    expect 'Check the documents with accord lint Specs'
    send='let (data, response) = try await client.data(for: request); guard let response = response as? HTTPURLResponse, (200..<300).contains(response.statusCode) else { throw URLError(.badServerResponse) }'
    make='guard let url = URL(string: "https://notes.example/notes/\\(input.id)") else { throw URLError(.badURL) }; var request = URLRequest(url: url)'
    edit "$(echo Tests/*/*+Bindings.swift)" \
        -e "s|throw NotBound(operation: \"note\")|$make; request.timeoutInterval = 5; $send; struct Note: Decodable { var id: Int; var text: String }; return try JSONDecoder().decode(Note.self, from: data)|"
    if build_and_test "${shared[@]}"; then fail "an operation without a closure passes"; fi
    expect 'the bindings have no closure for the operation'
    # outcomes OPERATION: the statuses of its cases in the report.
    outcomes() {
        python3 - "$1" <<'REPORT'
import json, sys
cases = json.load(open("Reports/client.json", encoding="utf-8"))["cases"]
print(*sorted({case["status"] for case in cases if case["operation"] == sys.argv[1]}))
REPORT
    }
    [ "$(outcomes note)" = passed ] || fail "the cases of a closure that is filled in are: $(outcomes note)"
    # A case that compares two calls isn't applicable, because neither sends a request.
    [ "$(outcomes forget)" = "failed notApplicable" ] ||
        fail "the cases of a closure that isn't filled in are: $(outcomes forget)"
    say "accord init --openapi creates a package whose tests pass once the closures are filled in"
    rm -rf "$work/notes/.build"
fi

if runs tls; then
    # A client without URLSession, with sockets and TLS. It has a separate package, because it compiles additional targets.
    cd "$root/IntegrationTests"
    package "$work/TLS" TLS/Package.swift TLS/Sources TLS/Tests Specs
    cd "$work/TLS"
    status_of() { tr -d ' \n' <Reports/client.json | grep -oE "\"id\":\"note~tls\.$1\"[^}]*" | grep -oE '"status":"[a-zA-Z]+"'; }
    # The first finding's.
    rule_of() {
        tr -d ' \n' <Reports/client.json | grep -oE "\"id\":\"note~tls\.$1\"[^]]*\"findings\":\[\{\"rule\":\"[a-z.]+\"" |
            grep -oE '"rule":"[a-z.]+"'
    }

    build || fail "a package with sockets and TLS doesn't build"
    tests || fail "a correct client with sockets and TLS doesn't pass"
    for fault in plaintext-server handshake-closed untrusted-root expired host-mismatch client-cert-required; do
        [ "$(status_of "tls-$fault")" = '"status":"passed"' ] || fail "tls-$fault didn't pass: $(status_of "tls-$fault")"
    done
    say "a client without URLSession passes, including six TLS faults"

    if NOTES_OPTIONS=--insecure tests; then fail "a client that accepts any certificate passes"; fi
    expect '\[outcome\.returned\]'
    for fault in untrusted-root expired host-mismatch; do
        [ "$(status_of "tls-$fault")" = '"status":"failed"' ] || fail "tls-$fault didn't fail: $(status_of "tls-$fault")"
        [ "$(rule_of "tls-$fault")" = '"rule":"outcome.returned"' ] || fail "tls-$fault failed by $(rule_of "tls-$fault")"
    done
    say "a client that accepts any certificate fails with each invalid certificate"

    NOTES_TRUST=nothing tests || fail "a client that doesn't trust the stub's authority fails other cases"
    [ "$(status_of tls-expired)" = '"status":"notApplicable"' ] || fail "the case of an expired certificate counts, although the client trusts no certificate of the stub"
    say "cases that need trust are not applicable if the client doesn't trust the stub"

    # A redirect from https to http: curl follows it, refuses it, or follows it with its credentials.
    export ACCORD_CASE='note~flow.redirect-downgrade'
    tests || fail "a redirect from https to http is more than a warning"
    expect 'note~flow\.redirect-downgrade: .*\[outcome\.returned\]'
    ! grep -q 'request\.redirect\.credentials' "$log" || fail "credentials were reported although the client sent none"
    NOTES_OPTIONS='--proto-redir =https' tests || fail "a client that refuses a redirect to http doesn't pass"
    ! grep -q 'recorded a warning' "$log" || fail "a client that refuses a redirect to http gets a warning"
    grep -q '"status" *: *"passed"' Reports/client.json || fail "a refused redirect to http isn't reported as passed"
    edit Specs/notes.json -e 's/"summary": "Reads a note.",/"security": [{ "key": [] }], &/' \
        -e 's/^  "operations": {/  "components": { "securitySchemes": { "key": { "type": "http", "scheme": "bearer", "credentials": { "token": "${env.TOKEN}" } } } },\n&/'
    NOTES_OPTIONS='--location-trusted --oauth2-bearer TOKEN' build_and_test ||
        fail "credentials sent over http are more than a warning"
    expect 'note~flow\.redirect-downgrade: .*\[request\.redirect\.credentials\]'
    unset ACCORD_CASE
    say "a redirect from https to http is a warning if the client follows it, two if it sends credentials, and none if it refuses"

    # Plain sockets, without the packages of TLS.
    cp "$root/IntegrationTests/Specs/notes.json" Specs/notes.json
    edit Package.swift 's/"YAML", "TLS"/"YAML", "TestServer"/'
    edit Tests/NotesTests/NotesContract+Bindings.swift 's/try stub.certificateAuthority/nil/'
    build_and_test || fail "a correct client on plain sockets doesn't pass"
    say "a client without URLSession passes with the trait TestServer alone"
    rm -rf "$work/TLS/.build"
fi

# The Swift Build system, if the tool chain has it.
if runs swiftbuild; then
    if [[ $("$swift" build --help) == *swiftbuild* ]]; then
        cd "$root/IntegrationTests"
        package "$work/swiftbuild" Package.swift Sources Tests Specs OpenAPI
        cd "$work/swiftbuild"
        build_and_test --build-system swiftbuild || fail "the tests don't pass with the Swift Build system"
        expect 'cases of 1 contract: .* passed'
        say "the tests pass with the Swift Build system"
    else
        say "SKIPPED: this tool chain has no Swift Build system"
    fi
fi
