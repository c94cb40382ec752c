#!/usr/bin/env bash
# The step of action.yml: installs a released program unless INPUT_PROGRAM names one, and runs `accord verify`.
# With INPUT_COMPARE, a revision, it first runs `accord diff` for each document. Without a server, it then ends.
# Reads the inputs from INPUT_… and the address and version of the release from ACTION_ADDRESS and ACTION_VERSION.
set -euo pipefail

install_program() {
    local folder=${RUNNER_TEMP:-$(mktemp -d)} name
    name=accord-linux-$(uname -m).tar.xz
    if [ -n "${INPUT_ARCHIVE:-}" ]; then
        tar -xJf "$INPUT_ARCHIVE" -C "$folder"
    else
        (
            cd "$folder"
            curl -fsSL --retry 3 -O "$ACTION_ADDRESS/releases/download/$ACTION_VERSION/$name" \
                -O "$ACTION_ADDRESS/releases/download/$ACTION_VERSION/$name.sha256"
            sha256sum --check --quiet "$name.sha256"
            tar -xJf "$name"
        )
    fi
    program=$folder/accord/bin/accord
    if ! "$program" --version >/dev/null 2>&1; then
        # Ubuntu 24.04 names the package of libcurl libcurl4t64.
        sudo apt-get install -y --no-install-recommends libjson-c5 libcurl4 ||
            sudo apt-get install -y --no-install-recommends libjson-c5 libcurl4t64
    fi
}

program=${INPUT_PROGRAM:-}
[ -n "$program" ] || install_program

arguments=()
[ -z "${INPUT_BASE_URL:-}" ] || arguments+=(--base-url "$INPUT_BASE_URL")
[ -z "${INPUT_SERVER:-}" ] || arguments+=(--server "$INPUT_SERVER")
while IFS= read -r line; do [ -z "$line" ] || arguments+=(--auth "$line"); done <<<"${INPUT_AUTH:-}"
case ${INPUT_REFUSALS:-false} in
true) arguments+=(--refusals) ;;
false | "") ;;
*) echo "action: refusals: expected true or false, got $INPUT_REFUSALS" >&2; exit 2 ;;
esac
# Splits like a shell, without expanding anything: quotes keep words together. An unmatched quote is an error.
if [ -n "${INPUT_ARGUMENTS:-}" ]; then
    words=$(python3 -c 'import os, shlex; print("\n".join(shlex.split(os.environ["INPUT_ARGUMENTS"])))') ||
        { echo "action: arguments: an unmatched quote" >&2; exit 2; }
    while IFS= read -r word; do arguments+=("$word"); done <<<"$words"
fi
specs=()
while IFS= read -r line; do [ -z "$line" ] || specs+=("$line"); done <<<"${INPUT_SPECS:-}"

status=0
if [ -n "${INPUT_COMPARE:-}" ]; then
    [ ${#specs[@]} -gt 0 ] || { echo "action: compare: name the documents in specs" >&2; exit 2; }
    for spec in "${specs[@]}"; do
        if [ -d "$spec" ]; then
            echo "action: compare: name the documents in specs, $spec is a folder" >&2
            exit 2
        fi
        old=git:$INPUT_COMPARE:$spec
        # The revision doesn't contain a new document.
        git cat-file -e "$INPUT_COMPARE:./$spec" 2>/dev/null || { echo "$spec is new"; continue; }
        "$program" diff --fail-on none --format markdown "$old" "$spec" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
        "$program" diff --fail-on "${INPUT_FAIL_ON:-any}" --format github "$old" "$spec" || status=$?
    done
    [ -n "${INPUT_BASE_URL:-}${INPUT_SERVER:-}" ] && [ "$status" = 0 ] || exit "$status"
fi

[ -z "${INPUT_REPORT:-}" ] || arguments+=(--report "$INPUT_REPORT")
exec "$program" verify ${arguments[@]+"${arguments[@]}"} ${specs[@]+"${specs[@]}"}
