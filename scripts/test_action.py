#!/usr/bin/env python3
"""Tests of action.sh with a program that prints its arguments, from a local archive."""
import os
import pathlib
import subprocess
import tarfile
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).parent / "action.sh"


class ActionTests(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        program = self.folder / "accord" / "bin" / "accord"
        program.parent.mkdir(parents=True)
        program.write_text('#!/bin/sh\nfor argument in "$@"; do printf "%s\\n" "[$argument]"; done\n')
        program.chmod(0o755)
        self.archive = self.folder / "accord.tar.xz"
        with tarfile.open(self.archive, "w:xz") as archive:
            archive.add(self.folder / "accord", "accord")
        (self.folder / "temporary").mkdir()

    def run_action(self, cwd=None, **inputs):
        environment = {"PATH": os.environ["PATH"], "RUNNER_TEMP": str(self.folder / "temporary"),
                       "INPUT_ARCHIVE": str(self.archive)}
        environment.update({f"INPUT_{name.upper()}": value for name, value in inputs.items()})
        return subprocess.run([str(SCRIPT)], env=environment, cwd=cwd, capture_output=True, text=True)

    def test_installs_the_archive_and_passes_the_inputs(self):
        run = self.run_action(base_url="http://localhost:8000", auth="a=${env.A}\nb=x y", refusals="true", specs="one.json")
        self.assertEqual(
            run.stdout.split("\n")[:-1],
            ["[verify]", "[--base-url]", "[http://localhost:8000]", "[--auth]", "[a=${env.A}]", "[--auth]", "[b=x y]",
             "[--refusals]", "[one.json]"])

    def test_passes_nothing_by_default_so_that_the_configuration_file_applies(self):
        self.assertEqual(self.run_action().stdout, "[verify]\n")

    def test_keeps_quoted_arguments_together(self):
        run = self.run_action(arguments="--header 'Accept-Language: de, en' --fuzz 20 --tag \"$HOME\"")
        self.assertIn("[Accept-Language: de, en]\n[--fuzz]\n[20]\n[--tag]\n[$HOME]\n", run.stdout)

    def test_rejects_an_unmatched_quote(self):
        run = self.run_action(arguments="--header 'x")
        self.assertEqual(run.returncode, 2)
        self.assertIn("unmatched quote", run.stderr)

    def test_rejects_an_unknown_value_of_refusals(self):
        run = self.run_action(refusals="yes")
        self.assertEqual((run.returncode, run.stdout), (2, ""))

    def test_compares_each_document_with_the_revision_and_needs_no_server(self):
        git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
        for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"]):
            subprocess.run(git + words, cwd=self.folder, check=True)
        (self.folder / "one.json").write_text("{}")
        subprocess.run(["git", "add", "one.json"], cwd=self.folder, check=True)
        subprocess.run(git + ["commit", "-q", "-m", "y"], cwd=self.folder, check=True)
        run = self.run_action(cwd=self.folder, compare="HEAD", specs="one.json\nnew.json", fail_on="tolerant")
        self.assertEqual(
            run.stdout.split("\n")[:-1],
            ["[diff]", "[--fail-on]", "[tolerant]", "[--format]", "[github]", "[git:HEAD:one.json]", "[one.json]",
             "new.json is new"])


if __name__ == "__main__":
    unittest.main()
