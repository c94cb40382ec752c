"""Measures tools from PyPI with the same server and requests: Schemathesis with an OpenAPI document, and Pact with a pact.

Each is looked for beside the Python that runs this; where it is missing that is said, and nothing else changes.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def program(name):
    return shutil.which(name, path=os.path.dirname(sys.executable))


def openapi(operations, page):
    """The operations of the contract as OpenAPI, the same schema for the responses."""
    paths = {
        f"/lists/{number}/items/{{page}}": {
            "get": {
                "operationId": f"list{number}",
                "parameters": [{"name": "page", "in": "path", "required": True, "schema": {"type": "integer"}}],
                "responses": {
                    "200": {"description": "A page.", "content": {"application/json": {"schema": page}}}
                },
            }
        }
        for number in range(operations)
    }
    return {"openapi": "3.1.0", "info": {"title": "Lists", "version": "1"}, "paths": paths}


def pact(interactions, cases_per_operation):
    """Returns the same number of interactions, with responses matched by type."""
    item = {"id": 1, "title": "Water", "done": True, "due": "2026-03-01T09:30:00Z", "tags": ["home"]}
    by_type = {"matchers": [{"match": "type"}]}
    rules = {"$.items": {"matchers": [{"match": "type", "min": 1}]}, "$.items[*].*": by_type, "$.total": by_type}
    return {
        "consumer": {"name": "bench"},
        "provider": {"name": "server"},
        "metadata": {"pactSpecification": {"version": "3.0.0"}},
        "interactions": [
            {
                "description": f"page {number}",
                "request": {"method": "GET", "path": f"/lists/{number // cases_per_operation}/items/{number}"},
                "response": {
                    "status": 200,
                    "headers": {"Content-Type": "application/json"},
                    "body": {"items": [item], "total": 8},
                    "matchingRules": {"body": rules},
                },
            }
            for number in range(interactions)
        ],
    }


def run(arguments, folder):
    """Runs in a separate folder, because Schemathesis writes its state to the current folder."""
    start = time.monotonic()
    done = subprocess.run(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False, cwd=folder
    )
    return time.monotonic() - start, done.returncode, done.stdout.decode(errors="replace")


def schemathesis(port, page, scratch):
    """Returns the cases per second from start to end, for about 1,000 generated cases."""
    file = os.path.join(scratch, "openapi.json")
    with open(file, "w") as out:
        json.dump(openapi(50, page), out)
    seconds, status, output = run(
        [program("schemathesis"), "run", file, "--url", f"http://127.0.0.1:{port}", "--phases", "fuzzing", "-n", "20"]
        + ["--mode", "positive", "--generation-deterministic", "--no-shrink", "--suppress-health-check", "all"]
        + ["-c", "status_code_conformance,content_type_conformance,response_schema_conformance"],
        scratch,
    )
    generated = re.search(r"(\d+) generated", output)
    return int(generated[1]) / seconds if status == 0 and generated else None


def same_pact(accord, port, cases_per_operation, rounds, scratch):
    """Prints the medians of both programs for the same pact of 1,000 interactions, measured in turns."""
    file = os.path.join(scratch, "pact.json")
    with open(file, "w") as out:
        json.dump(pact(1000, cases_per_operation), out)
    ours = [accord, "verify", "--base-url", f"http://127.0.0.1:{port}", "--report", scratch, "--quiet", "--pact", file]
    theirs = [program("pact"), "verifier", "--file", file, "--hostname", "127.0.0.1", "--port", str(port)]
    theirs += ["--loglevel", "none"]
    seconds = {"accord verify": [], "pact verifier": []}
    for _ in range(rounds):
        for name, arguments in [("accord verify", ours), ("pact verifier", theirs)]:
            elapsed, status, output = run(arguments, scratch)
            if status != 0:
                print(f"{name} failed on a pact of 1,000 interactions: {output[-500:]}")
                return
            seconds[name].append(elapsed)
    medians = {name: statistics.median(values) for name, values in seconds.items()}
    for name, median in medians.items():
        print(f"{name}: {median:.2f} s from start to end for a pact of 1,000 interactions")
    print(f"accord verify: {medians['pact verifier'] / medians['accord verify']:.0f} times as fast", flush=True)


def compare(accord, port, page, cases_per_operation, ours, scratch):
    """Prints the peers' rates; `ours` is Accord's rate from start to end for 1,000 cases."""
    if not program("schemathesis"):
        print("Schemathesis is not installed, not measured")
    elif (rate := schemathesis(port, page, scratch)) is None:
        print("Schemathesis failed, not measured")
    else:
        print(f"Schemathesis: {rate:.0f} cases/s from start to end; accord {ours / rate:.0f} times as many", flush=True)
    if not program("pact"):
        print("Pact is not installed, not measured")
    else:
        same_pact(accord, port, cases_per_operation, 3, scratch)


if __name__ == "__main__":
    # verify_peers.py ACCORD PORT measures pacts alone, with a running answer-server.
    with tempfile.TemporaryDirectory() as folder:
        same_pact(os.path.abspath(sys.argv[1]), int(sys.argv[2]), 20, 3, folder)
