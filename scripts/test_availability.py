#!/usr/bin/env python3
"""Tests of availability.py."""
import unittest

import availability


class AvailabilityTests(unittest.TestCase):
    def test_reports_newer_api(self):
        for line, system in [
            ("import Synchronization", "macOS 15"),
            ("let count = Mutex<Int>(0)", "macOS 15"),
            ("var wide: Int128 = 0", "macOS 15"),
            ("await withDiscardingTaskGroup { group in", "macOS 14"),
            ("let bytes: Span<UInt8>", "macOS 26"),
        ]:
            with self.subTest(line):
                self.assertEqual([use[2] for use in availability.uses(line)], [system])

    def test_accepts_older_api(self):
        for line in ["let lock = Locked<Int>(0)", "try await Task.sleep(for: .seconds(1))", "// a Mutex<Int> was here"]:
            with self.subTest(line):
                self.assertEqual(list(availability.uses(line)), [])

    def test_accepts_an_availability_check(self):
        self.assertEqual(list(availability.uses("@available(macOS 15, iOS 18, *)\nlet wide: Int128 = 0")), [])


if __name__ == "__main__":
    unittest.main()
