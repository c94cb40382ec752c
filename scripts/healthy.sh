#!/usr/bin/env bash
# Verifies correct servers of several frameworks, in Tests/Fixtures/healthy. Every failed run is a false alarm.
#
# ACCORD_SEEDS=20       the number of seeds for each server; by default 3, one for each number of concurrent requests
# ACCORD_CONCURRENCY='1 2 16'   a seed runs with the next of these numbers
# ACCORD_SERVERS='flask litestar'   only these servers
# ACCORD_BUSY=1         keeps two cores busy at the same time
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
accord=${ACCORD:-.build/debug/accord}
python=$PWD/.build/healthy-venv/bin/python
scripts/python.sh || exit
if ! [ -x "$python" ]; then
    echo "healthy: skipped, because the frameworks aren't installed"
    [ -z "${ACCORD_COMPLETE:-}" ]
    exit
fi
scratch=$(mktemp -d)
started=()
stop() { kill "${started[@]}" 2>/dev/null; rm -rf "$scratch"; }
trap stop EXIT
if [ -n "${ACCORD_BUSY:-}" ]; then
    for _ in 1 2; do sh -c 'while :; do :; done' & started+=($!); done
fi

# run NAME CREDENTIALS: verifies Tests/Fixtures/healthy/with_NAME.py with each seed.
run() {
    local name=$1 credentials=$2 port='' red=0 seed concurrency arguments
    "$python" -B "Tests/Fixtures/healthy/with_$name.py" >"$scratch/$name.port" 2>"$scratch/$name.err" &
    local server=$!
    started+=("$server")
    for _ in $(seq 600); do
        port=$(head -1 "$scratch/$name.port")
        [ -n "$port" ] && break
        sleep 0.1
    done
    # shellcheck disable=SC2206
    local concurrencies=(${ACCORD_CONCURRENCY:-1 2 16})
    for seed in $(seq "${ACCORD_SEEDS:-3}"); do
        concurrency=${concurrencies[seed % ${#concurrencies[@]}]}
        arguments=(--refusals --fuzz 200 --allow-unsafe --wait 60s --seed "$seed" --concurrency "$concurrency")
        "$accord" verify "http://127.0.0.1:$port/openapi.json" ${credentials:+--auth "$credentials"} "${arguments[@]}" \
            --report "$scratch/$name" >"$scratch/$name.txt" 2>&1 && continue
        red=$((red + 1))
        echo "healthy: $name, seed $seed, concurrency $concurrency:"
        grep -vE '^[0-9]+ of [0-9]+ cases' "$scratch/$name.txt" | head -60
    done
    kill "$server"
    wait "$server" 2>/dev/null
    echo "healthy: $name: $red of ${ACCORD_SEEDS:-3} runs failed"
    [ "$red" -eq 0 ]
}

failed=0
while read -r name credentials; do
    case " ${ACCORD_SERVERS:-$name} " in *" $name "*) run "$name" "$credentials" || failed=1 ;; esac
done <<'END'
fastapi HTTPBearer=token-of-shop
django_rest token=token-of-library
django_ninja Key=key-of-tasks
flask BasicAuth=ann:secret-of-ann
litestar key=key-of-calendar
starlette token=token-of-store
connexion key=key-of-pets
twisted
bottle basic=bob:secret-of-bob
aiohttp bearer=token-of-polls
END
exit "$failed"
