#!/usr/bin/env bash
# Opens the pages that Accord generates in Debian's Chromium, driven by Playwright, and checks them with axe; both are from
# PyPI. If one is not available, the script reports that the pages were not tested, and succeeds. With ACCORD_COMPLETE
# set, it fails.
#
#   scripts/browser.sh                         runs the tests in Tests/Browser/
#   scripts/browser.sh --screenshots FOLDER    writes screenshots
#
#   ACCORD    the program; by default the debug build
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2

accord=${ACCORD:-.build/debug/accord}
venv=.build/browser
skip() { echo "browser: SKIPPED: $*" >&2; [ -z "${ACCORD_COMPLETE:-}" ]; exit; }

[ -x "$accord" ] || { echo "browser: $accord does not exist; build it first" >&2; exit 2; }
CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    skip "Chromium is not installed (Debian: apt-get install chromium)"
export CHROMIUM
command -v python3 >/dev/null || skip "python3 is not installed"
if ! "$venv/bin/python" -c 'import playwright, axe_playwright_python' 2>/dev/null; then
    python3 -m venv "$venv" >/dev/null 2>&1 || skip "python3 cannot create a virtual environment (Debian: apt-get install python3-venv)"
    "$venv/bin/pip" install --quiet --disable-pip-version-check 'playwright>=1.40,<2' 'axe-playwright-python==0.1.8' >/dev/null 2>&1 ||
        skip "Playwright and axe could not be installed from PyPI"
fi

export ACCORD
ACCORD=$(realpath "$accord")
if [ "${1:-}" = --screenshots ]; then
    exec "$venv/bin/python" Tests/Browser/screenshots.py "$2"
fi
status=0
for tests in Tests/Browser/test_*.py; do
    "$venv/bin/python" "$tests" || status=1
done
[ "$status" -eq 0 ] && echo "browser: the pages passed their tests in Chromium"
exit "$status"
