"""The accord program for tests of pages and benchmarks: $ACCORD."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
ACCORD = os.environ.get("ACCORD", ROOT / ".build/debug/accord")


def accord(*arguments, expecting=(0,)):
    """Runs accord in the package's folder."""
    run = subprocess.run([ACCORD, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode in expecting, (arguments, run.returncode, run.stdout, run.stderr)
    return run
