"""Helpers for tests of Accord's pages in Chromium."""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile

import axe_playwright_python
from playwright.sync_api import sync_playwright

from program import ACCORD, ROOT

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")

TWICE = """() => [...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)"""


@contextlib.contextmanager
def mock(*contracts):
    """Runs accord mock on a free port."""
    process = subprocess.Popen([ACCORD, "mock", "--port", "0", *contracts], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        try:
            yield chromium
        finally:
            chromium.close()


@contextlib.contextmanager
def opened(chromium, file, size=DESKTOP, scheme="light", fragment="", script=True, scale=1):
    """Opens a page, and fails if it logs errors or loads anything from the network."""
    context = chromium.new_context(
        viewport=size, color_scheme=scheme, java_script_enabled=script, has_touch=size == PHONE,
        is_mobile=size == PHONE, device_scale_factor=scale)
    page = context.new_page()
    wrong = []
    page.on("console", lambda message: wrong.append(f"console: {message.text}") if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else wrong.append(f"request: {request.url}"))
    page.goto(pathlib.Path(file).resolve().as_uri() + fragment)
    try:
        yield page
        assert wrong == [], wrong
    finally:
        context.close()


def fits(page):
    """Checks that nothing is wider than the window."""
    width = page.evaluate("innerWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= width, (page.url, width)


def is_readable(page):
    """Checks that axe finds nothing, such as little contrast or a control without a name, and that ids are unique."""
    page.evaluate(AXE + "; 0")
    found = page.evaluate("""axe.run({ preload: false }).then(result => result.violations.map(
        violation => `${violation.id}: ${violation.nodes.map(node => node.html.slice(0, 200)).join(' | ')}`))""")
    assert found == [], (page.url, found)
    assert page.evaluate(TWICE) == [], (page.url, page.evaluate(TWICE))


def focus_goes_down(page, stops=12):
    """Checks that the tab key moves down the page with a visible focus."""
    tops = []
    for _ in range(stops):
        page.keyboard.press("Tab")
        html, top, is_seen = page.evaluate("""() => {
            const e = document.activeElement;
            const style = getComputedStyle(e.matches('input[type=radio]') ? e.nextElementSibling : e);
            return [e.outerHTML.slice(0, 80), e.getBoundingClientRect().top + scrollY,
                style.outlineStyle !== 'none' || e.className === 'skip'];
        }""")
        assert is_seen, html
        tops.append(top)
    # The skip link is outside the page until it has the focus.
    assert all(one <= other + 60 for one, other in zip(tops[1:], tops[2:])), tops


def run(tests):
    """Runs test functions, named by their docstring. Exits with status 1 if one fails."""
    failed = 0
    with browser() as chromium, tempfile.TemporaryDirectory() as folder:
        for test in tests:
            name = (test.__doc__ or test.__name__).strip().splitlines()[0]
            try:
                test(chromium, pathlib.Path(folder))
                print(f"✔ {name}")
            except Exception as error:  # noqa: BLE001 - each is told, and the others go on
                failed += 1
                print(f"✘ {name}\n  {type(error).__name__}: {error}", file=sys.stderr)
    print(f"browser: {len(tests) - failed} of {len(tests)} passed in {pathlib.Path(sys.argv[0]).name}")
    sys.exit(1 if failed or not tests else 0)
