"""What every page that Accord makes is held to in a browser: Debian's Chromium, driven by Playwright."""

import contextlib
import shutil
import sys

from playwright.sync_api import sync_playwright

WINDOWS = {"desktop": (1280, 900), "phone": (390, 844)}

failures = []


def check(condition, what):
    """Notes a failure; the run goes on, so that all are seen at once."""
    if not condition:
        failures.append(what)
        print(f"✗ {what}", file=sys.stderr)


@contextlib.contextmanager
def browser():
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        # Chromium's sandbox doesn't run as root, as which containers run.
        launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--force-color-profile=srgb"])
        yield launched
        launched.close()


@contextlib.contextmanager
def opened(launched, url, window="desktop", scheme="light", where="", **options):
    """Opens a page, and checks at the end that it complained of nothing and asked for nothing from elsewhere."""
    width, height = WINDOWS[window]
    context = launched.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=window == "phone",
        is_mobile=window == "phone", device_scale_factor=2, **options)
    page = context.new_page()
    complaints, requests = [], []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(url)
    yield page
    where = where or f"{url.rsplit('/', 1)[-1]} on a {window}, {scheme}"
    check(not complaints, f"{where}: the console says nothing, but {complaints[:3]}")
    elsewhere = [url for url in requests if not url.startswith(("file:", "data:"))]
    check(not elsewhere, f"{where}: nothing is asked from elsewhere, but {elsewhere[:3]}")
    context.close()


CONTRAST = """() => {
    const parts = text => text.match(/[\\d.]+/g).map(Number);
    const luminance = rgb => rgb.slice(0, 3).map(v => v / 255)
        .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = e => {
        for (; e; e = e.parentElement) {
            const color = parts(getComputedStyle(e).backgroundColor);
            if (color.length < 4 || color[3] > 0) return color;
        }
        return [255, 255, 255];
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const faint = [];
    while (walker.nextNode()) {
        const e = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !e.checkVisibility() || ['SCRIPT', 'NOSCRIPT'].includes(e.tagName)) continue;
        const lights = [luminance(parts(getComputedStyle(e).color)), luminance(behind(e))];
        const ratio = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
        if (ratio < 4.5) faint.push(`${ratio.toFixed(2)} ${e.className} ${walker.currentNode.data.trim().slice(0, 40)}`);
    }
    return faint;
}"""

NAMELESS = """() => [...document.querySelectorAll('a, button, summary, input, select, [role=img], [role=region]')]
    .filter(e => e.checkVisibility())
    .filter(e => !(e.textContent.trim() || e.getAttribute('aria-label') || e.getAttribute('aria-labelledby')
        || e.closest('label')))
    .map(e => e.outerHTML.slice(0, 120))"""

TWICE = """() => [...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)"""


def check_page(page, where):
    """Landmarks, headings, names, ids, contrast, and no scrolling sideways."""
    for role in ["banner", "main", "contentinfo", "search"]:
        check(page.get_by_role(role).count() == 1, f"{where}: has one {role}")
    check(page.get_by_role("heading", level=1).count() == 1, f"{where}: has one heading of the first level")
    check(page.locator("html").get_attribute("lang"), f"{where}: names its language")
    for what, script in [("elements without a name", NAMELESS), ("ids that are there twice", TWICE), ("faint texts", CONTRAST)]:
        found = page.evaluate(script)
        check(not found, f"{where}: {what}: {found[:3]}")
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    check(width[0] <= width[1], f"{where}: scrolls sideways, {width[0]} pixels in {width[1]}")


def check_keyboard(page, where, stops=12):
    """The tabulator goes down the page, and each stop is seen to have the focus."""
    tops = []
    for _ in range(stops):
        page.keyboard.press("Tab")
        stop = page.evaluate("""() => {
            const e = document.activeElement;
            const box = e.getBoundingClientRect();
            const style = getComputedStyle(e.matches('input[type=radio]') ? e.nextElementSibling : e);
            return [e.outerHTML.slice(0, 80), box.top + scrollY, style.outlineStyle !== 'none' || e.className === 'skip'];
        }""")
        check(stop[2], f"{where}: the focus isn't seen on {stop[0]}")
        tops.append(stop[1])
    # The link that skips to the content stands outside the page until it has the focus.
    ordered = all(one <= other + 60 for one, other in zip(tops[1:], tops[2:]))
    check(ordered, f"{where}: the tabulator jumps up the page: {tops}")


def finish():
    if failures:
        print(f"browser: {len(failures)} of what the pages are held to fails", file=sys.stderr)
        sys.exit(1)
