"""Tests of slowest.py."""
import json
import unittest

from slowest import slowest


def test(id, parameterized):
    payload = {
        "id": id, "name": id, "kind": "function", "isParameterized": parameterized,
        "sourceLocation": {"fileID": "A/B.swift"},
    }
    return json.dumps({"kind": "test", "payload": payload})


def event(kind, id, seconds, case=None):
    payload = {"kind": kind, "testID": id, "instant": {"absolute": seconds}}
    return json.dumps({"kind": "event", "payload": payload | ({"_testCase": case} if case else {})})


class SlowestTests(unittest.TestCase):
    def test_time_is_that_of_the_slowest_case(self):
        lines = [
            test("a", True), event("runStarted", None, 0), event("testStarted", "a", 0),
            event("testCaseStarted", "a", 5, "1"), event("testCaseEnded", "a", 6, "1"),
            event("testCaseStarted", "a", 6, "2"), event("testCaseEnded", "a", 9, "2"), event("testEnded", "a", 9),
        ]
        self.assertEqual(slowest(lines), [(3, "a", "A/B.swift")])

    def test_a_test_without_arguments_takes_until_its_end(self):
        lines = [test("a", False), test("b", False), event("runStarted", None, 0)]
        lines += [event("testStarted", "a", 0), event("testEnded", "a", 2)]
        lines += [event("testStarted", "b", 2), event("testEnded", "b", 12)]
        self.assertEqual([(id, time) for time, id, _ in slowest(lines, 2)], [("b", 10), ("a", 2)])


if __name__ == "__main__":
    unittest.main()
