"""Tests of the mock's journal, /__accord/, in a browser."""

import contextlib
import http.client
import json
import pathlib
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

from pages import DESKTOP, PHONE, fits, focus_goes_down, is_readable, mock, run
from program import accord

CONTRACT = {
    "contract": "1.0",
    "info": {"title": "Books", "version": "1"},
    "servers": [{"url": "https://books.example"}],
    "operations": {
        "list": {
            "request": {"method": "GET", "path": "/books", "query": {"q": {"required": False, "schema": {"type": "string"}}}},
            "responses": {"200": {"description": "All.", "body": {"type": "array"}}, "404": {"description": "None."},
                          "500": {"description": "Broken."}},
            "cases": {"lists": {"response": {"status": 200, "body": [{"id": 1, "title": "Kindred"}]}}},
        },
        "add": {
            "request": {"method": "POST", "path": "/shelves/{shelf}/books", "pathParameters": {"shelf": {"type": "string"}},
                        "body": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string"}}}},
            "responses": {"201": {"description": "It.", "body": {"type": "object"}}},
            "cases": {"adds": {"request": {"pathParameters": {"shelf": "a"}, "body": {"title": "Emma"}},
                               "response": {"status": 201, "body": {"id": 2, "title": "Emma"}}}},
        },
    },
}


AS_DOCUMENTED = "() => document.querySelector('#operations select').value === ''"


def send(address, path, method="GET", body=None, headers=()):
    """Returns the status of a response, or None if the mock closes the connection."""
    fields = dict(headers, **({"Content-Type": "application/json"} if body else {}))
    request = urllib.request.Request(address + path, data=body and body.encode(), method=method, headers=fields)
    try:
        return urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        return error.code
    except (OSError, http.client.HTTPException):
        return None


@contextlib.contextmanager
def journal(chromium, folder, path="/__accord/", size=DESKTOP, scheme="light"):
    """Opens the journal of a mock. Fails if the page logs errors or loads anything from a different host."""
    contract = folder / "books.json"
    contract.write_text(json.dumps(CONTRACT), "utf-8")
    with mock(str(contract)) as address:
        context = chromium.new_context(viewport=size, color_scheme=scheme, has_touch=size == PHONE, is_mobile=size == PHONE)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        wrong = []
        page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith((address, "data:", "blob:")) else wrong.append(request.url))
        page.goto(address + path)
        page.locator("#operations tr").nth(1).wait_for()
        try:
            yield page, address
            assert wrong == [], wrong
        finally:
            context.close()


def rows(page, count):
    """Waits for a number of visible rows, and returns their texts."""
    page.wait_for_function("count => [...document.querySelectorAll('#requests tr')].filter(row => !row.hidden).length === count", arg=count)
    return [text.replace("\t", " ") for text in page.locator("#requests tr:visible").all_inner_texts()]


def arriving(chromium, folder):
    """The mock's address is the journal, and requests appear with method, path, status and violations"""
    with journal(chromium, folder, path="/") as (page, address):
        assert send(address, "/books?q=a") == 200
        assert send(address, "/shelves/a/books", "POST", '{"title": 7}') == 400
        assert send(address, "/nowhere") == 404
        last, wrong, right = rows(page, 3)
        assert "GET /nowhere" in last and "404" in last and "undocumented operation" in last, last
        assert "POST /shelves/a/books" in wrong and "400" in wrong and "expected a string" in wrong, wrong
        assert "GET /books?q=a" in right and "200" in right and "list/lists" in right and "none" in right, right
        page.get_by_text("3 requests; 2 of 2 operations called").wait_for()
        assert page.url == address + "/__accord/"


def browser_requests(chromium, folder):
    """Preflight requests and requests for an icon are no violations"""
    with journal(chromium, folder) as (page, address):
        send(address, "/favicon.ico")
        send(address, "/nowhere", "OPTIONS", headers={"Origin": "http://a.example", "Access-Control-Request-Method": "GET"})
        assert all("sent by the browser itself" in row for row in rows(page, 2))
        assert page.locator("#requests .bad").count() == 0


def details_and_search(chromium, folder):
    """A request opens with both bodies and its violations, and the search finds texts of bodies"""
    with journal(chromium, folder) as (page, address):
        send(address, "/books")
        send(address, "/shelves/a/books", "POST", '{"title": 7}')
        rows(page, 2)
        opener = page.locator("#requests button.open").first
        opener.click()
        assert opener.get_attribute("aria-expanded") == "true"
        opened = page.locator("#requests tr").nth(1)
        text = opened.inner_text()
        assert '"title": 7' in text and "request.body.schema" in text and "books.json:" in text and "findings" in text, text
        opener.click()
        assert page.locator("#requests tr").count() == 2
        page.locator("#search").fill("kindred")
        assert "GET /books" in rows(page, 1)[0]
        page.locator("#search").fill("")
        rows(page, 2)


def copying(chromium, folder):
    """“Copy as curl” copies a command that sends the same request"""
    with journal(chromium, folder) as (page, address):
        body = '{"title": "it\'s $HOME"}'
        assert send(address, "/shelves/a%20b/books", "POST", body) == 201
        rows(page, 1)
        page.locator("#requests button.open").click()
        page.get_by_role("button", name="Copy as curl").click()
        page.get_by_role("button", name="Copied").wait_for()
        command = page.evaluate("navigator.clipboard.readText()")
        answer = subprocess.run(["sh", "-c", command], capture_output=True, check=True).stdout
        assert answer.startswith(b"HTTP/1.1 201 "), (command, answer)
        assert json.loads(answer.split(b"\r\n\r\n", 1)[1])["title"] == "it's $HOME"
        first, second = [json.loads(line) for line in urllib.request.urlopen(address + "/__accord/requests")]
        assert first["url"] == second["url"] and first["request"]["body"] == second["request"]["body"]


def saving(chromium, folder):
    """“Save as a case” downloads a case that is valid in the contract"""
    with journal(chromium, folder) as (page, address):
        assert send(address, "/shelves/a%20b/books", "POST", '{"title": "Dune"}') == 201
        rows(page, 1)
        page.locator("#requests button.open").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as a case").click()
        saved = json.loads(pathlib.Path(download.value.path()).read_text("utf-8"))
        contract = json.loads(json.dumps(CONTRACT))
        contract["operations"]["add"]["cases"].update(saved)
        (folder / "more.json").write_text(json.dumps(contract), "utf-8")
        accord("lint", str(folder / "more.json"))
        (name, case), = saved.items()
        assert name == "request 1" and case["request"] == {"pathParameters": {"shelf": "a b"}, "body": {"title": "Dune"}}, saved
        assert case["response"]["status"] == 201 and case["response"]["body"]["title"] == "Dune", saved


def next_response(chromium, folder):
    """The chosen next response of an operation is sent once: 404, 500, slow or none"""
    with journal(chromium, folder) as (page, address):
        select = page.get_by_label("Next response of GET /books")
        for label, expected in [("404", 404), ("500", 500), ("drop the connection", None), ("slow, 5 s", 200)]:
            with page.expect_response(lambda response: response.request.method == "PUT") as answer:
                select.select_option(label=label)
            assert answer.value.status == 204
            start = time.monotonic()
            assert send(address, "/books") == expected, label
            assert label != "slow, 5 s" or time.monotonic() - start >= 5
            page.wait_for_function(AS_DOCUMENTED)
            assert send(address, "/books") == 200
        with page.expect_response(lambda response: response.request.method == "PUT"):
            select.select_option(label="404")
        with page.expect_response(lambda response: response.request.method == "PUT"):
            select.select_option(label="as documented")
        assert send(address, "/books") == 200


def clearing(chromium, folder):
    """The buttons clear the requests, and reset the state with the next responses"""
    with journal(chromium, folder) as (page, address):
        send(address, "/books")
        rows(page, 1)
        page.get_by_role("button", name="Clear the requests").click()
        page.get_by_text("0 requests; 0 of 2 operations called").wait_for()
        rows(page, 0)
        with page.expect_response(lambda response: response.request.method == "PUT"):
            page.get_by_label("Next response of GET /books").select_option(label="404")
        with page.expect_response(lambda response: response.url.endswith("/reset")):
            page.get_by_role("button", name="Reset the state").click()
        page.wait_for_function(AS_DOCUMENTED)
        assert send(address, "/books") == 200


def every_window(chromium, folder):
    """The journal fits and is readable on a desktop and a phone, light and dark, with opened requests and hostile text"""
    hostile = "<img src=x onerror=window.pwned=1></script><script>window.pwned=1</script>" + "unbroken" * 40
    for size in [DESKTOP, PHONE]:
        for scheme in ["light", "dark"]:
            with journal(chromium, folder, size=size, scheme=scheme) as (page, address):
                send(address, "/" + urllib.parse.quote(hostile))
                send(address, "/shelves/a/books", "POST", json.dumps({"title": [hostile]}))
                rows(page, 2)
                for opener in page.locator("#requests button.open").all():
                    opener.click()
                fits(page)
                is_readable(page)
                assert page.evaluate("typeof window.pwned") == "undefined"


def keyboard(chromium, folder):
    """The tab key moves down the journal, and Enter opens a request"""
    with journal(chromium, folder) as (page, address):
        send(address, "/books")
        rows(page, 1)
        focus_goes_down(page, stops=6)
        page.locator("#requests button.open").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Copy as curl").wait_for()


def stopped(chromium, folder):
    """The journal reports a mock that stopped"""
    contract = folder / "books.json"
    contract.write_text(json.dumps(CONTRACT), "utf-8")
    page = chromium.new_page()
    with mock(str(contract)) as address:
        page.goto(address + "/__accord/")
        page.locator("#operations tr").nth(1).wait_for()
    page.get_by_role("button", name="Reset the state").click()
    page.get_by_text("The mock does not respond").wait_for()
    page.close()


run([arriving, browser_requests, details_and_search, copying, saving, next_response, clearing, every_window,
     keyboard, stopped])
