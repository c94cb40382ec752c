#!/usr/bin/env python3
"""Writes the initial inputs of fuzzing: the public test suites, if available, and inputs found earlier."""
import json
import os
import pathlib
import sys

here = pathlib.Path(__file__).resolve().parent
suites = pathlib.Path(os.environ.get("ACCORD_CONFORMANCE", here.parent.parent / "shared/conformance"))
subject, folder = sys.argv[1], pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
count = 0


def write(data):
    global count
    if len(data) <= 4096:
        (folder / f"seed-{count:05}").write_bytes(data)
        count += 1


def groups():
    for draft in ("draft2020-12", "draft2019-09", "draft7"):
        for path in sorted((suites / "json-schema/tests" / draft).rglob("*.json")):
            for group in json.loads(path.read_bytes()):
                yield json.dumps(group["schema"]).encode(), group["tests"]


if subject == "reader":
    for path in sorted((suites / "json-text").rglob("*.json")):
        write(path.read_bytes())
elif subject == "compiler":
    for schema, _ in groups():
        write(schema)
elif subject == "validator":
    for schema, tests in groups():
        for test in tests[:4]:
            write(schema + b"\0" + json.dumps(test["data"]).encode())
elif subject == "jsonpath":
    for path in sorted((suites / "jsonpath").rglob("*.json")):
        document = json.loads(path.read_bytes())
        for test in document.get("tests", []) if isinstance(document, dict) else []:
            data = json.dumps(test["document"]).encode() if "document" in test else b"[]"
            write(test["selector"].encode("utf-8", "surrogatepass") + b"\0" + data)
elif subject == "pattern":
    for schema, tests in groups():
        pattern = json.loads(schema)
        if isinstance(pattern, dict) and isinstance(pattern.get("pattern"), str):
            for test in tests:
                write(pattern["pattern"].encode() + b"\0" + str(test["data"]).encode())
elif subject == "openapi":
    for path in sorted((suites / "openapi").rglob("*.json")):
        write(path.read_bytes())
elif subject == "headers":
    for text in ("text/html; charset=\"utf-8\"", "a, \"b,c\";d=e, f", "Sun, 06 Nov 1994 08:49:37 GMT", "W/\"x\""):
        write(text.encode())
elif subject == "multipart":
    write(b"--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n")
elif subject == "url":
    for text in ("https://u:p@h:1/a/../b?c=d&e=%20+#f", "/users/{id}/{+rest}", "//[::1]?x", "a=1&a=2&b"):
        write(text.encode())
for path in sorted((here / "Found" / subject).glob("*")) if (here / "Found" / subject).is_dir() else []:
    write(path.read_bytes())
if count == 0:
    write(b"{}\0[]")
print(f"{subject}: {count} initial inputs")
