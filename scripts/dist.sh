#!/usr/bin/env bash
# Builds the files of a release: dist.sh pack, dist.sh generator, or dist.sh install PREFIX.
#
# pack writes into DIST (dist/), with a .sha256 beside each file:
#   accord-linux-MACHINE.tar.xz   the program without a Swift runtime, completions, manual page, licence
#   accord_VERSION_ARCH.deb       the same for Debian and Ubuntu; depends on libcurl and json-c
#   accord_cli-VERSION-….whl      the same for pip and pipx, with the libraries that it needs
#   accord-plugin/                a package with the compiled generator, and its artifact bundle as an archive
# generator writes the plugin package alone. install builds the program and copies it, its completions and its manual
# page to PREFIX. ACCORD names a program that is already built, GENERATOR a generator.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${DIST:-dist}
machine=$(uname -m)
version=$(sed -nE 's/.*Tool\(version: "([0-9.]+)"\).*/\1/p' Sources/AccordCore/Report/RunReport.swift)
[ -n "$version" ] || { echo "dist: RunReport.swift has no version" >&2; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# On Linux the program contains Swift's runtime: it starts in half the time, and needs no Swift.
release=(-c release --disable-index-store --traits Tools,TLS)
[ "$(uname -s)" != Linux ] || release+=(--static-swift-stdlib)

say() { printf 'dist: %s\n' "$*"; }
size() { du -sh --apparent-size "$1" | cut -f 1; }
checksum() { (cd "$(dirname "$1")" && sha256sum "$(basename "$1")" >"$(basename "$1").sha256"); }

# Builds a product and copies it, stripped, to a folder.
build() {
    swift build "${release[@]}" --product "$1" >&2
    install -d "$2"
    install -m 755 "$(swift build "${release[@]}" --show-bin-path)/$1" "$2/$1"
    strip "$2/$1"
}

# The program with its completions and manual page, under a prefix.
lay_out() {
    if [ -n "${ACCORD:-}" ]; then
        install -D -m 755 "$ACCORD" "$1/bin/accord"
        strip "$1/bin/accord"
    else
        build accord "$1/bin"
    fi
    install -d "$1/share/man/man1" "$1/share/bash-completion/completions" "$1/share/zsh/site-functions" \
        "$1/share/fish/vendor_completions.d"
    "$1/bin/accord" --generate-completion-script bash >"$1/share/bash-completion/completions/accord"
    "$1/bin/accord" --generate-completion-script zsh >"$1/share/zsh/site-functions/_accord"
    "$1/bin/accord" --generate-completion-script fish >"$1/share/fish/vendor_completions.d/accord.fish"
    "$1/bin/accord" manual --format man >"$1/share/man/man1/accord.1"
}

# A package with the plugin and the compiled generator. PrebuiltContractTests does what ContractTests of the root does.
plugin() {
    local bundle=accord-generate.artifactbundle variant=accord-generate-linux-$machine package=$dist/accord-plugin
    rm -rf "$package"
    install -d "$package/Plugins/PrebuiltContractTests"
    if [ -n "${GENERATOR:-}" ]; then
        install -D -m 755 "$GENERATOR" "$package/$bundle/$variant/bin/accord-generate"
        strip "$package/$bundle/$variant/bin/accord-generate"
    else
        build accord-generate "$package/$bundle/$variant/bin"
    fi
    cat >"$package/$bundle/info.json" <<INFO
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
    cp Plugins/ContractTests/*.swift "$package/Plugins/PrebuiltContractTests/"
    cp packaging/plugin/Package.swift LICENSE "$package/"
    (cd "$package" && python3 -m zipfile -c "../$bundle.zip" "$bundle")
    checksum "$dist/$bundle.zip"
    say "$package: $(size "$package/$bundle"), SHA-256 of the bundle $(cut -d ' ' -f 1 "$dist/$bundle.zip.sha256")"
}

pack() {
    local archive=$dist/accord-linux-$machine.tar.xz made
    lay_out "$scratch/accord"
    cp LICENSE NOTICE CHANGELOG.md "$scratch/accord/"
    install -d "$dist"
    rm -f "$dist"/accord_*.deb* "$dist"/accord_cli-*.whl*
    tar -C "$scratch" --sort=name --owner=0 --group=0 --numeric-owner -cf - accord | xz -9e >"$archive"
    python3 packaging/package.py deb "$scratch/accord" "$version" "$dist"
    python3 packaging/package.py wheel "$scratch/accord" "$version" "$dist"
    for made in "$archive" "$dist"/accord_*.deb "$dist"/accord_cli-*.whl; do
        checksum "$made"
        say "$made: $(size "$made")"
    done
    plugin
}

case ${1:-} in
pack) pack ;;
generator) plugin ;;
install)
    lay_out "${2:?the folder to install in}"
    say "installed $2/bin/accord"
    ;;
*)
    echo "usage: dist.sh pack | generator | install PREFIX" >&2
    exit 2
    ;;
esac
