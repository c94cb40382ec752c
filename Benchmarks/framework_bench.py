"""Compares `accord verify` and Schemathesis on an app of a real framework: bugs found, false alarms, and seconds.

framework_bench.py ACCORD [BUG...]

The app, Tests/Fixtures/bookshop, has twelve bugs behind switches and an openapi.json that its framework, FastAPI,
generates. Both are given that document and a token, and nothing else. What one reports of the app without bugs doesn't
count as found; it is a false alarm unless the framework does break its own document there.
"""

import collections
import contextlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
BOOKSHOP = os.path.join(HERE, "..", "Tests", "Fixtures", "bookshop")
DOCUMENT = os.path.join(BOOKSHOP, "openapi.json")
TOKEN = "bookshop-token"

# The framework itself violates its document: it sends a 400 for a body that isn't UTF-8, and an Allow of one route.
REAL = [("undocumented status code", "There was an error parsing the body"), ("allow header mismatch", "")]


@contextlib.contextmanager
def bookshop(*bugs):
    """The address of the app with these bugs."""
    arguments = [argument for bug in bugs for argument in ("--bug", bug)]
    server = subprocess.Popen([os.path.join(BOOKSHOP, "serve.sh"), *arguments], stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().strip()
        if not address:
            sys.exit(server.wait())
        yield address
    finally:
        server.kill()
        server.wait()


def accord(program, address, folder):
    """Returns the failures as (operation, rule, place), the seconds, and the number of cases."""
    start = time.monotonic()
    done = subprocess.run(
        [program, "verify", "--base-url", address, "--refusals", "--fuzz", "500", "--allow-unsafe"]
        + ["--auth", "HTTPBearer=${env.BOOKSHOP_TOKEN}", "--report", folder, DOCUMENT],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=os.environ | {"BOOKSHOP_TOKEN": TOKEN},
        check=False,
    )
    seconds = time.monotonic() - start
    if done.returncode not in (0, 1):
        sys.exit(f"accord: exit {done.returncode}\n{done.stdout.decode()[-3000:]}")
    with open(os.path.join(folder, "report.json")) as file:
        report = json.load(file)
    found = collections.Counter()
    for case in report["cases"]:
        for finding in case["findings"]:
            if case["status"] == "failed" and finding["severity"] == "error":
                found[(case["operation"], finding["rule"], finding["message"])] += 1
    return found, seconds, report["summary"]["total"]


def schemathesis(program, address, folder):
    """Returns the same for Schemathesis, as (operation, check, the first line of the message)."""
    output = os.path.join(folder, "junit.xml")
    start = time.monotonic()
    done = subprocess.run(
        [program, "run", f"{address}/openapi.json", "-H", f"Authorization: Bearer {TOKEN}"]
        + ["--generation-deterministic", "--suppress-health-check", "all"]
        + ["--report", "junit", "--report-junit-path", output],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        check=False,
    )
    seconds = time.monotonic() - start
    generated = re.search(r"(\d+) generated", done.stdout.decode(errors="replace"))
    found = collections.Counter()
    for case in xml.etree.ElementTree.parse(output).iter("testcase"):
        for failure in case.iter("failure"):
            for title, rest in re.findall(r"^- (?:ST\d+ )?([^\n]+)\n(.*?)(?=^- |\Z)", failure_text(failure), re.M | re.S):
                found[(case.get("name"), title.lower(), rest)] += 1
    return found, seconds, int(generated[1]) if generated else 0


def failure_text(failure):
    return (failure.text or failure.get("message") or "").replace("\r", "")


def kinds(found):
    """Returns the identity of a mistake: the operation and the defect."""
    return {(operation, what) for operation, what, _ in found}


def is_real(finding):
    _, title, text = finding
    return any(title.startswith(words) and detail in text for words, detail in REAL)


def measure(name, run, program, bugs):
    clean, seconds, cases = None, [], 0
    with tempfile.TemporaryDirectory() as folder, bookshop() as address:
        clean, duration, cases = run(program, address, folder)
        seconds.append(duration)
    alarms = [finding for finding in clean if not is_real(finding)]
    found = []
    for bug in bugs:
        with tempfile.TemporaryDirectory() as folder, bookshop(bug) as address:
            reported, duration, _ = run(program, address, folder)
            seconds.append(duration)
            if kinds(reported) - kinds(clean):
                found.append(bug)
    missed = [bug for bug in bugs if bug not in found]
    typical = statistics.median(seconds)
    print(
        f"{name:<13} {len(found):>2} of {len(bugs)} bugs, {len(alarms)} false alarms, {typical:7.1f} s a run, "
        f"{cases / seconds[0]:.0f} cases/s" + (f"; missed {', '.join(missed)}" if missed else ""),
        flush=True,
    )
    for operation, what, text in alarms:
        print(f"              false: {operation}: {what}: {' '.join(text.split())[:160]}")
    return typical


def main():
    program = sys.argv[1]
    listed = subprocess.run([os.path.join(BOOKSHOP, "serve.sh"), "--bugs"], stdout=subprocess.PIPE, text=True, check=False)
    if listed.returncode:
        return print("The app of a real framework is not measured: PyPI can't be reached")
    bugs = sys.argv[2:] or listed.stdout.split()
    print(f"A FastAPI app with its own openapi.json, {len(bugs)} bugs, one at a time")
    ours = measure("accord", accord, program, bugs)
    peer = shutil.which("schemathesis", path=os.path.dirname(sys.executable))
    if not peer:
        return print("Schemathesis is not installed, not measured")
    theirs = measure("Schemathesis", schemathesis, peer, bugs)
    print(f"accord takes {ours / theirs:.0%} of Schemathesis's time")


main()
