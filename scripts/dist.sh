#!/usr/bin/env bash
# Builds what is released: dist.sh pack, or dist.sh install PREFIX.
#
# pack writes into dist/
#   accord-linux-MACHINE.tar.xz     the program, stripped, that needs no Swift; completions, manual page, licence
#   accord-generate.artifactbundle  the build tool; Package.swift takes it where it is present
#   accord-generate.artifactbundle.zip, and a .sha256 for each archive
# install builds the same program and copies it, the completions and the manual page under PREFIX.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'dist: %s\n' "$*"; }

build() {
    local product=$1
    shift
    swift build -c release --product "$product" --disable-index-store "${static[@]}" "$@"
}

# On Linux the program carries Swift's runtime with it: it starts in half the time, and runs where no Swift is.
static=()
[ "$(uname -s)" != Linux ] || static=(--static-swift-stdlib)

# Lays out bin/, share/ and the licence in the folder $1.
lay_out() {
    local root=$1 bin
    ACCORD_TESTS=0 build accord
    bin=$(ACCORD_TESTS=0 swift build -c release --show-bin-path "${static[@]}")
    install -d "$root/bin" "$root/share/man/man1" "$root/share/bash-completion/completions" \
        "$root/share/zsh/site-functions" "$root/share/fish/vendor_completions.d"
    install -m 755 "$bin/accord" "$root/bin/accord"
    strip "$root/bin/accord"
    "$root/bin/accord" --generate-completion-script bash >"$root/share/bash-completion/completions/accord"
    "$root/bin/accord" --generate-completion-script zsh >"$root/share/zsh/site-functions/_accord"
    "$root/bin/accord" --generate-completion-script fish >"$root/share/fish/vendor_completions.d/accord.fish"
    scripts/manual.py "$root/bin/accord" >"$root/share/man/man1/accord.1"
}

pack() {
    local machine archive scratch
    machine=$(uname -m)
    archive=accord-linux-$machine.tar.xz
    scratch=$(mktemp -d)
    trap "rm -rf '$scratch'" EXIT
    rm -rf dist
    lay_out "$scratch/accord"
    cp LICENSE CHANGELOG.md "$scratch/accord/"
    mkdir -p dist
    tar -C "$scratch" --sort=name --owner=0 --group=0 --numeric-owner -cf - accord | xz -9e -T 1 >"dist/$archive"
    (cd dist && sha256sum "$archive" >"$archive.sha256")
    say "dist/$archive: $(du -h --apparent-size "dist/$archive" | cut -f 1) compressed," \
        "$(du -h --apparent-size "$scratch/accord/bin/accord" | cut -f 1) the program"

    build accord-generate
    local bundle=accord-generate.artifactbundle variant=accord-generate-linux-$machine version
    version=$("$scratch/accord/bin/accord" --version)
    install -d "$scratch/$bundle/$variant/bin"
    install -m 755 "$(swift build -c release --show-bin-path "${static[@]}")/accord-generate" \
        "$scratch/$bundle/$variant/bin/accord-generate"
    strip "$scratch/$bundle/$variant/bin/accord-generate"
    cat >"$scratch/$bundle/info.json" <<INFO
{
  "schemaVersion": "1.0",
  "artifacts": {
    "accord-generate": {
      "type": "executable",
      "version": "$version",
      "variants": [
        { "path": "$variant/bin/accord-generate", "supportedTriples": ["$machine-unknown-linux-gnu"] }
      ]
    }
  }
}
INFO
    # Last: from here on Package.swift takes it.
    (cd "$scratch" && python3 -m zipfile -c "$OLDPWD/dist/$bundle.zip" "$bundle")
    (cd dist && sha256sum "$bundle.zip" >"$bundle.zip.sha256")
    mv "$scratch/$bundle" "dist/$bundle"
    say "dist/$bundle: $(du -sh --apparent-size "dist/$bundle" | cut -f 1), $(cut -d ' ' -f 1 "dist/$bundle.zip.sha256")"
}

case ${1:-} in
pack) pack ;;
install)
    lay_out "${2:?the folder to install under}"
    say "installed $2/bin/accord"
    ;;
*)
    echo "usage: dist.sh pack | install PREFIX" >&2
    exit 2
    ;;
esac
