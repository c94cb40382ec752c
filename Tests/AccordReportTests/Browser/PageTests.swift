import AccordJSON
import AccordMatching
import AccordReport
import Foundation
import Testing

@testable import AccordRendering

@Suite(
    "report.html in a browser", .serialized,
    .enabled(if: Browser.path != nil, "no Chromium is installed (Debian's package is called chromium)"), .oneBrowser)
struct PageTests {
    private let folder: ScratchFolder
    private let browser: Browser

    init() throws {
        folder = try ScratchFolder()
        browser = try #require(BrowserScope.browser)
        try browser.resize(width: 1000, height: 800, scheme: "light")
    }

    private func open(_ report: RunReport, fragment: String = "", named name: String = "report.html") throws {
        try browser.open(folder.write(HTMLReport.render(report), name), fragment: fragment)
    }

    @Test("opens without a complaint, and asks for nothing from elsewhere")
    func opens() throws {
        try open(SampleReport.report)
        #expect(browser.complaints == [])
        #expect(try browser.evaluate("performance.getEntriesByType('resource').length") == 0)
        #expect(try browser.evaluate("document.querySelector('h1').textContent") == "4 of 9 cases break the contract")
    }

    @Test("says first what broke and whose move it is")
    func first() throws {
        try open(SampleReport.report)
        let text = try #require(browser.evaluate("document.body.innerText").string)
        let broken = try #require(text.range(of: "the property \"token\" is missing"))
        let filter = try #require(text.range(of: "Hints"))
        #expect(broken.lowerBound < filter.lowerBound)
        #expect(text.contains("At fault: the server in 3 cases, the client in 1 case."))
    }

    @Test("shows only what is searched for, and all again when the search is cleared")
    func search() throws {
        try open(SampleReport.report)
        let visible = "[...document.querySelectorAll('[data-group]')].filter(e => e.checkVisibility()).map(e => e.id)"
        func type(_ text: String) throws -> JSON {
            try browser.evaluate(
                "query.value = '\(text)'; query.dispatchEvent(new Event('input', {bubbles: true})); \(visible)")
        }
        #expect(try browser.evaluate(visible) == ["case-2", "case-3", "case-4", "case-5"])
        #expect(try type("wrong PASSWORD") == ["case-3"])
        #expect(try browser.evaluate("found.textContent") == "1 of 9 cases")
        #expect(try type("creates a token") == ["case-2", "case-1"])
        #expect(try type("nothing like this") == [])
        #expect(try type("") != [])
        #expect(try browser.evaluate("document.querySelectorAll('[data-group][hidden]').length") == 0)
    }

    @Test(
        "shows one kind of case",
        arguments: [
            ("failed", ["case-2", "case-3", "case-4", "case-5"]), ("warned", ["case-9"]),
            ("idle", ["case-6", "case-7", "case-8"]), ("passed", ["case-1"]),
        ])
    func kinds(kind: String, ids: [String]) throws {
        try open(SampleReport.report)
        _ = try browser.evaluate("document.querySelector('input[value=\(kind)]').click()")
        let visible = "[...document.querySelectorAll('[data-group]')].filter(e => e.checkVisibility()).map(e => e.id)"
        #expect(try browser.evaluate(visible) == .array(ids.map { .string($0) }))
    }

    @Test("of thousands of cases is one that opens, with no link that leads nowhere")
    func large() throws {
        var report = SampleReport.report
        report.cases = (0..<3000).map { number in
            var result = number.isMultiple(of: 4) ? SampleReport.wrongStatus : SampleReport.passing
            result.id += " \(number)"
            if number.isMultiple(of: 40) { result.findings[0].message += " \(number)" }
            return result
        }
        try open(
            RunReport(
                tool: report.tool, kind: .verify, started: report.started, duration: 1, contracts: [],
                cases: report.cases))
        #expect(browser.complaints == [])
        #expect(try browser.evaluate("document.querySelectorAll('article.failed').length") == 500)
        #expect(try browser.evaluate("document.querySelectorAll('.blame li').length") == 1)
        #expect(
            try browser.evaluate(
                """
                [...document.querySelectorAll('a[href^="#"]')].filter(e => !document.querySelector(e.hash)).length
                """) == 0)
    }

    @Test("opens what a link leads to")
    func link() throws {
        try open(SampleReport.report, fragment: "#case-7")
        #expect(try browser.evaluate("document.getElementById('case-7').checkVisibility()") == true)
        try open(SampleReport.report, named: "other.html")
        #expect(try browser.evaluate("document.getElementById('case-7').checkVisibility()") == false)
    }

    @Test("copies the line that repeats a request")
    func copy() throws {
        try open(SampleReport.report)
        let copied = try browser.evaluate(
            """
            new Promise(done => {
                document.addEventListener('copy', () => done(String(getSelection())));
                navigator.clipboard.writeText = text => { done(text); return Promise.resolve(); };
                document.querySelector('button.copy').click();
            })
            """)
        #expect(
            copied == "curl -sS 'http://127.0.0.1:8099/login?username=dasd%C3%B6m&password=%25%2634'")
    }

    @Test("fits every window without scrolling sideways, with everything unfolded", arguments: [320, 360, 768, 1280])
    func width(width: Int) throws {
        var wide = SampleReport.report
        wide.cases[1].findings[0].actual = String(repeating: "unbroken", count: 100)
        wide.cases[1].findings[0].reproduce = "curl " + String(repeating: "x", count: 900)
        wide.target = "http://" + String(repeating: "host.", count: 60)
        try browser.resize(width: width, height: 800, scheme: "light")
        try open(wide)
        _ = try browser.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true })")
        #expect(try browser.evaluate("innerWidth").int == width)
        #expect(try browser.evaluate("document.documentElement.scrollWidth").int == width)
    }

    @Test("runs no script but its own, whatever is in it")
    func hostile() throws {
        let state = """
            document.querySelectorAll('details').forEach(e => { e.open = true });
            document.querySelectorAll('[onmouseover],[onclick],[onfocus],[onload],[onerror]').length
                + document.scripts.length + '/' + typeof window.pwned + '/' + document.querySelectorAll('img').length
            """
        for text in HostileContent.texts {
            try open(HostileContent.report(text))
            #expect(try browser.evaluate(state) == "1/undefined/0", "\(text)")
            #expect(browser.complaints == [], "\(text)")
            #expect(try browser.evaluate("filter.hidden") == false, "\(text)")
        }
    }

    @Test("would run no script that got past the escaping either")
    func policy() throws {
        let page = try HTMLReport.render(SampleReport.report)
            .replacing("<main", with: "<script>window.pwned = 1</script><img src=x onerror='window.pwned=1'><main")
        try browser.open(folder.write(page, "broken.html"))
        #expect(try browser.evaluate("typeof window.pwned") == "undefined")
        #expect(browser.complaints.count >= 2)
    }

    @Test("has landmarks, names for what can be used, and ids that are there once")
    func structure() throws {
        try open(SampleReport.report)
        for landmark in ["header", "main", "footer", "form[role=search]", "aside"] {
            #expect(
                try browser.evaluate("document.querySelectorAll('body > \(landmark), main > \(landmark)').length") == 1)
        }
        #expect(
            try browser.evaluate(
                """
                [...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)
                """) == [])
        #expect(
            try browser.evaluate(
                """
                [...document.querySelectorAll('[aria-labelledby]')].map(e => e.getAttribute('aria-labelledby'))
                    .filter(id => !document.getElementById(id))
                """) == [])
        #expect(
            try browser.evaluate(
                """
                [...document.querySelectorAll('a, button, summary, input')]
                    .filter(e => !(e.textContent.trim() || e.getAttribute('aria-label') || e.closest('label')))
                    .map(e => e.outerHTML)
                """) == [])
        #expect(
            try browser.evaluate(
                """
                [...document.querySelectorAll('a[href^="#"]')].map(e => e.getAttribute('href').slice(1))
                    .filter(id => !document.getElementById(id))
                """) == [])
    }

    @Test("is used with a keyboard: the first stop skips to the cases, a slash goes to the search")
    func keyboard() throws {
        try open(SampleReport.report)
        try browser.press("Tab")
        #expect(try browser.evaluate("document.activeElement.className") == "skip")
        try browser.press("/")
        #expect(try browser.evaluate("document.activeElement.id") == "query")
    }

    @Test("has text that stands out from what is behind it (WCAG 2.2, 1.4.3)", arguments: ["light", "dark"])
    func contrast(scheme: String) throws {
        try browser.resize(width: 1000, height: 800, scheme: scheme)
        try open(SampleReport.report)
        let faint = try browser.evaluate(
            """
            (() => {
                document.querySelectorAll('details').forEach(e => { e.open = true });
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
                    if (!walker.currentNode.data.trim() || !e.checkVisibility() || e.tagName === 'SCRIPT') continue;
                    const lights = [luminance(parts(getComputedStyle(e).color)), luminance(behind(e))].sort();
                    const ratio = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
                    if (ratio < 4.5) faint.push(`${ratio.toFixed(2)} ${e.className} ${walker.currentNode.data.trim()}`);
                }
                return faint;
            })()
            """)
        #expect(faint == [])
        let page = try browser.evaluate("getComputedStyle(document.body).backgroundColor")
        #expect(page == (scheme == "dark" ? "rgb(21, 23, 26)" : "rgb(250, 249, 247)"))
    }

    @Test("is complete where no script runs")
    func withoutScript() throws {
        let page = try HTMLReport.render(SampleReport.report).replacing(
            /<script>.*<\/script>/.dotMatchesNewlines(), with: "")
        try browser.open(folder.write(page, "still.html"))
        #expect(try browser.evaluate("document.getElementById('filter').checkVisibility()") == false)
        #expect(try browser.evaluate("document.querySelectorAll('article.failed').length") == 4)
        #expect(try browser.evaluate("document.querySelectorAll('button:not([hidden])').length") == 0)
    }
}
