#!/usr/bin/env bash
# Checks for the two system libraries that Accord links, json-c and libcurl, and installs them if it may.
# Never asks for a password: without the rights to install them, it prints the command and fails.
#
#   setup.sh         the libraries
#   setup.sh dist    also the programs with which make dist builds packages and its test reads them
set -euo pipefail

say() { printf 'setup: %s\n' "$*" >&2; }

libraries_are_there() {
    command -v pkg-config >/dev/null 2>&1 && pkg-config --exists json-c libcurl
}

# Only Linux builds packages.
tools_are_there() {
    local tool
    [ "$(uname -s)" = Linux ] || return 0
    for tool in dpkg-deb patchelf xz man; do command -v "$tool" >/dev/null 2>&1 || return 1; done
}

# install_with_apt WHAT PACKAGE...
install_with_apt() {
    local what=$1 packages=("${@:2}")
    if [ "$(id -u)" -ne 0 ]; then
        say "$what is missing, and only root can install it. Run:"
        say "    sudo apt-get update && sudo apt-get install -y ${packages[*]}"
        exit 1
    fi
    say "installing ${packages[*]} with apt-get"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >&2
    apt-get install -y -qq --no-install-recommends "${packages[@]}" >&2
}

install_with_brew() {
    say "installing json-c, curl and pkg-config with brew"
    brew install --quiet json-c curl pkg-config >&2
}

if ! command -v swift >/dev/null 2>&1; then
    say "swift is not in PATH; Accord requires Swift 6.3 or later: https://swift.org/install"
    exit 1
fi

if ! libraries_are_there; then
    if command -v apt-get >/dev/null 2>&1; then
        install_with_apt "json-c or libcurl" libjson-c-dev libcurl4-openssl-dev pkg-config
    elif command -v brew >/dev/null 2>&1; then
        install_with_brew
    else
        say "install the headers of json-c and libcurl, and pkg-config; in Fedora:"
        say "    json-c-devel libcurl-devel pkgconf-pkg-config"
        exit 1
    fi
    if ! libraries_are_there; then
        say "pkg-config doesn't find json-c and libcurl; its output is:"
        say "    pkg-config --libs json-c libcurl"
        exit 1
    fi
fi
say "json-c $(pkg-config --modversion json-c), libcurl $(pkg-config --modversion libcurl)"

if [ "${1:-}" = dist ] && ! tools_are_there; then
    if command -v apt-get >/dev/null 2>&1; then
        install_with_apt "dpkg-deb, patchelf, xz or man" dpkg patchelf xz-utils man-db
    else
        say "make dist needs dpkg-deb, patchelf, xz and man"
        exit 1
    fi
fi
