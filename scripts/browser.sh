#!/usr/bin/env bash
# Opens the documentation and the reports in a real browser: Debian's Chromium, driven by Playwright from PyPI.
#
#   scripts/browser.sh                  runs Tests/Browser/test_*.py; says so, and ends with 0, where either can't be had
#   scripts/browser.sh screenshots DIR  writes pictures of the pages into DIR
#
# ACCORD names the program, by default the one that was built last. ACCORD_BROWSER=required fails where it is left out.
set -euo pipefail
cd "$(dirname "$0")/.."

left_out() {
    echo "browser: LEFT OUT: $1" >&2
    [ "${ACCORD_BROWSER:-}" != required ] || exit 1
    exit 0
}

accord=${ACCORD:-}
for candidate in .build/debug/accord .build/release/accord; do
    if [ -z "$accord" ] && [ -x "$candidate" ]; then accord=$PWD/$candidate; fi
done
[ -n "$accord" ] || { echo "browser: no accord was built: swift build --product accord" >&2; exit 1; }

chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -n "$chromium" ] || left_out "there is no Chromium (Debian's package is called chromium)"
command -v python3 >/dev/null || left_out "there is no python3"

venv=${ACCORD_BROWSER_VENV:-.build/browser}
if ! "$venv/bin/python" -c "import playwright" 2>/dev/null; then
    { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet "playwright>=1.45,<2"; } >&2 ||
        left_out "Playwright can't be had from PyPI"
fi

export ACCORD=$accord CHROMIUM=$chromium
if [ "${1:-}" = screenshots ]; then
    exec "$venv/bin/python" Tests/Browser/screenshots.py "${2:?a folder for the pictures}"
fi
status=0
for test in Tests/Browser/test_*.py; do
    "$venv/bin/python" "$test" || status=1
done
exit $status
