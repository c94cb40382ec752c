"""Tests of slowest.py."""
import json
import unittest

from slowest import slowest


def event(kind, id, seconds, case="1"):
    return json.dumps(
        {"kind": "event", "payload": {"kind": kind, "testID": id, "_testCase": case, "instant": {"absolute": seconds}}})


class SlowestTests(unittest.TestCase):
    def test_time_is_that_of_the_slowest_case(self):
        names = [
            json.dumps({"kind": "test", "payload": {"id": id, "name": id, "sourceLocation": {"fileID": "A/B.swift"}}})
            for id in ["a()", "b()"]
        ]
        events = [
            event("testStarted", "a()", 0), event("testCaseStarted", "a()", 5), event("testCaseStarted", "b()", 5, "1"),
            event("testCaseEnded", "a()", 7), event("testCaseStarted", "b()", 7, "2"),
            event("testCaseEnded", "b()", 6, "1"), event("testCaseEnded", "b()", 10, "2"),
        ]
        self.assertEqual(slowest(names + events), [(3, "b()", "A/B.swift"), (2, "a()", "A/B.swift")])
        self.assertEqual(slowest(names + events, count=1), [(3, "b()", "A/B.swift")])


if __name__ == "__main__":
    unittest.main()
