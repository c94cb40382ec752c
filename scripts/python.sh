#!/usr/bin/env bash
# Installs the programs in Python that some tests use, in virtual environments in .build/: FastAPI and other frameworks,
# httpbin, and Pact.
#
# If they cannot be installed, their tests are skipped. With ACCORD_COMPLETE set, that is an error.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
missing=0

# environment FOLDER REQUIREMENTS
environment() {
    local folder=.build/$1 requirements=$2
    cmp -s "$requirements" "$folder/installed.txt" && return
    if python3 -m venv "$folder" >/dev/null && "$folder/bin/pip" install -q --disable-pip-version-check -r "$requirements"; then
        cp "$requirements" "$folder/installed.txt"
    else
        echo "python: $requirements cannot be installed; its tests are skipped" >&2
        missing=1
    fi
}

mkdir -p .build
environment bookshop-venv Tests/Fixtures/bookshop/requirements.txt
environment healthy-venv Tests/Fixtures/healthy/requirements.txt
environment httpbin Tests/Fixtures/httpbin.txt
environment pact Tests/Fixtures/pact/requirements.txt
[ "$missing" -eq 0 ] || [ -z "${ACCORD_COMPLETE:-}" ]
