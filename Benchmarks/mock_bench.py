"""The mock server under wrk, beside nginx with the same bytes and the mocks of others from PyPI.

    python3 mock_bench.py ACCORD

Needs wrk and nginx (apt install wrk nginx-light); Pact's stub server and Specmatic are measured where they are beside the
Python that runs this, and said to be missing elsewhere. The mock is asked in turn for cases that differ in their query, so
that none of its answers is the last one again; and for what nobody asked before: another query, another id in the path,
another body each time, which it reads, judges and answers anew.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

SECONDS = int(os.environ.get("SECONDS_EACH", "8"))
CONNECTIONS = 32


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def contract(operations, cases):
    """A list for each operation; a case for each page, told apart by its query."""
    schema = {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["id", "title"],
            "properties": {"id": {"type": "integer"}, "title": {"type": "string"}, "done": {"type": "boolean"}},
        },
    }
    body = [{"id": number, "title": f"item {number}", "done": False} for number in range(10)]
    return {
        "contract": "1.0",
        "info": {"title": "Lists", "version": "1"},
        "servers": [{"url": "https://lists.example"}],
        "operations": {
            f"list{number}": {
                "request": {
                    "method": "GET",
                    "path": f"/lists/{number}/items",
                    "query": {"page": {"type": "integer", "minimum": 0}},
                },
                "responses": {"200": {"description": "A page.", "body": schema}},
                "cases": {
                    f"page {page}": {
                        "request": {"query": {"page": page}},
                        "response": {"status": 200, "body": body},
                    }
                    for page in range(cases)
                },
            }
            for number in range(operations)
        },
    }, json.dumps(body, separators=(",", ":"))


def todos():
    """An item that is asked for by its id, and created."""
    body = {"title": "milk", "done": False, "rank": 3, "tags": ["home"]}
    sent = {
        "type": "object",
        "required": ["title"],
        "additionalProperties": False,
        "properties": {
            "title": {"type": "string", "minLength": 1, "maxLength": 100}, "done": {"type": "boolean"},
            "rank": {"type": "integer", "minimum": 0}, "tags": {"type": "array", "items": {"type": "string"}},
        },
    }
    kept = {**sent, "required": ["id", "title"], "properties": {"id": {"type": "integer"}, **sent["properties"]}}
    return {
        "contract": "1.0",
        "info": {"title": "Todos", "version": "1"},
        "servers": [{"url": "https://todos.example"}],
        "operations": {
            "get": {
                "request": {"method": "GET", "path": "/todos/{id}", "pathParameters": {"id": {"type": "integer"}}},
                "responses": {"200": {"description": "It.", "body": kept}},
                "cases": {
                    "one": {
                        "request": {"pathParameters": {"id": 1}},
                        "response": {"status": 200, "body": {"id": 1, **body}},
                    }
                },
            },
            "create": {
                "request": {"method": "POST", "path": "/todos", "body": sent},
                "responses": {"201": {"description": "It.", "body": kept}},
                "cases": {
                    "one": {"request": {"body": body}, "response": {"status": 201, "body": {"id": 1, **body}}}
                },
            },
        },
    }


SCRIPT = """
local count = 0
local json = {["Content-Type"] = "application/json"}
request = function()
  count = count + 1
  return %s
end
"""


def turns(operations, cases):
    """Asks for each case in turn."""
    return f'wrk.format("GET", "/lists/" .. (count % {operations}) .. "/items?page=" .. (count % {cases}))'


# From 2,000 on: no case is asked for. Each run of wrk begins where none before it ended.
NEVER_BEFORE = {
    "query": ("lists", 'wrk.format("GET", "/lists/0/items?page=" .. (count + START))'),
    "id in the path": ("todos", 'wrk.format("GET", "/todos/" .. (count + START))'),
    "JSON body": (
        "todos",
        """wrk.format("POST", "/todos", json, '{"title":"milk ' .. (count + START) .. '","done":true,"rank":'"""
        """ .. (count + START) .. ',"tags":["home","shop"]}')""",
    ),
}


def processor_seconds(pids):
    ticks = os.sysconf("SC_CLK_TCK")
    total = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        total += (int(fields[11]) + int(fields[12])) / ticks
    return total


def resident(pids):
    total = 0
    for pid in pids:
        with open(f"/proc/{pid}/status") as status:
            total += next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
    return total / 1024


def children(pid):
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()
    return [pid] + [int(child) for child in found]


def measure(name, address, pid, request):
    """`request`: what makes one, in Lua."""
    def ask(seconds, start):
        with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
            script.write(SCRIPT % request.replace("START", str(start)))
            script.flush()
            command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", script.name, address]
            return subprocess.run(command, capture_output=True, text=True).stdout

    ask(2, 2000)
    before = processor_seconds(children(pid))
    output = ask(SECONDS, 10**7)
    used = processor_seconds(children(pid)) - before
    rate = float(next(line.split()[1] for line in output.splitlines() if line.startswith("Requests/sec:")))
    count = float(next(line.split()[0] for line in output.splitlines() if " requests in " in line))
    wrong = next((line.strip() for line in output.splitlines() if "Non-2xx" in line or "Socket errors" in line), "")
    if not count:
        print(f"{name:44} no request answered in {SECONDS} s  {resident(children(pid)):6.1f} MB", flush=True)
        return 0
    print(f"{name:44} {rate:9.0f} /s  {used / count * 1e6:6.1f} µs of processor each  "
          f"{resident(children(pid)):6.1f} MB  {wrong}", flush=True)
    return rate


def accord(program, operations, cases, folder):
    text, body = contract(operations, cases)
    file = f"{folder}/lists-{operations}-{cases}.json"
    with open(file, "w") as output:
        json.dump(text, output)
    started = time.perf_counter()
    server = subprocess.Popen(
        [program, "mock", "--port", "0", file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = server.stdout.readline().strip()
    with urllib.request.urlopen(f"{address}/lists/0/items?page=0") as answer:
        assert answer.read().decode() == body
    first = (time.perf_counter() - started) * 1000
    try:
        return measure(
            f"accord, {operations} operations of {cases} cases ({first:.0f} ms)", address, server.pid,
            turns(operations, cases))
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def accord_never_before(program, folder):
    """Requests none of which came before."""
    for what, (name, request) in NEVER_BEFORE.items():
        for cases in [1, 1000] if name == "lists" else [1]:
            file = f"{folder}/{name}-{cases}-new.json"
            with open(file, "w") as output:
                json.dump(contract(1, cases)[0] if name == "lists" else todos(), output)
            server = subprocess.Popen(
                [program, "mock", "--port", "0", file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            try:
                measure(
                    f"accord, never before: {what}, {cases} cases", server.stdout.readline().strip(), server.pid, request)
            finally:
                server.send_signal(signal.SIGTERM)
                server.wait()


def nginx(folder):
    if not shutil.which("nginx"):
        print("nginx: isn't installed, not measured")
        return None
    _, body = contract(1, 1)
    port = free_port()
    with open(f"{folder}/nginx.conf", "w") as output:
        output.write(f"""
worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log /dev/null;
events {{ worker_connections 1024; }}
http {{ access_log off; keepalive_requests 100000000; default_type application/json;
  server {{ listen 127.0.0.1:{port}; location / {{ return 200 '{body}'; }} }} }}
""")
    server = subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf", "-p", folder], stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/").read()
                break
            except OSError:
                time.sleep(0.05)
        return measure("nginx, one worker, the same bytes", f"http://127.0.0.1:{port}", server.pid, turns(1, 1))
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def pact(folder):
    program = shutil.which("pact", path=os.path.dirname(sys.executable))
    if not program:
        print("Pact's stub server: isn't installed (pip install pact-python-cli), not measured")
        return
    _, body = contract(1, 1)
    for count in (1, 100, 500):
        file = f"{folder}/pact-{count}.json"
        with open(file, "w") as output:
            json.dump({
                "consumer": {"name": "bench"}, "provider": {"name": "lists"},
                "interactions": [
                    {
                        "description": f"page {page}",
                        "request": {"method": "GET", "path": "/lists/0/items", "query": f"page={page}"},
                        "response": {
                            "status": 200, "headers": {"Content-Type": "application/json"}, "body": json.loads(body)
                        },
                    }
                    for page in range(count)
                ],
                "metadata": {"pactSpecification": {"version": "2.0.0"}},
            }, output)
        port = free_port()
        server = subprocess.Popen(
            [program, "stub", "-f", file, "-p", str(port), "-l", "error"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}/lists/0/items?page=0")
            measure(f"Pact's stub server, {count} interactions", f"http://127.0.0.1:{port}", server.pid, turns(1, count))
        finally:
            server.kill()
            server.wait()


def specmatic(folder):
    try:
        from specmatic.core import __file__ as package
    except ImportError:
        package = None
    if not package or not shutil.which("java"):
        print("Specmatic's mock: isn't installed (pip install specmatic, and Java), not measured")
        return
    text, body = contract(1, 1)
    schema = text["operations"]["list0"]["responses"]["200"]["body"]
    page = {"name": "page", "in": "query", "schema": {"type": "integer"}, "examples": {"page 0": {"value": 0}}}
    answer = {"schema": schema, "examples": {"page 0": {"value": json.loads(body)}}}
    response = {"description": "A page.", "content": {"application/json": answer}}
    file = f"{folder}/lists.json"
    with open(file, "w") as output:
        json.dump({
            "openapi": "3.0.3", "info": text["info"],
            "paths": {"/lists/0/items": {"get": {"parameters": [page], "responses": {"200": response}}}},
        }, output)
    port = free_port()
    server = subprocess.Popen(
        ["java", "-jar", os.path.join(os.path.dirname(package), "specmatic.jar"), "stub", file, f"--port={port}"],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}/lists/0/items?page=0")
        measure("Specmatic's mock, 1 operation", f"http://127.0.0.1:{port}", server.pid, turns(1, 1))
    finally:
        server.kill()
        server.wait()


def wait_for(address):
    """Returns once the address answers; a server in Java takes its time."""
    for _ in range(600):
        try:
            urllib.request.urlopen(address).read()
            return
        except urllib.error.HTTPError as answer:
            sys.exit(f"{address} answers {answer.code}: {answer.read()[:300]}")
        except OSError:
            time.sleep(0.1)
    sys.exit(f"{address} doesn't answer")


def main():
    if not shutil.which("wrk"):
        sys.exit("wrk isn't installed: apt install wrk")
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        beside = nginx(folder)
        rates = {}
        for operations, cases in [(1, 1), (100, 1), (1000, 1), (1, 100), (1, 1000)]:
            rates[operations, cases] = accord(program, operations, cases, folder)
        accord_never_before(program, folder)
        pact(folder)
        specmatic(folder)
        if beside:
            print(f"accord answers {rates[1, 1] / beside:.0%} of nginx's requests")
        spread = min(rates.values()) / max(rates.values())
        print(f"its slowest is {spread:.0%} of its fastest, over 1 to 1,000 operations and 1 to 1,000 cases")


if __name__ == "__main__":
    main()
