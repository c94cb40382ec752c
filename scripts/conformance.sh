#!/usr/bin/env bash
# Gets the public test suites that some tests read, and checks them by their SHA-256.
#
# The folder is ACCORD_CONFORMANCE, or ../shared/conformance. If it exists, its suites are checked. Otherwise the suites
# below are downloaded there at fixed commits. If CI is set, a suite that is not available is an error. Otherwise it is
# reported. Further suites (documents of OpenAPI, of Pact) are used only if the folder contains them.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
folder=${ACCORD_CONFORMANCE:-../shared/conformance}
missing=0

sha256() { if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }

# The digest of a file, or of all files below a folder by name and content.
digest() {
    if [ -f "$1" ]; then sha256 <"$1" | cut -d ' ' -f 1; return; fi
    (cd "$1" && find . -type f -print0 | LC_ALL=C sort -z | while IFS= read -r -d '' file; do sha256 "$file"; done | sha256 | cut -d ' ' -f 1)
}

# suite NAME REPOSITORY COMMIT PATH FOLDER DIGEST
suite() {
    local name=$1 repository=$2 commit=$3 path=$4 target=$folder/$5 expected=$6 scratch actual
    if [ ! -e "$target" ]; then
        scratch=$(mktemp -d)
        if curl -fsSL --retry 3 "https://github.com/$repository/archive/$commit.tar.gz" | tar -xz -C "$scratch" 2>/dev/null; then
            mkdir -p "$(dirname "$target")"
            cp -R "$scratch"/*/"$path" "$target"
            # Drafts and links that no test reads.
            [ "$path" != tests ] || rm -rf "$target/draft3" "$target/latest" "$target/v1"
        fi
        rm -rf "$scratch"
    fi
    if [ ! -e "$target" ]; then
        echo "conformance: $name: not available; its tests are skipped" >&2
        missing=$((missing + 1))
        return
    fi
    actual=$(digest "$target")
    if [ "$actual" != "$expected" ]; then
        echo "conformance: $name: expected the SHA-256 $expected, got $actual" >&2
        missing=$((missing + 1))
        return
    fi
    echo "conformance: $name: $(find "$target" -type f | wc -l | tr -d ' ') files"
}

suite JSON-Schema-Test-Suite json-schema-org/JSON-Schema-Test-Suite 44401e0c046704b476ec9d2e2fccdaee618f259d \
    tests json-schema/tests 3d9ccb392228efb022219ca049ceeb64adf16bc924c908c8e8647da68540a2d2
suite "JSON-Schema-Test-Suite, remotes" json-schema-org/JSON-Schema-Test-Suite 44401e0c046704b476ec9d2e2fccdaee618f259d \
    remotes json-schema/remotes 20b57e652bc120d3398a32a4e1bfa708901284c300e7f4844cfa0da1b53e91c7
suite JSONTestSuite nst/JSONTestSuite 1ef36fa01286573e846ac449e8683f8833c5b26a \
    test_parsing json-text/test_parsing af980be5d524ababd5e13e2941a9db2385cd086b8a2a53beec77051407b3d76f
suite "JSONTestSuite, transform" nst/JSONTestSuite 1ef36fa01286573e846ac449e8683f8833c5b26a \
    test_transform json-text/test_transform 134e138b8a08acc39dd42e961ec28e62a8b7bc260a0e51fb129ad91ff6c7199a
suite "JSONPath compliance" jsonpath-standard/jsonpath-compliance-test-suite 7be7c1fc28057c91e8eefaf197060fba7ed43acd \
    cts.json jsonpath/cts.json a85db53fba1f675be48b534baec5a754dc685ad08c550d8927f609c7708f365a

[ "$missing" -eq 0 ] || [ -z "${CI:-}" ] || exit 1
