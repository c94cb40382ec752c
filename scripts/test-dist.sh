#!/usr/bin/env bash
# Installs the files of `make dist` into clean folders and runs them: verify against mock, the manual, completions.
#
#   test-dist.sh          the archive, the Debian package and the wheel in DIST (dist/)
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
dist=$(realpath "${DIST:-dist}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
pass() { echo "dist: $1: $2"; }
fail() { echo "dist: $1: FAILED: $2" >&2; failed=1; }

# try NAME PROGRAM SHARE: runs an installed program.
try() {
    local name=$1 program=$2 share=$3 output
    "$program" --version >/dev/null || { fail "$name" "accord --version"; return; }
    if output=$(env -i PATH=/usr/bin:/bin HOME="$scratch" ACCORD="$program" REPORTS="$scratch/reports-$name" scripts/verify.sh 2>&1); then
        pass "$name" "accord verify passes against accord mock"
    else
        fail "$name" "$output"
    fi
    local page
    page=$(ls "$share"/man/man1/accord.1*)
    if command -v man >/dev/null; then
        man -l "$page" 2>/dev/null | grep -q 'accord verify' && pass "$name" "man accord" || fail "$name" "man accord"
    else
        echo "dist: $name: SKIPPED: man is not installed" >&2
        [ -z "${CI:-}" ] || failed=1
    fi
    bash -c "source '$share/bash-completion/completions/accord' && complete -p accord" >/dev/null 2>&1 &&
        pass "$name" "completions" || fail "$name" "completions"
}

# Prints the only file that matches a pattern; without one, every check of the file would pass.
only() {
    local files=("$dist"/$1)
    [ -f "${files[0]}" ] && [ "${#files[@]}" = 1 ] || { echo "test-dist: expected one file: $dist/$1" >&2; return 1; }
    echo "${files[0]}"
}

archive=$(only 'accord-linux-*.tar.xz') && deb=$(only 'accord_*.deb') && wheel=$(only 'accord_cli-*.whl') || exit 1
mkdir -p "$scratch/archive" "$scratch/deb"
tar -xJf "$archive" -C "$scratch/archive" &&
    try archive "$scratch/archive/accord/bin/accord" "$scratch/archive/accord/share"

dpkg-deb -x "$deb" "$scratch/deb" &&
    try deb "$scratch/deb/usr/bin/accord" "$scratch/deb/usr/share"
apt-get install --simulate "$deb" >/dev/null 2>&1 && pass deb "its dependencies can be installed" ||
    fail deb "its dependencies cannot be installed"

python3 -m venv "$scratch/venv" && "$scratch/venv/bin/pip" install -q --no-index "$wheel" &&
    try wheel "$scratch/venv/bin/accord" "$scratch/venv/share" || fail wheel "pip install"
if ldd "$scratch/venv/bin/accord" | grep -E 'libcurl|libjson-c' | grep -qv "$scratch/venv"; then
    fail wheel "it loads the system's libcurl or json-c"
else
    pass wheel "loads its own libraries"
fi

# The image runs a program of the Debian package: its entry point takes a subcommand.
grep -qx 'ENTRYPOINT \["accord"\]' Containerfile && pass image "docker run IMAGE verify" || fail image "the entry point"
exit "$failed"
