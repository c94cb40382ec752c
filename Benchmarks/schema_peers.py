"""Runs schema-bench and two validators from PyPI in turns, on the same schemas and instances.

    schema_peers.py PATH-OF-SCHEMA-BENCH

Every side has the instance already read: ours as a tape, the peers' as Python objects.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import fastjsonschema
import jsonschema_rs

ROUNDS = 5
GOALS = {"jsonschema-rs": 1.0, "fastjsonschema": 5.0}


def nanoseconds(call):
    """The time of one call: the best of five batches of about 20 ms."""
    count = 1
    while seconds(call, count) < 0.02:
        count *= 2
    return min(seconds(call, count) for _ in range(5)) / count * 1e9


def seconds(call, count):
    start = time.perf_counter()
    for _ in range(count):
        call()
    return time.perf_counter() - start


def geometric_mean(values):
    return statistics.geometric_mean(values)


def main():
    bench = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([bench, "emit", folder], check=True)
        folder = pathlib.Path(folder)
        names = sorted(path.name.removesuffix(".schema.json") for path in folder.glob("*.schema.json"))
        print("| case | bytes | AccordSchema µs | jsonschema-rs µs | fastjsonschema µs | × -rs | × fast |")
        print("|---|--:|--:|--:|--:|--:|--:|")
        ratios = {name: [] for name in GOALS}
        for name in names:
            schema = json.loads((folder / f"{name}.schema.json").read_text())
            text = (folder / f"{name}.json").read_text()
            instance = json.loads(text)
            rust = jsonschema_rs.validator_for(schema, validate_formats=True)
            fast = fastjsonschema.compile(schema)
            assert rust.is_valid(instance)
            fast(instance)
            ours, rusts, fasts = [], [], []
            for _ in range(ROUNDS):
                answer = subprocess.run([bench, "time", name], check=True, capture_output=True, text=True)
                ours.append(float(answer.stdout))
                rusts.append(nanoseconds(lambda: rust.is_valid(instance)))
                fasts.append(nanoseconds(lambda: fast(instance)))
            our, rusty, fasty = (statistics.median(times) for times in (ours, rusts, fasts))
            ratios["jsonschema-rs"].append(rusty / our)
            ratios["fastjsonschema"].append(fasty / our)
            print(
                f"| {name} | {len(text.encode())} | {our / 1e3:.2f} | {rusty / 1e3:.2f} | {fasty / 1e3:.2f} "
                f"| {rusty / our:.1f} | {fasty / our:.1f} |"
            )
    print()
    for peer, goal in GOALS.items():
        mean = geometric_mean(ratios[peer])
        least = min(ratios[peer])
        verdict = "reached" if least >= goal else "reached on average" if mean >= goal else "MISSED"
        print(f"{peer}: {mean:.1f} times as fast on average, {least:.1f} at least, goal {goal:.0f}: {verdict}")


main()
