#!/usr/bin/env python3
"""Measures `accord diff` with consecutive versions of public documents.

    changes_bench.py ACCORD

Prints the slowest pair, and the largest peak memory of a pair.
"""
import gzip
import os
import pathlib
import subprocess
import sys
import tempfile
import time

DATA = pathlib.Path(os.environ.get("ACCORD_CONFORMANCE", pathlib.Path(__file__).parent / "../../shared/conformance"))
histories = DATA / "changes" / "histories"
if not histories.is_dir():
    sys.exit(print(f"accord diff: not measured, because {histories} doesn't exist"))
slowest, largest, count = (0.0, ""), 0, 0
with tempfile.TemporaryDirectory() as folder:
    for old in sorted(histories.glob("*/*-old.*")):
        new = next(old.parent.glob(old.name[:2] + "-new.*"))
        paths = []
        for source in (old, new):
            data = source.read_bytes()
            path = pathlib.Path(folder, source.name.removesuffix(".gz"))
            path.write_bytes(gzip.decompress(data) if source.suffix == ".gz" else data)
            paths.append(str(path))
        start = time.monotonic()
        process = subprocess.Popen([sys.argv[1], "diff", "--fail-on", "none", *paths], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        slowest = max(slowest, (time.monotonic() - start, f"{old.parent.name} {old.name[:2]}"))
        largest = max(largest, usage.ru_maxrss // (1024 if sys.platform == "linux" else 1024 * 1024))
        count += 1
print(f"accord diff, {count} pairs of documents: at most {slowest[0]:.2f} s ({slowest[1]}) and {largest} MB")
