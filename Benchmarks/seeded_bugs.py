"""Compares the seeded bugs that `accord verify` and Schemathesis (PyPI) find in the same server, and the time.

    seeded_bugs.py ACCORD [EVERY]

The server is Tests/Fixtures/SeededBugs; Schemathesis is given an OpenAPI document of the same schemas, and credentials. Every
sixteenth bug is tried unless EVERY says otherwise (1: all). Each tool has the correct server first: what it says of that is
wrong, and doesn't count as found for any bug either.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Tests/Fixtures/SeededBugs"
ENVIRONMENT = dict(os.environ, NOTES_KEY="key-of-notes", NOTES_USER="admin", NOTES_PASSWORD="secret-of-notes")


def openapi(contract, address):
    """The contract's operations as OpenAPI 3.1, schema by schema."""

    def moved(value):
        return json.loads(json.dumps(value))

    def parameter(name, item, place):
        is_object = "schema" in item or "content" in item
        schema = {"schema": item} if not is_object else {key: item[key] for key in ("schema", "content") if key in item}
        required = place == "path" or item.get("required", True) if is_object else True
        extra = {"explode": item["explode"]} if "explode" in item else {}
        return {"name": name, "in": place, "required": required, **schema, **extra}

    def body(item):
        return item if "content" in item else {"content": {"application/json": {"schema": item}}}

    paths = {}
    for name, operation in contract["operations"].items():
        request = operation["request"]
        places = {"path": "pathParameters", "query": "query", "header": "headers", "cookie": "cookies"}
        described = {
            "operationId": name,
            "parameters": [
                parameter(key, item, place) for place, group in places.items() for key, item in request.get(group, {}).items()
            ],
            "responses": {},
        }
        if "body" in request:
            described["requestBody"] = {"required": True, **body(request["body"])}
        if "security" in operation:
            described["security"] = operation["security"]
        for status, response in operation["responses"].items():
            if "$ref" in response:
                response = contract["components"]["responses"][response["$ref"].split("/")[-1]]
            own = {"description": response["description"]}
            if response.get("headers"):
                own["headers"] = {key: {"schema": item} for key, item in response["headers"].items()}
            if isinstance(response.get("body"), dict):
                own.update(body(response["body"]))
                for media in own["content"].values():
                    media.pop("itemSchema", None)
            described["responses"][status] = own
        paths.setdefault(request["path"], {})[request["method"].lower()] = described
    schemes = moved(contract["components"]["securitySchemes"])
    for scheme in schemes.values():
        scheme.pop("credentials", None)
    return {
        "openapi": "3.1.0", "info": {"title": "Notes", "version": "1"}, "servers": [{"url": address}], "paths": paths,
        "components": {"schemas": contract["components"]["schemas"], "securitySchemes": schemes},
    }


class Accord:
    name = "accord verify --refusals --fuzz 200"

    def __init__(self, program):
        self.program = program

    def found(self, address, folder):
        run = subprocess.run(
            [self.program, "verify", "--base-url", address, "--report", folder, "--refusals", "--fuzz", "200",
             "--allow-unsafe", str(FOLDER / "notes.json")],
            env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if run.returncode not in (0, 1):
            raise SystemExit(f"accord ended with {run.returncode}")
        report = json.loads((pathlib.Path(folder) / "report.json").read_text())
        return {(case["operation"], finding["rule"]) for case in report["cases"] for finding in case["findings"]
                if finding["severity"] == "error"}


class Schemathesis:
    name = "schemathesis run --max-examples 20"

    def __init__(self, program):
        self.program = program

    def found(self, address, folder):
        contract = json.loads((FOLDER / "notes.json").read_text())
        document = pathlib.Path(folder) / "openapi.json"
        document.write_text(json.dumps(openapi(contract, address)))
        token = self.token(address)
        run = subprocess.run(
            [self.program, "run", str(document), "--url", address, "--max-examples", "20", "--no-color", "--seed", "1",
             "-H", f"Authorization: Bearer {token}", "-H", "X-Api-Key: key-of-notes"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder)
        operation, found = "", set()
        for line in run.stdout.splitlines():
            head = re.match(r"_+ ([A-Z]+ \S+) _+$", line)
            if head:
                operation = head[1]
            failure = re.match(r"- (.+)$", line)
            if failure and operation:
                found.add((operation, failure[1]))
        return found

    @staticmethod
    def token(address):
        import urllib.request
        body = b"username=ann&password=p%20w%2B1"
        request = urllib.request.Request(address + "/login", body, {"Content-Type": "application/x-www-form-urlencoded"})
        try:
            return json.load(urllib.request.urlopen(request)).get("token", "none")
        except Exception:
            return "none"


def main():
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 16
    server = subprocess.Popen(
        [sys.executable, str(FOLDER / "server.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    port = server.stdout.readline().strip()
    bugs = json.loads(subprocess.check_output([sys.executable, str(FOLDER / "server.py"), "--list"]))
    chosen = [bug["name"] for bug in bugs][::every]
    tools = [Accord(sys.argv[1])]
    peer = shutil.which("schemathesis", path=os.path.dirname(sys.executable))
    if peer:
        tools.append(Schemathesis(peer))
    else:
        print("Schemathesis is not installed for this Python; measuring only accord")
    print(f"seeded bugs found, of {len(chosen)} of {len(bugs)}:")
    for tool in tools:
        with tempfile.TemporaryDirectory() as folder:
            wrong = tool.found(f"http://127.0.0.1:{port}/correct.{id(tool)}", folder)
            start = time.monotonic()
            found = sum(bool(tool.found(f"http://127.0.0.1:{port}/{name}", folder) - wrong) for name in chosen)
            seconds = time.monotonic() - start
        print(f"  {tool.name:40} {found:4}   {seconds:8.1f} s   reported for the correct server: {len(wrong)}")
    server.stdin.close()
    server.wait()


if __name__ == "__main__":
    main()
