"""Compares `accord verify` with a bare libcurl loop: the same loopback server and machine, alternating; medians.

verify_bench.py ACCORD SERVER LOOP [--quick]
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import verify_peers

ITEM = {
    "type": "object",
    "required": ["id", "title", "done"],
    "properties": {
        "id": {"type": "integer", "minimum": 1},
        "title": {"type": "string", "minLength": 1},
        "done": {"type": "boolean"},
        "due": {"type": "string", "format": "date-time"},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
}
PAGE = {
    "type": "object",
    "required": ["items", "total"],
    "properties": {"items": {"type": "array", "items": ITEM}, "total": {"type": "integer"}},
}
CASES_PER_OPERATION = 20
CONCURRENCY = 16


def contract(cases):
    """`cases` documented cases, twenty per operation, each with its own path."""
    operations = {}
    for start in range(0, cases, CASES_PER_OPERATION):
        number = start // CASES_PER_OPERATION
        operations[f"list{number}"] = {
            "summary": f"The items of list {number}.",
            "request": {
                "method": "GET",
                "path": f"/lists/{number}/items/{{page}}",
                "pathParameters": {"page": {"type": "integer"}},
            },
            "responses": {"200": {"description": "A page.", "body": {"$ref": "#/components/schemas/Page"}}},
            "cases": {
                f"page {page}": {"request": {"pathParameters": {"page": page}}, "response": {"status": 200}}
                for page in range(start, min(start + CASES_PER_OPERATION, cases))
            },
        }
    return {
        "contract": "1.0",
        "info": {"title": f"{cases} cases", "version": "1"},
        "servers": [{"name": "test", "url": "http://127.0.0.1"}],
        "operations": operations,
        "components": {"schemas": {"Page": PAGE}},
    }


def head(path):
    """Reads a report without its cases, because the peak memory of a process includes that of its parent at the start."""
    text, cases = "", '"cases": ['
    with open(path) as report:
        while cases not in text and (more := report.read(100_000)):
            text += more
    return json.loads(text[: text.index(cases)].rstrip().rstrip(",") + "}")


class Run:
    """One process: seconds, peak memory, and what it printed."""

    def __init__(self, arguments):
        start = time.monotonic()
        process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds = time.monotonic() - start
        self.megabytes = usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
        if process.returncode:
            sys.exit(f"{' '.join(arguments)}: exit {process.returncode}\n{self.output.decode()[-2000:]}")


def main():
    accord, server, loop = sys.argv[1:4]
    rounds = 3 if "--quick" in sys.argv else 7
    serving = subprocess.Popen([server], stdout=subprocess.PIPE)
    try:
        port = int(serving.stdout.readline())
        with tempfile.TemporaryDirectory() as scratch:
            measure(accord, loop, port, rounds, scratch)
    finally:
        serving.kill()


def measure(accord, loop, port, rounds, scratch):
    print(f"accord verify, {CONCURRENCY} concurrent requests, a JSON response of 1 KB, medians of {rounds}")
    whole = {}
    print(f"{'cases':>7} {'cases/s':>9} {'of bare':>8} {'µs/case':>8} {'start to end':>13} {'peak memory':>12}")
    for cases in (10, 100, 1000, 5000, 20000):
        file = os.path.join(scratch, f"{cases}.json")
        with open(file, "w") as out:
            json.dump(contract(cases), out, indent=2)
        reports = os.path.join(scratch, f"reports-{cases}")
        runs, rates, bare = [], [], []
        for _ in range(rounds):
            runs.append(Run([accord, "verify", "--base-url", f"http://127.0.0.1:{port}", "--report", reports, file]))
            content = head(os.path.join(reports, "report.json"))
            assert content["summary"]["passed"] == cases, content["summary"]
            rates.append(cases / content["duration"])
            bare.append(float(Run([loop, str(port), str(max(cases, 20000)), str(CONCURRENCY)]).output))
        rate = statistics.median(rates)
        whole[cases] = statistics.median(run.seconds for run in runs)
        print(
            f"{cases:>7} {rate:>9.0f} {rate / statistics.median(bare):>8.0%} {1e6 / rate:>8.0f} "
            f"{whole[cases]:>11.2f} s "
            f"{statistics.median(run.megabytes for run in runs):>9.0f} MB",
            flush=True,
        )
    print(f"bare libcurl loop: {statistics.median(bare):.0f} requests/s")
    starts = [Run([accord, "--version"]).seconds for _ in range(rounds * 3)]
    print(f"start-up (accord --version): {statistics.median(starts) * 1000:.1f} ms")
    verify_peers.compare(accord, port, PAGE, CASES_PER_OPERATION, 1000 / whole[1000], scratch)


main()
