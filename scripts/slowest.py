#!/usr/bin/env python3
"""Prints the ten slowest tests of a run, from the events that `swift test --event-stream-output-path FILE` writes.

The time of a test is that of its slowest case. The times in the output of swift test contain the time in which a test
waits for others, so they show nothing.
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
        key = (payload.get("testID"), json.dumps(payload.get("_testCase")))
        if payload["kind"] == "testCaseStarted":
            started[key] = payload["instant"]["absolute"]
        elif payload["kind"] == "testCaseEnded" and key in started:
            time = payload["instant"]["absolute"] - started[key]
            seconds[key[0]] = max(seconds.get(key[0], 0), time)
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
