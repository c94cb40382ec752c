#!/usr/bin/env bash
# Tests Accord as users have it: packages that depend on a tagged clone by URL and version, with default traits. Builds
# them from clean, then edits and breaks their contracts and clients. Works on copies.
#
#   SWIFT   the swift program
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd .. && pwd)
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

say() { printf 'integration: %s\n' "$*"; }
fail() {
    say "FAILED: $*"
    tail -n 60 "$log"
    exit 1
}
expect() { grep -qE -- "$1" "$log" || fail "the output lacks: $1"; }
run_tests() { swift test >"$log" 2>&1; }

package "$work/notes" Package.swift Sources Tests Specs OpenAPI
cd "$work/notes"

started=$(date +%s)
swift build --build-tests >"$log" 2>&1 || fail "a clean package doesn't build"
say "a clean build took $(($(date +%s) - started)) s"
[ "$(ls .build/checkouts | tr '\n' ' ')" = "Yams accord " ] || fail "fetched more than Yams: $(ls .build/checkouts | tr '\n' ' ')"
! grep -qE 'NIO|ArgumentParser' "$log" || fail "a part of the tools was compiled"
say "the default traits fetch only Yams"

run_tests || fail "a correct client doesn't pass"
expect 'cases of 1 contract: .* passed'
grep -q 'note~syntax.truncated-json' Reports/NotesTests/client.json || fail "the report lacks a derived case"
# The targets NotesTests and NotesXCTests test the same cases in two processes; two targets share one process.
for target in NotesTests NotesOpenAPITests NotesXCTests; do
    grep -q '"note/reads a note"' "Reports/$target/client.json" || fail "the report of $target lacks the case"
done
[ ! -e Reports/client.json ] || fail "a report belongs to no test target"
say "a correct client passes, and each test target has a report with its cases"

ACCORD_CASE='note~syntax.invalid-json' swift test >"$log" 2>&1 || fail "one case alone doesn't pass"
expect '1 case of 1 contract: 1 passed'
! grep -q 'note/reads a note' Reports/NotesTests/client.json || fail "ACCORD_CASE didn't select"
if ACCORD_CASE='note/no such case' swift test >"$log" 2>&1; then fail "a filter that matches nothing passed"; fi
expect 'matches no case'
say "ACCORD_CASE runs one case, and fails if it matches none"

sed -i.bak 's/"reads a note"/"reads any note"/' Specs/notes.json
run_tests || fail "an edited contract doesn't pass"
grep -q 'note/reads any note' Reports/NotesTests/client.json || fail "the report lacks the new name of the case"
say "an edited contract is used in the next build"

cp Specs/notes.json kept.json
sed -i.bak 's/"pathParameters": { "id": 7 }/"pathParameter": { "id": 7 }/' Specs/notes.json
if swift build --build-tests >"$log" 2>&1; then fail "a broken contract builds"; fi
expect 'Specs/notes.json:26:24: error: unknown key'
expect 'Did you mean .pathParameters'
say "an invalid contract fails the build with its line"
cp kept.json Specs/notes.json

only_openapi() { swift test --filter NotesOpenAPITests >"$log" 2>&1; }
sed -i.bak 's/minimum: 1/minimum: 8/' OpenAPI/openapi.yaml
if swift build --build-tests >"$log" 2>&1; then fail "a case that violates the edited OpenAPI document builds"; fi
expect 'OpenAPI/notes.json:9:46: error: .*the schema says so here|OpenAPI/notes.json:9:[0-9]+: error'
expect 'OpenAPI/openapi.yaml:14'
mv OpenAPI/openapi.yaml.bak OpenAPI/openapi.yaml
sed -i.bak 's/"extends": "openapi.yaml"/"extends": "openapi.yml"/' OpenAPI/notes.json
if swift build --build-tests >"$log" 2>&1; then fail "a contract that extends nothing builds"; fi
expect 'OpenAPI/notes.json:3:14: error'
mv OpenAPI/notes.json.bak OpenAPI/notes.json
sed -i.bak 's/"reads a note"/"reads any note"/' OpenAPI/notes.json
only_openapi || fail "a contract that extends an OpenAPI document doesn't pass"
grep -q '"note/reads any note"' Reports/NotesOpenAPITests/client.json || fail "the report lacks the new name of the case"
say "edits of an OpenAPI document and of a contract that extends it are used, and mistakes are reported with their line"

sed -i.bak 's/if status == 404 { throw NotesError.notFound }//' Sources/Notes/NotesClient.swift
if run_tests; then fail "a broken client passes"; fi
expect 'note/does not find a note: .*\[outcome\.error\]'
expect 'Specs/notes.json:[0-9]+:[0-9]+'
expect "NotesContract.testNote : note/does not find a note"
grep -q '"failed"' Reports/NotesXCTests/client.json || fail "the report of the XCTest target has no failure"
say "a broken client fails the right case, also with XCTest"

printf '{ "isolated": true }\n' >Tests/NotesTests/accord.json
sed -i.bak 's/guard (200.*/precondition(status < 500)/' Sources/Notes/NotesClient.swift
if swift test --filter NotesTests >"$log" 2>&1; then fail "a client that crashes passes"; fi
expect 'note~.*: the client crashed at .*NotesClient\.swift:[0-9]+ \[outcome\.crash\]'
expect 'NotesClient\.swift:[0-9]+: Precondition failed'
tr -d ' \n' <Reports/NotesTests/client.json | grep -qE '"id":"note/readsanynote"[^}]*"status":"passed"' ||
    fail "the cases after a crash are missing"
say "a crash in a child process fails only its own case"

# Edits the file in place, after which SwiftPM doesn't run the plugin again.
refused() {
    printf '%s\n' "$1" >Tests/NotesTests/accord.json
    if swift build --build-tests >"$log" 2>&1; then fail "an invalid accord.json builds: $1"; fi
    expect "$2"
}
refused '{ "level": "ful" }' 'accord.json:1:12: error: .*“full”'
refused '{ "contracts": ["../../Specs/nope.json"] }' 'SwiftPM didn.t notice the edit'
touch Package.swift
refused '{ "contracts": ["../../Specs/nope.json"] }' 'missing file .*nope.json'
printf '{ "level": "smoke" }\n' >Tests/NotesTests/accord.json
swift build --build-tests >"$log" 2>&1 || fail "a corrected accord.json doesn't build"
find .build -name 'notes.contract.swift' -exec grep -q 'level: "smoke"' {} + || fail "an edit of accord.json has no effect"
say "an edited accord.json is used, and a mistake is reported with its line"

# The same package with the compiled generator of `make dist`.
DIST=$work/dist "$root/scripts/dist.sh" generator >"$log" 2>&1 || fail "the plugin package can't be built"
cd "$root/IntegrationTests"
package "$work/prebuilt" Package.swift Sources Tests Specs OpenAPI
cd "$work/prebuilt"
sed -i.bak -e "s|^    dependencies: \[|&\n        .package(path: \"$work/dist/accord-plugin\"),|" \
    -e 's|name: "ContractTests", package: "accord"|name: "PrebuiltContractTests", package: "accord-plugin"|' Package.swift
started=$(date +%s)
swift build --build-tests >"$log" 2>&1 || fail "a clean package doesn't build with the compiled generator"
say "a clean build took $(($(date +%s) - started)) s with the compiled generator"
! grep -q 'AccordGenerator' "$log" || fail "the generator was compiled although a compiled one is used"
run_tests || fail "a correct client doesn't pass with the compiled generator"
grep -q '"note/reads a note"' Reports/NotesTests/client.json || fail "the report lacks the case"

# The package that `accord init` creates in an empty folder must build and pass without warnings, also in Swift 5 mode.
# The package above has compiled what both depend on.
accord=$root/.build/debug/accord
[ -x "$accord" ] || swift build --package-path "$root" --traits Tools,TLS --product accord >"$log" 2>&1 || fail "accord doesn't build"
mkdir "$work/my-shop"
cd "$work/my-shop"
"$accord" init --from "file://$clone" --version "$version" >"$log" 2>&1 || fail "accord init fails in an empty folder"
for mode in 6 5; do
    printf 'package.swiftLanguageModes = [.v%s]\n' $mode >>Package.swift
    started=$(date +%s)
    swift test --scratch-path "$work/notes/.build" >"$log" 2>&1 ||
        fail "the package of accord init doesn't pass as Swift $mode"
    expect 'cases of 1 contract: .* passed'
    ! grep -E 'warning:|recorded a warning' "$log" || fail "the package of accord init has a warning as Swift $mode"
    say "accord init creates a package that passes as Swift $mode, in $(($(date +%s) - started)) s"
done

# In the package that `accord init` creates from an OpenAPI document, the cases of an operation fail until its closure is
# filled in, and then pass without another edit.
mkdir "$work/from-document"
cp "$root/IntegrationTests/OpenAPI/openapi.yaml" "$work/from-document/"
cd "$work/from-document"
"$accord" init --openapi openapi.yaml --from "file://$clone" --version "$version" >"$log" 2>&1 ||
    fail "accord init fails with an OpenAPI document"
expect 'Check the documents with accord lint Specs'
if swift test --scratch-path "$work/notes/.build" >"$log" 2>&1; then fail "operations without a closure pass"; fi
expect 'the bindings have no closure for the operation'
send='let (data, response) = try await client.data(for: request); guard let response = response as? HTTPURLResponse, (200..<300).contains(response.statusCode) else { throw URLError(.badServerResponse) }'
make='guard let url = URL(string: "https://notes.example/notes/\\(input.id)") else { throw URLError(.badURL) }; var request = URLRequest(url: url)'
sed -i.bak \
    -e "s|throw NotBound(operation: \"note\")|$make; request.timeoutInterval = 5; $send; struct Note: Decodable { var id: Int; var text: String }; return try JSONDecoder().decode(Note.self, from: data)|" \
    -e "s|throw NotBound(operation: \"forget\")|$make; request.httpMethod = \"DELETE\"; $send; return data.count|" \
    Tests/*/*+Bindings.swift
rm Tests/*/*.bak
swift test --scratch-path "$work/notes/.build" >"$log" 2>&1 || fail "the filled-in closures don't pass"
expect 'cases of 1 contract: .* passed'
say "accord init --openapi creates a package whose tests pass once the closures are filled in"

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

swift build --build-tests >"$log" 2>&1 || fail "a package with sockets and TLS doesn't build"
run_tests || fail "a correct client with sockets and TLS doesn't pass"
for fault in plaintext-server handshake-closed untrusted-root expired host-mismatch client-cert-required; do
    [ "$(status_of "tls-$fault")" = '"status":"passed"' ] || fail "tls-$fault didn't pass: $(status_of "tls-$fault")"
done
say "a client without URLSession passes, including six TLS faults"

cp Sources/Notes/NotesClient.swift kept.swift
sed -i.bak 's/"--silent", /"--silent", "--insecure", /' Sources/Notes/NotesClient.swift
if run_tests; then fail "a client that accepts any certificate passes"; fi
expect '\[outcome\.returned\]'
for fault in untrusted-root expired host-mismatch; do
    [ "$(status_of "tls-$fault")" = '"status":"failed"' ] || fail "tls-$fault didn't fail: $(status_of "tls-$fault")"
    [ "$(rule_of "tls-$fault")" = '"rule":"outcome.returned"' ] || fail "tls-$fault failed by $(rule_of "tls-$fault")"
done
say "a client that accepts any certificate fails with each invalid certificate"

cp kept.swift Sources/Notes/NotesClient.swift
sed -i.bak 's/if let authority {/if let authority, arguments.isEmpty {/' Sources/Notes/NotesClient.swift
run_tests || fail "a client that doesn't trust the stub's authority fails other cases"
[ "$(status_of tls-expired)" = '"status":"notApplicable"' ] || fail "the case of an expired certificate counts, although the client trusts no certificate of the stub"
say "cases that need trust are not applicable if the client doesn't trust the stub"

# A redirect from https to http: curl follows it, refuses it, or follows it with its credentials.
cp kept.swift Sources/Notes/NotesClient.swift
export ACCORD_CASE='note~flow.redirect-downgrade'
run_tests || fail "a redirect from https to http is more than a warning"
expect 'note~flow\.redirect-downgrade: .*\[outcome\.returned\]'
! grep -q 'request\.redirect\.credentials' "$log" || fail "credentials were reported although the client sent none"
sed -i.bak 's/"--silent", /"--silent", "--proto-redir", "=https", /' Sources/Notes/NotesClient.swift
run_tests || fail "a client that refuses a redirect to http doesn't pass"
! grep -q 'recorded a warning' "$log" || fail "a client that refuses a redirect to http gets a warning"
grep -q '"status" *: *"passed"' Reports/client.json || fail "a refused redirect to http isn't reported as passed"
sed -i.bak 's/"summary": "Reads a note.",/"security": [{ "key": [] }], &/' Specs/notes.json
sed -i.bak 's/^  "operations": {/  "components": { "securitySchemes": { "key": { "type": "http", "scheme": "bearer", "credentials": { "token": "${env.TOKEN}" } } } },\n&/' Specs/notes.json
sed 's/"--location", /"--location-trusted", "--header", "Authorization: Bearer TOKEN", /' kept.swift >Sources/Notes/NotesClient.swift
run_tests || fail "credentials sent over http are more than a warning"
expect 'note~flow\.redirect-downgrade: .*\[request\.redirect\.credentials\]'
unset ACCORD_CASE
say "a redirect from https to http is a warning if the client follows it, two if it sends credentials, and none if it refuses"


# Plain sockets, without the packages of TLS.
cd "$work/TLS"
cp kept.swift Sources/Notes/NotesClient.swift
cp "$root/IntegrationTests/Specs/notes.json" Specs/notes.json
sed -i.bak 's/"YAML", "TLS"/"YAML", "TestServer"/' Package.swift
sed -i.bak 's/try stub.certificateAuthority/nil/' Tests/NotesTests/*.swift
run_tests || fail "a correct client on plain sockets doesn't pass"
say "a client without URLSession passes with the trait TestServer alone"

# The Swift Build system, if the tool chain has it.
if swift build --help | grep -q swiftbuild; then
    cd "$root/IntegrationTests"
    package "$work/swiftbuild" Package.swift Sources Tests Specs OpenAPI
    cd "$work/swiftbuild"
    swift test --build-system swiftbuild >"$log" 2>&1 || fail "the tests don't pass with the Swift Build system"
    expect 'cases of 1 contract: .* passed'
    say "the tests pass with the Swift Build system"
else
    say "SKIPPED: this tool chain has no Swift Build system"
fi
