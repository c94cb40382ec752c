#!/usr/bin/env python3
"""Tests of prose.py: sentences that it reports, and sentences that it accepts."""
import unittest

import prose

REPORTED = [
    "Of such a mistake the line is missing.",
    "nil: the document has none.",
    "True where the case has a status.",
    "This is no path.",
    "The key stands twice in the object.",
    "Prints what was sent.",
    "Returns nil where the file is missing.",
    "The message says that the file is missing.",
    "The other value is from another file.",
    "All cases hold.",
    "Nobody documented the status.",
    "The client is asked for what is tried.",
    "It retries so often that the server fails.",
    "Each case has a client of its own.",
    "The report has a badge besides.",
]

ACCEPTED = [
    "Returns `nil` if the file is missing.",
    "The path of the report, relative to the working directory.",
    "expected an integer, got the string",
    "A value that indicates whether the case passed.",
    "The server rejected a valid request.",
    "This buffer holds the bytes of the body.",
    "This path is no longer supported.",
    "The folder where the report is stored.",
    "`200` stands for any success.",
    "2 of 6 cases failed",
]


class ProseTests(unittest.TestCase):
    def test_reports_unclear_sentences(self):
        for sentence in REPORTED:
            with self.subTest(sentence):
                self.assertTrue(prose.findings(sentence))

    def test_accepts_plain_sentences(self):
        for sentence in ACCEPTED:
            with self.subTest(sentence):
                self.assertEqual(prose.findings(sentence), [])

    def test_every_rule_reports_a_sentence(self):
        reported = {rule for sentence in REPORTED for rule in prose.findings(sentence)}
        self.assertEqual(reported, set(prose.RULES))

    def test_joins_the_lines_of_a_comment(self):
        source = "/// A request\n/// and its response.\nlet x = 1  // not at the start\n"
        self.assertEqual(list(prose.comments(source)), [(1, "A request and its response.")])

    def test_reads_long_literals_and_replaces_interpolations(self):
        source = 'print("the file \\(name) is missing; create it")\nprint("short text")\n'
        self.assertEqual(list(prose.messages(source)), [(1, "the file X is missing; create it")])

    def test_skips_code_blocks_of_documents(self):
        text = "One line\nof text.\n\n```\nwhat where\n```\n"
        self.assertEqual(list(prose.paragraphs(text)), [(1, "One line of text.")])


if __name__ == "__main__":
    unittest.main()
