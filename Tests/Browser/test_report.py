"""Tests of report.html in a browser."""

import time
import urllib.parse

from pages import DESKTOP, PHONE, fits, focus_goes_down, is_readable, opened, run
from samples import UMLAUTS, hostile, large, merged, rendered, sample, wide, with_history

# Text that would run or break the page without escaping.
HOSTILE = [
    "<script>window.pwned = 1</script>", "</script><script>window.pwned = 1</script>",
    "</pre></details></noscript></main><img src=x onerror=\"window.pwned=1\">", "<!-- <style>*{display:none}</style>",
    "\"><svg onload=window.pwned=1>", "' onmouseover='window.pwned=1", "\" autofocus onfocus=\"window.pwned=1",
    "\"\u0301 onmouseover=\"\u0301window.pwned=1\"\u0301 <\u0301script>", "`onclick=window.pwned=1`",
    "javascript:window.pwned=1", "{{title}} {{{script}}} {{> case}}", "<details open><summary>x</summary>",
    "\n<details class=\"failed\" id=\"x\" data-operation=\"x\" data-status=\"failed\"><summary>x</summary>",
    "\u202egnp.exe\u202c", "a\u2028b\u2029c\u0085d", "\ufeff\u200b\u2060", "", " ", "\n",
]


def link(title):
    return "#case=" + urllib.parse.quote(title, safe="")


def titles(page):
    return page.locator("#list .title").all_inner_texts()


def search(page, text):
    page.get_by_role("searchbox").fill(text)
    return titles(page)


def unfold(page):
    """Shows every case in full."""
    page.locator("input[value=all]").check(force=True)
    page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true; e.dispatchEvent(new Event('toggle')); })")
    page.locator("#list details:not([data-filled])").first.wait_for(state="detached")


HEADLINE = "The server crashes in 1 operation; 4 problems in 2 of 2 operations"


def first_screen(chromium, folder):
    """the first screen has the result, the failures and the party at fault: phone and desktop, light and dark"""
    path = rendered(folder, sample())
    for size in (PHONE, DESKTOP):
        for scheme in ("light", "dark"):
            with opened(chromium, path, size, scheme) as page:
                assert page.get_by_role("heading", level=1).inner_text() == HEADLINE
                assert page.get_by_text("At fault: the server in 3 cases, the client in 1 case.").is_visible()
                assert page.locator(".problem").first.bounding_box()["y"] < size["height"]
                for role in ("banner", "main", "contentinfo", "search"):
                    assert page.get_by_role(role).count() == 1, role
                assert page.locator("html").get_attribute("lang")
                background = page.evaluate("getComputedStyle(document.body).backgroundColor")
                assert background == ("rgb(21, 23, 26)" if scheme == "dark" else "rgb(250, 249, 247)"), background
                is_readable(page)
                fits(page)
                unfold(page)
                is_readable(page)
                fits(page)


def every_window(chromium, folder):
    """nothing scrolls sideways"""
    for path in (rendered(folder, wide(), "wide"), merged(folder), with_history(folder)):
        for width in (320, 390, 768, 1280):
            with opened(chromium, path, {"width": width, "height": 800}) as page:
                fits(page)
                unfold(page)
                fits(page)


def operations_table(chromium, folder):
    """the table of operations fits a window of 1,300 pixels: of a server with many statuses, and merged with a client's"""
    report = sample()
    statuses = [element for element in report["coverage"][0]["elements"] if element["kind"] == "status"]
    for number in range(402, 410):
        report["coverage"][0]["elements"].append(dict(statuses[0], name=str(number)))
    for kind in ("refuse.missing:query.limit", "fuzz.1-1", "http.head", "security.user"):
        for case in sample()["cases"]:
            report["cases"].append(dict(case, id=f"{case['operation']}~{kind}", origin="derived"))
    for path in (rendered(folder, report, "operations"), merged(folder)):
        with opened(chromium, path, {"width": 1300, "height": 800}) as page:
            overflow = page.evaluate("""() => {
                const table = document.querySelector('.operations > .wide');
                return table.scrollWidth - table.clientWidth;
            }""")
            assert overflow <= 0, (path, overflow)


def searching(chromium, folder):
    """a search matches all of its words in id, message and rule; clearing it shows all cases"""
    with opened(chromium, rendered(folder, sample())) as page:
        assert len(titles(page)) == 4, "the failed cases are listed first"
        assert search(page, "wrong PASSWORD") == ["login/refuses a wrong password"]
        assert page.locator("#found").inner_text() == "1 of 9 cases"
        assert search(page, UMLAUTS) == [UMLAUTS]
        assert search(page, "nothing like this") == []
        assert search(page, "response.status") == ["login/refuses a wrong password"]
        assert search(page, "section") == [], "a search doesn't find the page's own markup"
        page.get_by_role("button", name="Clear").click()
        assert len(titles(page)) == 4


def filtering(chromium, folder):
    """cases are filtered by status, operation, rule and party at fault"""
    with opened(chromium, rendered(folder, sample())) as page:
        for kind, count in [("failed", 4), ("warned", 1), ("idle", 3), ("passed", 1), ("all", 9)]:
            page.locator(f"input[value={kind}]").check(force=True)
            assert len(titles(page)) == count, (kind, titles(page))
        page.locator("input[value=failed]").check(force=True)
        for label, value, count in [("Operation", "addItem", 1), ("Rule", "response.status", 1),
                                    ("Party at fault", "server", 3), ("Party at fault", "client", 1)]:
            page.get_by_label(label, exact=True).select_option(value)
            assert len(titles(page)) == count, (label, value, titles(page))
            page.get_by_role("button", name="Clear").click()


def matrix(chromium, folder):
    """the table has each operation with its documented elements and cases, and links to them"""
    with opened(chromium, rendered(folder, sample())) as page:
        assert page.get_by_text("Coverage: 4 of 7 documented elements covered, 57 %").is_visible()
        rows = {row.locator("th").inner_text(): row.inner_text() for row in page.locator(".operations tbody tr").all()}
        assert list(rows) == ["login", "addItem", "deleteItem", "items"], rows
        assert "✗\u00a0200" in rows["login"] and "✗\u00a0401" in rows["login"] and "–\u00a0503" in rows["login"], rows["login"]
        page.locator(".untried summary").first.click()
        assert "status 503" in page.locator(".untried").first.inner_text()
        page.get_by_role("link", name="login", exact=True).click()
        page.locator("#list .title").first.wait_for()
        assert all(title.startswith("login") for title in titles(page)), titles(page)


def details(chromium, folder):
    """a failure has the contract's line, its diff, its exchange with the value marked, its times, and a link"""
    report = sample()
    report["cases"][1]["findings"][0]["place"]["name"] = "/tokn"
    with opened(chromium, rendered(folder, report, "marked"), fragment=link(UMLAUTS)) as page:
        case = page.locator("details.case[open]")
        assert case.locator("summary .title").inner_text() == UMLAUTS
        assert case.bounding_box()["y"] < DESKTOP["height"]
        assert case.locator(".values pre.actual").first.inner_text() == '{"tokn":"1234567890"}'
        assert case.locator(".finding .contract .place").first.inner_text() == "Specs/awesome-todos.json:41:7"
        assert case.locator(".finding .quote code").first.inner_text() == '"required": ["token"],'
        assert "GET http://127.0.0.1:8099/login" in case.locator(".message.request").inner_text()
        assert case.locator(".message.response b").inner_text() == "HTTP 200"
        assert case.locator(".message.response mark").inner_text() == '"1234567890"'
        assert case.locator(".phase").count() == 4
        assert case.locator("pre.curl").count() == 1, "the command is there once"
        case.locator("summary").click()
        assert case.count() == 0, "a case folds again"


def problems(chromium, folder):
    """a problem is one line until it is opened; then it has the excerpt, the exchange once, and the command to copy"""
    report = sample()
    report["cases"][1]["findings"][0]["place"]["name"] = "/tokn"
    with opened(chromium, rendered(folder, report, "problem")) as page:
        card = page.locator(".problem.error").filter(has_text="GET /login → 200")
        assert page.locator(".problem[open]").count() == 0
        assert card.bounding_box()["height"] < 60
        assert card.locator(".message").inner_text() == 'GET /login → 200 · body /tokn: the property "token" is missing'
        card.locator("summary").click()
        card.locator(".message.response mark").wait_for()
        assert card.locator(".message.response mark").inner_text() == '"1234567890"'
        assert card.locator(".message.response").count() == 1
        assert card.locator(".quote.at code").inner_text() == '"required": ["token"],'
        assert card.get_by_role("button", name="Copy the curl command").count() == 1
        assert "To do" in card.inner_text()
        is_readable(page)
        fits(page)


def rail(chromium, folder):
    """the rail stays on a wide screen, and links to each section with its count; paper has none"""
    with opened(chromium, with_history(folder)) as page:
        links = page.get_by_role("navigation", name="Sections").get_by_role("link")
        names = links.all_inner_texts()
        assert [name.split()[0] for name in names] == ["Problems", "Warnings", "Operations", "Cases", "Timeline"], names
        for index in range(links.count()):
            target = links.nth(index).get_attribute("href")
            assert page.locator(target).count() == 1, target
        page.evaluate("scrollTo(0, 2000)")
        assert links.first.bounding_box()["y"] >= 0
        page.emulate_media(media="print")
        assert not links.first.is_visible()


def paper(chromium, folder):
    """paper shows each problem with its exchange, and clips nothing"""
    for path in (rendered(folder, sample()), rendered(folder, wide(), "wide"), merged(folder), with_history(folder)):
        # The width of A4 with Chromium's margins.
        with opened(chromium, path, {"width": 718, "height": 1000}) as page:
            page.emulate_media(media="print")
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            fits(page)
            assert page.locator(".problem").count() == page.locator(".problem[open]").count()
            assert page.locator(".problem .message.response").count() > 0
            cut = page.evaluate("""[...document.querySelectorAll('main *')]
                .filter(e => e.checkVisibility() && !e.closest('svg') && !e.matches('.apart')
                    && getComputedStyle(e).overflow !== 'visible' && e.scrollWidth > e.clientWidth + 1)
                .map(e => e.outerHTML.slice(0, 100))""")
            assert cut == [], cut


def cue(chromium, folder):
    """the table of operations scrolls in its frame, which shows a shadow where there is more, and which the tab key reaches"""
    with opened(chromium, rendered(folder, large(), "large"), PHONE) as page:
        frame = page.get_by_role("region", name="Table of operations")
        assert frame.evaluate("e => e.scrollWidth > e.clientWidth && e.scrollHeight > e.clientHeight")
        assert "linear-gradient" in frame.evaluate("e => getComputedStyle(e).backgroundImage")
        assert frame.get_attribute("tabindex") == "0"


def api_map(chromium, folder):
    """the map has a tile for each status of an operation, and a text alternative"""
    with opened(chromium, rendered(folder, sample())) as page:
        svg = page.locator("svg.map")
        assert svg.is_visible()
        assert svg.get_attribute("aria-label") == "2 operations with 5 documented responses: 3 failed, 0 passed, 2 not tested", svg.get_attribute("aria-label")


def passing(chromium, folder):
    """a passing run shows the proved elements, and lists cases only on request"""
    report = sample()
    report["cases"] = [case for case in report["cases"] if case["status"] == "passed" and not case["findings"]]
    with opened(chromium, rendered(folder, report, "passing")) as page:
        assert page.get_by_text("Confirmed by passed cases: 2 of 4 status codes").is_visible()
        assert titles(page) == []
        assert len(search(page, "login")) == 1
        page.keyboard.press("Escape")
        assert titles(page) == []
        page.locator("input[value=passed]").check(force=True)
        assert len(titles(page)) == 1


def links(chromium, folder):
    """a link opens its case"""
    other = sample()
    other["cases"].reverse()
    for path in (rendered(folder, sample()), rendered(folder, other, "reversed")):
        with opened(chromium, path, fragment=link("items/filters by tag")) as page:
            assert page.locator("details.case[open] .title").all_inner_texts() == ["items/filters by tag"]
    with opened(chromium, rendered(folder, sample())) as page:
        assert page.locator("details.case[open]").count() == 0


def copying(chromium, folder):
    """the curl command is copied with one click"""
    with opened(chromium, rendered(folder, sample()), fragment=link(UMLAUTS)) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        button = page.get_by_role("button", name="Copy the curl command")
        button.click()
        page.wait_for_function("[...document.querySelectorAll('button.copy')].some(e => ['Copied', 'Selected'].includes(e.textContent))")
        copied = page.evaluate("navigator.clipboard.readText().catch(() => String(getSelection()))")
        assert copied == "curl -sS 'http://127.0.0.1:8099/login?username=dasd%C3%B6m&password=%25%2634'", copied


def keyboard(chromium, folder):
    """everything works with the keyboard: the first tab stop skips to the cases, a slash searches, j and k move in the list"""
    for size in (PHONE, DESKTOP):
        with opened(chromium, rendered(folder, sample()), size) as page:
            focus_goes_down(page)
    with opened(chromium, rendered(folder, sample())) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.id") == "query"
        page.evaluate("document.activeElement.blur()")
        focused = "document.activeElement.querySelector('.title').textContent"
        for key, title in [("j", UMLAUTS), ("j", "login/refuses a wrong password"), ("k", UMLAUTS)]:
            page.keyboard.press(key)
            assert page.evaluate(focused) == title


def changes(chromium, folder):
    """after an earlier run, the page shows the changes and the history"""
    with opened(chromium, with_history(folder)) as page:
        assert page.locator(".changes summary").all_inner_texts() == ["1 newly failing", "1 fixed", "3 still failing"]
        assert page.locator(".history li").count() == 2
        assert page.locator(".history li").all_inner_texts()[1].startswith("4"), "the number of problems"
        heights = [float(rect.get_attribute("height")) for rect in page.locator(".history rect.failed").all()]
        assert len(heights) == 2 and all(0 < height < 100 for height in heights), heights
    with opened(chromium, rendered(folder, sample())) as page:
        assert page.locator(".history").count() == 0, "a chart needs two runs"


def without_script(chromium, folder):
    """without JavaScript every case is on the page, collapsed, and every link works"""
    with opened(chromium, rendered(folder, sample()), script=False) as page:
        assert page.locator("noscript > details.failed").count() == 4
        assert page.locator("noscript > details").count() == 9
        assert page.get_by_role("search").count() == 0, "there is no search that does nothing"
        page.locator("noscript > details.failed summary").first.click()
        assert "curl" in page.locator("noscript > details.failed").first.inner_text()
        for address in page.locator("a[href^='#case=']").all():
            anchor = address.get_attribute("href")[1:]
            assert page.locator(f'[id="{anchor}"]').count() == 1, anchor


def hostile_content(chromium, folder):
    """texts of a server, a client or a contract don't run and don't break the page"""
    for number, text in enumerate(HOSTILE):
        with opened(chromium, rendered(folder, hostile(text), f"hostile-{number}")) as page:
            unfold(page)
            attributes = page.locator("[onmouseover], [onclick], [onfocus], [onload], [onerror]").count()
            found = (attributes, page.evaluate("document.scripts.length"), page.locator("img").count(), page.evaluate("typeof window.pwned"))
            assert found == (0, 1, 0, "undefined"), (text, found)
            assert len(titles(page)) == 9, text
            fits(page)


def policy(chromium, folder):
    """the content security policy blocks an injected script"""
    path = rendered(folder, sample(), "policy")
    path.write_text(path.read_text("utf-8").replace(
        "<main", "<script>window.pwned = 1</script><img src=x onerror='window.pwned=1'><main"), "utf-8")
    page = chromium.new_page()
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(path.as_uri())
    assert page.evaluate("typeof window.pwned") == "undefined"
    assert len(complaints) >= 2, complaints
    page.close()


def ten_thousand(chromium, folder):
    """10,000 failures fit into 15 MB, and the visible ones are rendered"""
    path = rendered(folder, large(), "large")
    size = path.stat().st_size / 1e6
    assert size <= 15, size
    start = time.monotonic()
    with opened(chromium, path) as page:
        assert page.locator("#found").inner_text() == "10000 of 10000 cases"
        print(f"browser: a page of 10,000 failures, {size:.1f} MB, is interactive after {time.monotonic() - start:.2f} s")
        assert page.locator("#list details").count() <= 250
        assert page.locator(".problem").count() == 120, "one for each operation"
        assert page.locator(".problem:visible").count() == 20
        assert page.locator("#cases").bounding_box()["y"] <= 3 * DESKTOP["height"], "the top has at most three screens"
        assert search(page, "password 9876") == ["login/refuses a wrong password 9876"]
        search(page, "")
        page.mouse.wheel(0, 40000)
        page.locator("#list details").nth(100).wait_for(state="attached")
    with opened(chromium, path, fragment=link("login/refuses a wrong password 7777")) as page:
        case = page.locator("details.case[open]")
        assert case.locator(".title").inner_text() == "login/refuses a wrong password 7777"
        assert case.bounding_box()["y"] < DESKTOP["height"]


run([first_screen, every_window, operations_table, searching, filtering, matrix, details, problems, rail, api_map, passing, links, copying, keyboard, changes, without_script,
     paper, cue, hostile_content, policy, ten_thousand])
