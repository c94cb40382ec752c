"""Tests of the mock's journal in a browser."""

import urllib.error
import urllib.request

from pages import DESKTOP, PHONE, fits, is_readable, mock, run


def journal(chromium, folder):
    """axe finds nothing in the journal: phone and desktop, light and dark"""
    with mock("Specs") as address:
        for path in ("/login?username=a&password=b", "/login", "/nothing"):
            try:
                urllib.request.urlopen(address + path).close()
            except urllib.error.HTTPError:
                pass
        for size in (PHONE, DESKTOP):
            for scheme in ("light", "dark"):
                context = chromium.new_context(viewport=size, color_scheme=scheme)
                page = context.new_page()
                page.goto(f"{address}/__accord/")
                page.locator("#requests tr").nth(2).wait_for()
                is_readable(page)
                page.locator("#requests button").first.click()
                is_readable(page)
                fits(page)
                context.close()


run([journal])
