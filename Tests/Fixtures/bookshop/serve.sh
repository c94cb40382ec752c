#!/bin/sh
# Runs the bookshop with the given arguments in the virtual environment that scripts/python.sh creates.
#
#   BOOKSHOP_VENV    the environment's folder, .build/bookshop-venv
#
# Ends with status 75 without the environment.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv=${BOOKSHOP_VENV:-$here/../../../.build/bookshop-venv}
if [ ! -x "$venv/bin/python" ]; then
    echo "serve.sh: FastAPI isn't installed: run scripts/python.sh" >&2
    exit 75
fi
exec "$venv/bin/python" "$here/bookshop.py" "$@"
