"""Measures tools from PyPI with the same server and requests: Schemathesis with an OpenAPI document, and Pact with a pact.

Each is looked for beside the Python that runs this; where it is missing that is said, and nothing else changes.
"""

import json
import os
import re
import shutil
import subprocess
import sys
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


def pact_verifier(port, cases_per_operation, scratch):
    """Returns the cases per second from start to end, for 200 interactions."""
    file = os.path.join(scratch, "pact.json")
    with open(file, "w") as out:
        json.dump(pact(200, cases_per_operation), out)
    seconds, status, _ = run(
        [program("pact"), "verifier", "--file", file, "--hostname", "127.0.0.1", "--port", str(port)]
        + ["--loglevel", "none"],
        scratch,
    )
    return 200 / seconds if status == 0 else None


def compare(port, page, cases_per_operation, ours, scratch):
    """Prints a line for each peer; `ours` is Accord's rate from start to end for 1,000 cases."""
    for name, command, measure in [
        ("Schemathesis", "schemathesis", lambda: schemathesis(port, page, scratch)),
        ("Pact", "pact", lambda: pact_verifier(port, cases_per_operation, scratch)),
    ]:
        if not program(command):
            print(f"{name} is not installed, not measured")
            continue
        rate = measure()
        if rate is None:
            print(f"{name} failed, not measured")
        else:
            print(f"{name}: {rate:.0f} cases/s from start to end; accord {ours / rate:.0f} times as many", flush=True)
