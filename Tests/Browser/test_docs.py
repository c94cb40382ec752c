"""Tests of accord docs in a browser."""

import json
import pathlib
import urllib.parse

from pages import DESKTOP, PHONE, fits, is_readable, mock, opened, run
from program import accord

# Text that would run or break the page without escaping.
HOSTILE = [
    "<script>window.pwned=1</script>", "\"><img src=x onerror=window.pwned=1>", "</title><script>window.pwned=1</script>",
    "[x](javascript:window.pwned=1)", "`</code><script>window.pwned=1</script>`", "{{{style}}}{{> head}}", "${env.X}",
    "</script><script>window.pwned=1</script>", "\u2028window.pwned=1//", "' onmouseover='window.pwned=1",
]


def site(folder):
    """The documentation of Specs/, after a verification of the mock."""
    docs = folder / "docs"
    if not docs.exists():
        with mock("Specs") as address:
            accord("verify", "--base-url", address, "--report", str(folder / "reports"), "Specs", "--quiet")
        accord("docs", "Specs", "--output", str(docs), "--report", str(folder / "reports"))
    return docs


def pages(folder):
    return sorted(site(folder).rglob("*.html"))


def every_page_opens(chromium, folder):
    """every page opens, fits and is readable: phone and desktop, light and dark"""
    assert len(pages(folder)) > 15
    for index, page in enumerate(pages(folder)):
        for size in (PHONE, DESKTOP):
            with opened(chromium, page, size, "dark" if index % 2 else "light") as opening:
                fits(opening)
                is_readable(opening)
                for landmark in ("header", "main", "footer"):
                    assert opening.locator(landmark).count() == 1, (page, landmark)
                assert opening.locator("h1").count() == 1


def every_link_leads_somewhere(chromium, folder):
    """every link leads to an existing page and anchor"""
    known = {}
    wanted = []
    for page in pages(folder):
        with opened(chromium, page) as opening:
            known[page] = set(opening.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)"))
            wanted += [(page, link) for link in opening.evaluate("[...document.querySelectorAll('a')].map(a => a.href)")]
    assert len(wanted) > 100
    for page, link in wanted:
        if not link.startswith("file:"):
            continue
        parts = urllib.parse.urlsplit(link)
        target = pathlib.Path(urllib.parse.unquote(parts.path))
        assert target in known, (page, link)
        fragment = urllib.parse.unquote(parts.fragment)
        assert not fragment or fragment in known[target], (page, link)


def shows_verification(chromium, folder):
    """each operation shows whether it was verified, when and against which server"""
    with opened(chromium, site(folder) / "awesome-todos" / "login.html") as page:
        proof = page.locator(".proof").inner_text()
        assert "verified" in proof and "The server passed" in proof and "http://127.0.0.1:" in proof, proof
        assert page.locator("article .state.holds").count() > 0
    with opened(chromium, site(folder) / "index.html") as page:
        assert page.locator(".apis .state.holds").count() == page.locator(".apis li").count()


def search_finds(chromium, folder):
    """search finds operations, examples and schemas, and works with the keyboard"""
    with opened(chromium, site(folder) / "index.html") as page:
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.id") == "query"
        page.keyboard.type("login")
        page.wait_for_selector("#hits li[aria-selected=true]")
        first = page.locator("#hits li").first.inner_text()
        page.keyboard.press("ArrowDown")
        assert page.locator("#hits li[aria-selected=true]").inner_text() != first
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_url("**/awesome-todos/login.html*")
    with opened(chromium, site(folder) / "awesome-todos" / "login.html") as page:
        page.fill("#query", "no such thing anywhere")
        assert "No results" in page.locator("#hits").inner_text()
        page.keyboard.press("Escape")
        assert not page.locator("#hits").is_visible()


def deep_links(chromium, folder):
    """a deep link opens its example, also after the page is generated again"""
    with opened(chromium, site(folder) / "awesome-todos" / "login.html", fragment="#refuses-a-wrong-password") as page:
        box = page.locator("#refuses-a-wrong-password").bounding_box()
        assert 0 <= box["y"] < DESKTOP["height"], box


def tabs(chromium, folder):
    """requests are in tabs, which the arrow keys select and the next page remembers, and can be copied"""
    with opened(chromium, site(folder) / "awesome-todos" / "login.html") as page:
        tab = page.locator("[role=tab]", has_text="curl").first
        tab.click()
        panel = page.locator(f"#{tab.get_attribute('aria-controls')}")
        assert panel.is_visible() and "curl -sS" in panel.inner_text()
        page.keyboard.press("ArrowRight")
        for name, part in (("Swift", "URLSession.shared"), ("JavaScript", "await fetch("), ("Python", "requests.request(")):
            assert page.evaluate("document.activeElement.textContent") == name
            text = page.locator("[role=tabpanel]:visible").first.inner_text()
            assert part in text, text
            page.keyboard.press("ArrowRight")
        tab.click()
        copied = page.evaluate(
            """() => new Promise(done => {
                Object.defineProperty(navigator, 'clipboard', { value: { writeText: text => { done(text); return Promise.resolve(); } } });
                document.querySelector('[role=tabpanel]:not([hidden]) .copy').click();
            })""")
        assert copied.startswith("curl -sS") and "Copy" not in copied, copied


def without_script(chromium, folder):
    """a page is complete without JavaScript"""
    with opened(chromium, site(folder) / "awesome-todos" / "login.html", script=False) as page:
        text = page.locator("main").inner_text()
        assert "curl -sS" in text and "URLSession" in text and "HTTP/1.1 200" in text
        assert not page.locator("#search").is_visible()


def columns(chromium, folder):
    """a wide screen has three columns: the menu, the text and the examples, which stay"""
    with opened(chromium, site(folder) / "awesome-todos" / "login.html", {"width": 1680, "height": 900}) as page:
        edges = [page.locator(part).bounding_box() for part in (".menu", ".text", ".side")]
        assert edges[0]["x"] + edges[0]["width"] <= edges[1]["x"]
        assert edges[1]["x"] + edges[1]["width"] <= edges[2]["x"]
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert page.locator(".side h2").is_visible()
        fits(page)


def one_api(chromium, folder):
    """the index of a site with one API is its overview: the description, the map and the operations"""
    docs = folder / "one"
    document = {
        "openapi": "3.1.0", "info": {"title": "Pets", "version": "1", "description": "Sells **pets**."},
        "servers": [{"url": "https://pets.example"}], "security": [{"bearerAuth": []}],
        "components": {
            "securitySchemes": {"bearerAuth": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Pet": {"type": "object", "properties": {"name": {"type": "string", "description": "Its name."}}}},
        },
        "paths": {"/pets/{id}": {"get": {
            "operationId": "getPet", "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}],
            "responses": {
                "200": {"description": "A pet.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}},
                "404": {"description": "No such pet."}, "default": {"description": "An error."},
            },
        }}},
    }
    (folder / "pets.json").write_text(json.dumps(document), "utf-8")
    (folder / "none").mkdir(exist_ok=True)
    accord("docs", str(folder / "pets.json"), "--output", str(docs), "--report", str(folder / "none"))
    for size in (PHONE, DESKTOP):
        with opened(chromium, docs / "index.html", size) as page:
            assert page.locator("main strong").first.inner_text() == "pets"
            assert page.locator("svg.map").get_attribute("aria-label").startswith("1 operation with 3 documented responses")
            is_readable(page)
            fits(page)
            page.locator(".operations a").click()
            page.wait_for_url("**/pets/getpet.html")
            assert page.locator("table tbody tr").count() == 2, "errors are one table"
            assert page.get_by_text("Its name.").is_visible(), "the schema is inline"
            for name in ("HTTP", "curl", "Swift", "JavaScript", "Python"):
                page.get_by_role("tab", name=name, exact=True).first.click()
                text = page.locator("[role=tabpanel]:visible").first.inner_text()
                assert "Bearer" in text and "TOKEN" in text, (name, text)
            assert page.get_by_text("Not verified yet").is_visible()
            is_readable(page)


def keyboard(chromium, folder):
    """the first tab stop skips to the content"""
    with opened(chromium, site(folder) / "awesome-todos" / "login.html") as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"


def hostile(chromium, folder):
    """texts of a contract don't run and don't break the page"""
    for number, text in enumerate(HOSTILE):
        contract = {
            "contract": "1.0", "info": {"title": text, "version": "1", "summary": text, "description": text},
            "servers": [{"url": "https://api.example", "name": text, "description": text}],
            "operations": {"op": {
                "summary": text, "description": text, "tags": [text],
                "request": {"method": "POST", "path": "/x", "query": {text: {"required": False, "description": text, "schema": {"type": "string", "enum": [text]}}},
                            "body": {"type": "object", "description": text, "properties": {text: {"const": text}}}},
                "responses": {"200": {"description": text, "headers": {"A": {"required": False, "description": text, "schema": {"type": "string"}}}, "body": {"$ref": "#/components/schemas/S"}}},
                "cases": {"a": {"summary": text, "given": [{"name": text}], "request": {"body": {}}, "response": {"status": 200, "body": {text: 1}}}},
            }},
            "components": {"schemas": {"S": {"type": "object", "title": text, "description": text}}},
        }
        file = folder / f"hostile-{number}.json"
        file.write_text(json.dumps(contract).replace("${", "$${"), "utf-8")
        output = folder / f"hostile-{number}"
        (folder / "none").mkdir(exist_ok=True)
        accord("docs", str(file), "--output", str(output), "--report", str(folder / "none"))
        found = sorted(output.rglob("*.html"))
        assert len(found) == 4
        for page in found:
            with opened(chromium, page) as opening:
                assert opening.evaluate("typeof window.pwned") == "undefined", (text, page)
                assert opening.locator("script").count() == 2, (text, page)
                assert opening.locator("img").count() == 0, (text, page)
                assert opening.evaluate("[...document.querySelectorAll('a')].filter(a => a.protocol === 'javascript:').length") == 0
                fits(opening)
                opening.fill("#query", "a")


run([every_page_opens, every_link_leads_somewhere, shows_verification, search_finds, deep_links, tabs, columns, one_api, without_script, keyboard, hostile])
