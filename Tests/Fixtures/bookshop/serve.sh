#!/bin/sh
# Runs the bookshop, arguments and all, in an environment of its own that is made where there is none.
#
#   BOOKSHOP_VENV    the environment's folder, .build/bookshop-venv
#
# Exit status 75 where PyPI can't be reached, and the framework isn't there already.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv=${BOOKSHOP_VENV:-$here/../../../.build/bookshop-venv}
if ! cmp -s "$here/requirements.txt" "$venv/installed.txt"; then
    python3 -m venv "$venv" >&2
    if ! "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" >&2; then
        echo "serve.sh: FastAPI can't be installed: PyPI can't be reached" >&2
        exit 75
    fi
    cp "$here/requirements.txt" "$venv/installed.txt"
fi
exec "$venv/bin/python" "$here/bookshop.py" "$@"
