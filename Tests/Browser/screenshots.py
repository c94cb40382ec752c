"""Screenshots: screenshots.py FOLDER. Writes those of the README into FOLDER, the others into FOLDER/more."""

import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

from pages import DESKTOP, PHONE, browser, mock, opened
from program import ROOT, accord

README = ["report", "report-failure", "report-matrix", "report-phone-failure", "docs-operation"]
FAILED = "#case=" + urllib.parse.quote("login/refuses an unknown user", safe="")

folder = pathlib.Path(sys.argv[1])
(folder / "more").mkdir(parents=True, exist_ok=True)
with tempfile.TemporaryDirectory() as scratch, browser() as chromium:
    scratch = pathlib.Path(scratch)
    passed, failed, docs = scratch / "passed", scratch / "failed", scratch / "docs"
    with mock("Specs") as address:
        accord("verify", "--base-url", address, "--report", str(passed), "Specs", "--quiet")
    accord("docs", "Specs", "--output", str(docs), "--report", str(passed))
    # A server with three mistakes, and without the operations on items.
    server = subprocess.Popen(
        [sys.executable, "-u", str(ROOT / "Tests/Fixtures/buggy_server.py")], stdout=subprocess.PIPE, text=True)
    try:
        accord("verify", "--base-url", server.stdout.readline().strip(), "--report", str(failed), "--operation", "login",
               "--quiet", "Specs/awesome-todos.json", expecting=(1,))
    finally:
        server.terminate()
        server.wait()
    for name, page, size, scheme, fragment in [
        ("report", failed / "report.html", DESKTOP, "light", ""),
        ("report-failure", failed / "report.html", DESKTOP, "light", FAILED),
        ("report-dark", failed / "report.html", DESKTOP, "dark", FAILED),
        ("report-phone", failed / "report.html", PHONE, "light", ""),
        ("report-phone-failure", failed / "report.html", PHONE, "dark", FAILED),
        ("report-passed", passed / "report.html", DESKTOP, "light", ""),
        ("report-matrix", passed / "report.html", DESKTOP, "light", "#operations"),
        ("docs-index", docs / "index.html", DESKTOP, "light", ""),
        ("docs-api", docs / "awesome-todos/index.html", DESKTOP, "light", ""),
        ("docs-operation", docs / "awesome-todos/login.html", DESKTOP, "light", ""),
        ("docs-operation-dark", docs / "awesome-todos/login.html", DESKTOP, "dark", "#refuses-a-wrong-password"),
        ("docs-operation-phone", docs / "awesome-todos/login.html", PHONE, "light", ""),
        ("docs-schemas", docs / "open-market/schemas.html", DESKTOP, "light", ""),
    ]:
        with opened(chromium, page, size, scheme, fragment, scale=2) as opening:
            opening.screenshot(path=str((folder if name in README else folder / "more") / f"{name}.png"))
print(f"pictures: {folder}")
