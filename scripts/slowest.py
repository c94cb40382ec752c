#!/usr/bin/env python3
"""Prints the ten slowest tests of a run, from the events that `swift test --event-stream-output-path FILE` writes.

The time of a test with arguments is that of its slowest case. Swift Testing starts all tests at once, and runs a few of them
at a time. It reports when the case of a test without arguments ends, but not when it starts: a case starts when another
ends, so the script takes the latest end that no other case followed. Such a time may be too short.
"""
import json
import sys


def slowest(lines, count=10):
    """Returns the tests with the longest cases: seconds, name, file."""
    tests, started, seconds, free = {}, {}, {}, []
    for line in lines:
        event = json.loads(line)
        payload = event["payload"]
        if event["kind"] == "test":
            tests[payload["id"]] = payload
            continue
        id, kind, now = payload.get("testID"), payload["kind"], payload["instant"]["absolute"]
        key = (id, json.dumps(payload.get("_testCase")))
        if kind == "runStarted":
            first = now
            free.clear()
        elif kind == "testCaseStarted":
            started[key] = now
            if free:
                free.pop()
        elif kind == "testCaseEnded":
            seconds[id] = max(seconds.get(id, 0), now - started[key])
            free.append(now)
        elif kind == "testEnded" and tests[id]["kind"] == "function" and not tests[id]["isParameterized"]:
            seconds[id] = now - (free.pop() if free else first)
            free.append(now)
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
