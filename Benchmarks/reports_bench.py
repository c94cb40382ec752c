"""Measures the time to write the reports of 10,000 failures. Usage: reports_bench.py ACCORD

Each format is rendered from a saved report.json by itself, then all of them by one process, several times, the fastest
counts; what reading the report takes is measured by itself and taken off.
"""

import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

FORMATS = ["json", "html", "markdown", "junit", "tap", "ctrf", "sarif", "codequality", "har", "badge"]
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Tests/Browser"))
import samples  # noqa: E402


def fastest(arguments, times=3):
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best


def main():
    accord = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        saved = f"{folder}/report.json"
        pathlib.Path(saved).write_text(json.dumps(samples.large()))
        render = [accord, "report", "render", saved]
        # The smallest format takes little more than reading the report.
        reading = fastest(render + ["--format", "badge"])
        print(f"reports of 10,000 failures, {pathlib.Path(saved).stat().st_size / 1e6:.0f} MB of JSON read in {reading:.2f} s")
        total = 0
        for name in FORMATS:
            target = f"{folder}/x.{name}"
            took = max(0, fastest(render + ["--format", name, "--output", target]) - reading)
            total += took
            print(f"  {name:12} {took:6.2f} s {pathlib.Path(target).stat().st_size / 1e6:8.1f} MB")
        together = max(0, fastest(render) - reading)
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"  one by one   {total:6.2f} s")
        print(f"  all at once  {together:6.2f} s in addition to reading; the largest process had {memory:.0f} MB")


main()
