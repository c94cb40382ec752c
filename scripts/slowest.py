#!/usr/bin/env python3
"""Prints the ten slowest tests of a run, from the events that `swift test --event-stream-output-path FILE` writes.

The time of a test with arguments is that of its slowest case. The times are exact if the run isn't parallel: otherwise
Swift Testing starts all tests at once, and they wait for each other.
"""
import json
import sys


def slowest(lines, count=10):
    """Returns the tests with the longest cases: seconds, name, file."""
    tests, started, seconds = {}, {}, {}
    for line in lines:
        event = json.loads(line)
        payload = event["payload"]
        if event["kind"] == "test":
            tests[payload["id"]] = payload
            continue
        id, kind, now = payload.get("testID"), payload["kind"], payload["instant"]["absolute"]
        if id not in tests or tests[id]["kind"] != "function":
            continue
        end = "testCaseEnded" if tests[id]["isParameterized"] else "testEnded"
        key = (id, json.dumps(payload.get("_testCase")))
        if kind == end.replace("Ended", "Started"):
            started[key] = now
        elif kind == end:
            seconds[id] = max(seconds.get(id, 0), now - started[key])
    found = sorted(seconds.items(), key=lambda item: -item[1])[:count]
    return [
        (time, tests[id].get("displayName") or tests[id]["name"], tests[id]["sourceLocation"]["fileID"])
        for id, time in found
    ]


def main():
    with open(sys.argv[1], encoding="utf-8") as lines:
        for time, name, file in slowest(lines):
            print(f"  {time:6.2f} s  {name}  ({file})")


if __name__ == "__main__":
    main()
