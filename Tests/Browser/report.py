"""report.html in a browser. Usage: report.py PAGE LARGE [--screenshots FOLDER]

PAGE is rendered from Tests/AccordReportTests/Golden/report.json, LARGE from the same with 10,000 failures.
"""

import pathlib
import sys
import time
import urllib.parse

from checks import browser, check, check_keyboard, check_page, finish, opened

UMLAUTS = "login/creates a token for a name with umlauts"


def address(path, title=None):
    url = pathlib.Path(path).resolve().as_uri()
    return url + "#case=" + urllib.parse.quote(title, safe="") if title else url


def titles(page):
    return page.locator("#list .title").all_inner_texts()


def first_screen(launched, path):
    for window in ["desktop", "phone"]:
        for scheme in ["light", "dark"]:
            where = f"report on a {window}, {scheme}"
            with opened(launched, address(path), window, scheme) as page:
                check(page.get_by_role("heading", level=1).inner_text() == "4 of 9 cases break the contract",
                      f"{where}: begins with the verdict")
                box = page.locator(".cause").first.bounding_box()
                check(box["y"] < page.viewport_size["height"], f"{where}: the first cause is on the first screen")
                check_page(page, where)
                page.locator("input[value=all]").check(force=True)
                for summary in page.locator("#list summary").all():
                    summary.click()
                page.locator("#list details:not([data-filled])").first.wait_for(state="detached")
                check_page(page, f"{where}, all unfolded")
            with opened(launched, address(path), window, scheme) as page:
                check_keyboard(page, where)


def filters(launched, path):
    with opened(launched, address(path)) as page:
        check(len(titles(page)) == 4, "the failed cases are listed first")
        page.get_by_role("searchbox").fill("wrong PASSWORD")
        check(titles(page) == ["login/refuses a wrong password"], f"a search finds a case: {titles(page)}")
        page.get_by_role("searchbox").fill(UMLAUTS)
        check(titles(page) == [UMLAUTS], "a search finds a case by its id")
        page.get_by_role("button", name="Clear").click()
        page.get_by_label("Operation", exact=True).select_option("addItem")
        check(titles(page) == ["addItem/posts an item"], f"an operation is chosen: {titles(page)}")
        page.get_by_role("button", name="Clear").click()
        page.get_by_label("Party at fault").select_option("client")
        check(titles(page) == ["addItem/posts an item"], f"a party at fault is chosen: {titles(page)}")
        page.get_by_role("button", name="Clear").click()
        page.locator("label", has_text="Not judged").click()
        check(len(titles(page)) == 3, f"one kind of case is shown: {titles(page)}")
        page.keyboard.press("Escape")
        page.locator("body").click(position={"x": 2, "y": 2})
        page.keyboard.press("/")
        check(page.evaluate("document.activeElement.id") == "query", "a slash goes to the search")


def details(launched, path):
    with opened(launched, address(path, UMLAUTS)) as page:
        case = page.locator("details.case[open]")
        check(case.locator("summary .title").inner_text() == UMLAUTS, "a link opens its case")
        check(case.bounding_box()["y"] < page.viewport_size["height"], "a link scrolls to its case")
        for text in ["Specs/awesome-todos.json:41:7", '"required": ["token"]', "GET http://127.0.0.1:8099/login",
                     "Content-Type: application/json", "Waiting"]:
            check(text in case.inner_text(), f"a failure shows {text}")
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        button = case.get_by_role("button", name="Copy the curl command")
        button.click()
        check(button.inner_text() in ("Copied", "Copy"), f"the button says what it did: {button.inner_text()}")
        copied = page.evaluate("navigator.clipboard.readText().catch(() => String(getSelection()))")
        check(copied.startswith("curl -sS 'http://127.0.0.1:8099/login"), f"curl is copied: {copied}")
        case.locator("summary").click()
        check(case.count() == 0, "a case folds again")
    with opened(launched, address(path), java_script_enabled=False) as page:
        check(page.locator("noscript > details.failed").count() == 4, "without scripts every failure is there")
        check(page.get_by_role("search").count() == 0, "without scripts there is no search that does nothing")
        page.locator("noscript > details.failed summary").first.click()
        check("curl" in page.locator("noscript > details.failed").first.inner_text(), "without scripts a failure unfolds")


def large(launched, path):
    start = time.monotonic()
    with opened(launched, address(path)) as page:
        took = time.monotonic() - start
        size = pathlib.Path(path).stat().st_size / 1e6
        check(page.locator("#found").inner_text() == "10000 of 10000 cases", "10,000 failures are all there")
        check(page.locator("#list details").count() <= 250, "what isn't in sight isn't drawn")
        page.get_by_role("searchbox").fill("password 9876")
        check(titles(page) == ["login/refuses a wrong password 9876"], "a search finds one of 10,000")
        page.get_by_role("searchbox").fill("")
        page.mouse.wheel(0, 40000)
        page.locator("#list details").nth(100).wait_for(state="attached")
        print(f"browser: a page of 10,000 failures, {size:.1f} MB, is interactive after {took:.2f} s")
        check(size <= 15, "10,000 failures take at most 15 MB")


def screenshots(launched, path, folder):
    for name, window, scheme, title in [
            ("report", "desktop", "light", None), ("report-failure", "desktop", "light", UMLAUTS),
            ("report-dark", "desktop", "dark", "addItem/posts an item"), ("report-phone", "phone", "light", None),
            ("report-phone-failure", "phone", "dark", UMLAUTS)]:
        with opened(launched, address(path, title), window, scheme) as page:
            page.wait_for_timeout(200)
            page.screenshot(path=f"{folder}/{name}.png")


if __name__ == "__main__":
    page, many = sys.argv[1:3]
    with browser() as launched:
        if "--screenshots" in sys.argv:
            screenshots(launched, page, sys.argv[-1])
        else:
            first_screen(launched, page)
            filters(launched, page)
            details(launched, page)
            large(launched, many)
    finish()
