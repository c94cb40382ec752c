"""Measures the mock server with wrk, beside nginx with the same bytes, Pact's stub server and Specmatic's mock.

    python3 mock_bench.py ACCORD

Requires wrk and nginx (apt install wrk nginx-light). Pact's stub server and Specmatic are measured if they are installed
for the Python interpreter that runs this program. Requests match the cases in turn, or no case: a different query, a
different id in the path, a different body each time.

Numbers of operations and cases are measured in turns, a short run of each in every round, and printed as medians. One long
run after the other would measure how busy the machine is. nginx receives the same requests in the same rounds: the load
generator takes longer for some of them, although all paths are equal to nginx.
"""

import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

SECONDS = int(os.environ.get("SECONDS_EACH", "8"))
ROUNDS = int(os.environ.get("ROUNDS", "7"))
ROUND_SECONDS = int(os.environ.get("ROUND_SECONDS", "2"))
CONNECTIONS = 32


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def contract(operations, cases):
    """A list for each operation, and a case for each page, which the query selects."""
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
    """Operations that fetch an item by its id and create one."""
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
    """Requests each case in turn."""
    return f'wrk.format("GET", "/lists/" .. (count % {operations}) .. "/items?page=" .. (count % {cases}))'


# No case has a number of 2,000 or more. Each run of wrk starts where the previous one ended.
NO_CASE = {
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


def ask(address, pid, request, seconds, start):
    """Runs wrk: returns requests/s, the server's processor time in µs for each, and errors. `request` is Lua code."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(SCRIPT % request.replace("START", str(start)))
        script.flush()
        before = processor_seconds(children(pid))
        command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", script.name, address]
        output = subprocess.run(command, capture_output=True, text=True).stdout
        used = processor_seconds(children(pid)) - before
    rate = float(next(line.split()[1] for line in output.splitlines() if line.startswith("Requests/sec:")))
    count = float(next(line.split()[0] for line in output.splitlines() if " requests in " in line))
    wrong = next((line.strip() for line in output.splitlines() if "Non-2xx" in line or "Socket errors" in line), "")
    return rate, used / count * 1e6 if count else 0, wrong


def show(name, pid, rate, each, wrong):
    print(f"{name:44} {rate:9.0f} /s  {each:6.1f} µs of processor each  {resident(children(pid)):6.1f} MB  {wrong}",
          flush=True)


def measure(name, address, pid, request):
    ask(address, pid, request, 2, 2000)
    rate, each, wrong = ask(address, pid, request, SECONDS, 10**7)
    if rate:
        show(name, pid, rate, each, wrong)
    else:
        print(f"{name:44} no request answered in {SECONDS} s  {resident(children(pid)):6.1f} MB", flush=True)


def in_turns(measured):
    """Returns the median rates by key. `measured` maps keys to name, address, pid and request."""
    for _, address, pid, request in measured.values():
        ask(address, pid, request, 1, 0)
    runs = {key: [] for key in measured}
    for _ in range(ROUNDS):
        for key, (_, address, pid, request) in measured.items():
            runs[key].append(ask(address, pid, request, ROUND_SECONDS, 0))
    rates = {}
    for key, (name, _, pid, _) in measured.items():
        rates[key] = statistics.median(run[0] for run in runs[key])
        each = statistics.median(run[1] for run in runs[key])
        show(name, pid, rates[key], each, next((run[2] for run in runs[key] if run[2]), ""))
    return rates


def accord(program, operations, cases, folder):
    """Starts the mock. Returns its name with the time of its first response, its address and its process."""
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
    return f"accord, {operations} operations of {cases} cases ({first:.0f} ms)", address, server


def accord_no_case(program, folder):
    """Measures requests that match no case."""
    for part, (name, request) in NO_CASE.items():
        for cases in [1, 1000] if name == "lists" else [1]:
            file = f"{folder}/{name}-{cases}-no-case.json"
            with open(file, "w") as output:
                json.dump(contract(1, cases)[0] if name == "lists" else todos(), output)
            server = subprocess.Popen(
                [program, "mock", "--port", "0", file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            try:
                measure(
                    f"accord, no case: {part}, {cases} cases", server.stdout.readline().strip(), server.pid, request)
            finally:
                server.send_signal(signal.SIGTERM)
                server.wait()


def nginx(folder):
    """Starts nginx. Returns its address and its process."""
    if not shutil.which("nginx"):
        print("nginx is not installed, not measured")
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
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/").read()
            break
        except OSError:
            time.sleep(0.05)
    return f"http://127.0.0.1:{port}", server


def pact(folder):
    program = shutil.which("pact", path=os.path.dirname(sys.executable))
    if not program:
        print("Pact's stub server is not installed (pip install pact-python-cli), not measured")
        return
    _, body = contract(1, 1)
    for count in (1, 10, 100):
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
        print("Specmatic's mock is not installed (pip install specmatic, and Java), not measured")
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
    """Waits until the address responds."""
    for _ in range(600):
        try:
            urllib.request.urlopen(address).read()
            return
        except urllib.error.HTTPError as answer:
            sys.exit(f"{address} answers {answer.code}: {answer.read()[:300]}")
        except OSError:
            time.sleep(0.1)
    sys.exit(f"no response from {address}")


def main():
    if not shutil.which("wrk"):
        sys.exit("wrk isn't installed: apt install wrk")
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        servers, measured = [], {}
        sizes = [(1, 1), (100, 1), (1000, 1), (1, 100), (1, 1000)]
        for size in sizes:
            name, address, server = accord(program, *size, folder)
            servers.append(server)
            measured["accord", size] = name, address, server.pid, turns(*size)
        beside = nginx(folder)
        if beside:
            servers.append(beside[1])
            for size in sizes:
                name = f"nginx, the same bytes, asked for {size[0]} of {size[1]}"
                measured["nginx", size] = name, beside[0], beside[1].pid, turns(*size)
        try:
            rates = in_turns(measured)
        finally:
            for server in servers:
                server.send_signal(signal.SIGTERM)
                server.wait()
        accord_no_case(program, folder)
        pact(folder)
        specmatic(folder)
        if beside:
            share = rates["accord", (1, 1)] / rates["nginx", (1, 1)]
            print(f"accord: {share:.0%} of nginx's rate")
        for name in dict.fromkeys(name for name, _ in rates):
            measured = [rate for (server, _), rate in rates.items() if server == name]
            print(f"{name}: lowest rate {min(measured) / max(measured):.0%} of the highest, for 1 to 1,000 paths or queries")


if __name__ == "__main__":
    main()
