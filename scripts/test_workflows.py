"""Tests of the workflows and of action.yml that need no parser of YAML."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = sorted([*ROOT.glob(".github/**/*.yml"), *ROOT.glob("Examples/ci/**/*.yml"), ROOT / "action.yml"])


def lines(file):
    """Yields the numbers and lines outside of block scalars."""
    block = None
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        indent = len(line) - len(line.lstrip())
        if block is not None and (not line.strip() or indent > block):
            continue
        block = indent if re.search(r":\s+[|>][-+]?$", line) else None
        yield number, line


class WorkflowTests(unittest.TestCase):
    def test_plain_values_contain_no_colon(self):
        """YAML rejects a colon and a space in a value without quotes."""
        for file in FILES:
            for number, line in lines(file):
                value = re.match(r"\s*(?:- )?[\w.-]+:\s+(?![\"'{\[#&*])(.*)", line)
                if value:
                    self.assertNotIn(": ", value[1].split(" #")[0], f"{file}:{number}")

    def test_actions_are_pinned_by_hash(self):
        for file in (ROOT / ".github").glob("**/*.yml"):
            for number, line in lines(file):
                action = re.match(r"\s*(?:- )?uses: (\S+)", line)
                if action and not action[1].startswith("./"):
                    self.assertRegex(action[1], r"@[0-9a-f]{40}$", f"{file}:{number}")

    def test_targets_and_scripts_exist(self):
        """The commands of the workflows are targets of the Makefile and scripts of the repository."""
        targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
        for file in (ROOT / ".github/workflows").glob("*.yml"):
            text = file.read_text("utf-8")
            for target in re.findall(r"run: make ([a-z-]+)", text):
                self.assertIn(target, targets, file)
            for script in re.findall(r"run: ((?:scripts|packaging)/\S+)", text):
                self.assertTrue((ROOT / script).exists(), script)


if __name__ == "__main__":
    unittest.main()
