#!/bin/sh
# mock_soak.sh ACCORD: a minute of wrk with 256 connections, clients that disconnect, and 100,000 requests with a fault each.
# Prints the memory and descriptors of the mock before and after. Fails if it died or grew by more than 20 MB.
set -eu
accord=$1
seconds=${SECONDS_EACH:-60}
folder=$(mktemp -d)
trap 'kill "$mock" 2>/dev/null || true; rm -rf "$folder"' EXIT
specs=$(dirname "$0")/../Specs/awesome-todos.json
"$accord" mock --port 0 --ready-file "$folder/ready" --seed 7 "$specs" >/dev/null 2>&1 &
mock=$!
while [ ! -s "$folder/ready" ]; do sleep 0.05; done
address=$(cat "$folder/ready")
path='/login?username=dasd%C3%B6m&password=%25%2634'
memory() { awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$mock/status"; }
descriptors() { ls "/proc/$mock/fd" | wc -l; }
faults() {
python3 - "$address" "$path" "$1" <<'PYTHON'
import socket, sys
host, port = sys.argv[1].removeprefix("http://").split(":")
faults = ["empty-response", "short-body", "malformed-chunk", "garbage-response", "reset-mid-body", "gzip-truncated",
          "content-length-conflict", "truncated-headers", "chunk-unterminated", "status-999"]
for number in range(int(sys.argv[3])):
    fault = faults[number % len(faults)]
    client = socket.create_connection((host, int(port)))
    client.sendall(f"GET {sys.argv[2]} HTTP/1.1\r\nHost: x\r\nPrefer: fault={fault}\r\nConnection: close\r\n\r\n".encode())
    try:
        client.settimeout(5)
        client.recv(65536)
    except OSError:
        pass
    client.close()
PYTHON
}
wrk -t1 -c256 -d5s "$address$path" >/dev/null
# The journal has a maximum size, so only growth after it is full counts.
faults 20000
before=$(memory)
opened=$(descriptors)
wrk -t1 -c256 -d"${seconds}s" "$address$path"
python3 - "$address" <<'PYTHON'
import socket, sys
host, port = sys.argv[1].removeprefix("http://").split(":")
for number in range(2000):
    client = socket.create_connection((host, int(port)))
    client.sendall(b"POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n" + b"a" * (number % 5000))
    client.close()
PYTHON
printf 'wrk.headers["Prefer"] = "fault=reset-after-request"\n' >"$folder/faults.lua"
wrk -t1 -c64 -d"$((seconds / 4 + 1))s" -s "$folder/faults.lua" "$address$path" >/dev/null || true
faults "${FAULTS:-100000}"
sleep 2
kill -0 "$mock" || { echo "the mock has ended"; exit 1; }
echo "memory: $before MB, then $(memory) MB; descriptors: $opened, then $(descriptors)"
[ "$(memory)" -le $((before + 20)) ]
