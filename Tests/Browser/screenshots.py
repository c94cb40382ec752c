"""Pictures of what accord writes, for the README and for whoever wants to look: screenshots.py FOLDER."""

import pathlib
import sys
import tempfile

from pages import DESKTOP, PHONE, accord, browser, mock, opened

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
with tempfile.TemporaryDirectory() as scratch, browser() as chromium:
    reports, docs = pathlib.Path(scratch) / "reports", pathlib.Path(scratch) / "docs"
    with mock("Specs") as address:
        accord("verify", "--base-url", address, "--report", str(reports), "Specs", "--quiet")
    accord("docs", "Specs", "--output", str(docs), "--report", str(reports))
    for name, page, size, scheme in [
        ("docs-index", "index.html", DESKTOP, "light"),
        ("docs-api", "awesome-todos/index.html", DESKTOP, "light"),
        ("docs-operation", "awesome-todos/login.html", DESKTOP, "light"),
        ("docs-operation-dark", "open-market/index.html", DESKTOP, "dark"),
        ("docs-operation-phone", "awesome-todos/login.html", PHONE, "light"),
        ("docs-schemas", "open-market/schemas.html", DESKTOP, "light"),
    ]:
        if not (docs / page).exists():
            continue
        with opened(chromium, docs / page, size, scheme) as opening:
            opening.screenshot(path=str(folder / f"{name}.png"), full_page=name.endswith("phone"))
    with opened(chromium, reports / "report.html") as opening:
        opening.screenshot(path=str(folder / "report.png"))
print(f"pictures: {folder}")
