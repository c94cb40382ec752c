#!/bin/sh
# Runs the clinic in the virtual environment of the bookshop, which scripts/python.sh creates.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv=${BOOKSHOP_VENV:-$here/../../../.build/bookshop-venv}
exec "$venv/bin/python" "$here/clinic.py" "$@"
