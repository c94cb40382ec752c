#!/usr/bin/env bash
# Builds what is released: dist.sh pack, dist.sh generator, or dist.sh install PREFIX.
#
# pack writes into DIST (dist/)
#   accord-linux-MACHINE.tar.xz         the program, stripped, that needs no Swift; completions, manual page, licence
#   accord-generate.artifactbundle      the build tool; Package.swift takes it where it is present
#   accord-generate.artifactbundle.zip  the same as an archive; a .sha256 beside each archive
# generator writes the bundle alone. install builds the program and copies it, its completions and its manual page
# under PREFIX.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${DIST:-dist}
machine=$(uname -m)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# On Linux the program carries Swift's runtime with it: it starts in half the time, and runs where no Swift is.
release=(-c release --disable-index-store --traits Tools,YAML,TLS)
[ "$(uname -s)" != Linux ] || release+=(--static-swift-stdlib)

# The tool is built from source here, and so is everything: see the Makefile on ACCORD_DIST, Package.swift on ACCORD_TESTS.
export ACCORD_DIST=source ACCORD_TESTS=0

say() { printf 'dist: %s\n' "$*"; }
size() { du -sh --apparent-size "$1" | cut -f 1; }
checksum() { (cd "$dist" && sha256sum "$1" >"$1.sha256"); }

# Builds a product, and copies it, stripped, to a folder.
build() {
    swift build "${release[@]}" --product "$1" >&2
    install -d "$2"
    install -m 755 "$(swift build "${release[@]}" --show-bin-path)/$1" "$2/$1"
    strip "$2/$1"
}

# The program and what a shell and `man` know of it, under a prefix.
lay_out() {
    build accord "$1/bin"
    install -d "$1/share/man/man1" "$1/share/bash-completion/completions" "$1/share/zsh/site-functions" \
        "$1/share/fish/vendor_completions.d"
    "$1/bin/accord" --generate-completion-script bash >"$1/share/bash-completion/completions/accord"
    "$1/bin/accord" --generate-completion-script zsh >"$1/share/zsh/site-functions/_accord"
    "$1/bin/accord" --generate-completion-script fish >"$1/share/fish/vendor_completions.d/accord.fish"
    "$1/bin/accord" manual --format man >"$1/share/man/man1/accord.1"
}

generator() {
    local bundle=accord-generate.artifactbundle variant=accord-generate-linux-$machine version
    # Else the bundle of an earlier run would be taken for the tool.
    rm -rf "${dist:?}/$bundle"
    build accord-generate "$scratch/$bundle/$variant/bin"
    version=$(grep -oE '"[0-9.]+"' Sources/AccordReport/Tool+Current.swift)
    cat >"$scratch/$bundle/info.json" <<INFO
{
  "schemaVersion": "1.0",
  "artifacts": {
    "accord-generate": {
      "type": "executable",
      "version": $version,
      "variants": [
        { "path": "$variant/bin/accord-generate", "supportedTriples": ["$machine-unknown-linux-gnu"] }
      ]
    }
  }
}
INFO
    install -d "$dist"
    (cd "$scratch" && python3 -m zipfile -c "$bundle.zip" "$bundle")
    mv "$scratch/$bundle.zip" "$scratch/$bundle" "$dist/"
    checksum "$bundle.zip"
    say "$dist/$bundle: $(size "$dist/$bundle"), SHA-256 $(cut -d ' ' -f 1 "$dist/$bundle.zip.sha256")"
}

pack() {
    local archive=accord-linux-$machine.tar.xz
    lay_out "$scratch/accord"
    cp LICENSE CHANGELOG.md "$scratch/accord/"
    install -d "$dist"
    tar -C "$scratch" --sort=name --owner=0 --group=0 --numeric-owner -cf - accord | xz -9e >"$dist/$archive"
    checksum "$archive"
    say "$dist/$archive: $(size "$dist/$archive"); the program in it $(size "$scratch/accord/bin/accord")"
    generator
}

case ${1:-} in
pack | generator) "$1" ;;
install)
    lay_out "${2:?the folder to install under}"
    say "installed $2/bin/accord"
    ;;
*)
    echo "usage: dist.sh pack | generator | install PREFIX" >&2
    exit 2
    ;;
esac
