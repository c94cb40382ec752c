import AccordCases
import AccordHTTP
import AccordJSON
import AccordJudging
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

    @Test("says first what broke and who is at fault")
    func first() throws {
        try open(SampleReport.report)
        let text = try #require(browser.evaluate("document.body.innerText").string)
        let broken = try #require(text.range(of: "the property \"token\" is missing"))
        let filter = try #require(text.range(of: "Hints"))
        #expect(broken.lowerBound < filter.lowerBound)
        #expect(text.contains("At fault: the server in 3 cases, the client in 1 case."))
    }

    /// Shows every case, in full. What listens to `toggle` is told a moment later, so it is told at once.
    private let unfolding = """
        document.querySelector('input[value=all]').click();
        document.querySelectorAll('details').forEach(e => { e.open = true; e.dispatchEvent(new Event('toggle')); })
        """

    private let visible = "[...document.querySelectorAll('#list .title')].map(e => e.textContent)"

    private func type(_ text: String) throws -> JSON {
        try browser.evaluate(
            "query.value = '\(text)'; query.dispatchEvent(new Event('input', {bubbles: true})); \(visible)")
    }

    @Test("shows only what is searched for, and all again when the search is cleared")
    func search() throws {
        try open(SampleReport.report)
        #expect(
            try browser.evaluate(visible) == [
                "login/creates a token for a name with umlauts", "login/refuses a wrong password",
                "login/answers in time", "addItem/posts an item",
            ])
        #expect(try type("wrong PASSWORD") == ["login/refuses a wrong password"])
        #expect(try browser.evaluate("found.textContent") == "1 of 9 cases")
        #expect(try type("nothing like this") == [])
        #expect(try type("response.status") == ["login/refuses a wrong password"])
        #expect(try type("section") == [])
        _ = try browser.evaluate("document.getElementById('clear').click()")
        #expect(try browser.evaluate("\(visible).length") == 4)
    }

    @Test(
        "shows one kind of case",
        arguments: [
            ("failed", 4), ("warned", 1), ("idle", 3), ("passed", 1), ("all", 9),
        ])
    func kinds(kind: String, count: Int) throws {
        try open(SampleReport.report)
        _ = try browser.evaluate("document.querySelector('input[value=\(kind)]').click()")
        #expect(try browser.evaluate("\(visible).length").int == count)
    }

    @Test("shows the cases of an operation, of a rule and of a party at fault")
    func selects() throws {
        try open(SampleReport.report)
        func choose(_ id: String, _ value: String) throws -> Int? {
            try browser.evaluate(
                """
                document.getElementById('clear').click();
                document.getElementById('\(id)').value = '\(value)';
                document.getElementById('\(id)').dispatchEvent(new Event('input', {bubbles: true}));
                \(visible).length
                """
            ).int
        }
        #expect(try choose("operation", "addItem") == 1)
        #expect(try choose("rule", "response.status") == 1)
        #expect(try choose("blame", "server") == 3)
        #expect(try choose("blame", "client") == 1)
    }

    static let large: RunReport = {
        var report = SampleReport.report
        report.cases = (0..<10_000).map { number in
            var result = SampleReport.wrongStatus
            result.id += " \(number)"
            result.findings[0].actual = "\(number)"
            result.exchanges[0].response?.headers += [
                HTTPField("Date", "Sun, 01 Mar 2026 09:30:00 GMT"), HTTPField("Server", "example/1.0"),
                HTTPField("Cache-Control", "no-store"), HTTPField("X-Request-Id", "\(number)"),
            ]
            result.exchanges[0].response?.body = .init(
                text: String(repeating: "{\"detail\": \"of failure \(number)\"}", count: 40), size: 1200, isCut: false)
            return result
        }
        return RunReport(
            tool: report.tool, kind: .verify, started: report.started, duration: 1, contracts: [], cases: report.cases)
    }()

    @Test("of 10,000 failures has each of them, in at most 15 MB, and draws those in sight")
    func large() throws {
        let page = try HTMLReport.render(Self.large)
        let file = try folder.write(page, "large.html")
        #expect(page.utf8.count <= 15_000_000)
        #expect(page.matches(of: /<details class="failed" id="/).count == 10_000)
        try browser.open(file)
        #expect(browser.complaints == [])
        #expect(try browser.evaluate("found.textContent") == "10000 of 10000 cases")
        #expect(try browser.evaluate("document.querySelectorAll('details.case').length <= 200") == true)
        #expect(try browser.evaluate("document.querySelectorAll('.cause').length") == 1)
        #expect(try type("password 9876") == ["login/refuses a wrong password 9876"])
        // A file of its own: to another fragment of one that is open nothing is loaded.
        try browser.open(
            folder.write(page, "linked.html"), fragment: "#case=login%2Frefuses%20a%20wrong%20password%207777")
        let opened = "[...document.querySelectorAll('details.case[open] .title')].map(e => e.textContent)"
        #expect(try browser.evaluate(opened) == ["login/refuses a wrong password 7777"])
        #expect(
            try browser.evaluate(
                "document.querySelector('details.case[open]').getBoundingClientRect().top < innerHeight")
                == true)
    }

    @Test("opens the case that a link leads to by its id, wherever it stands")
    func link() throws {
        let fragment = "#case=items%2Ffilters%20by%20tag"
        let isOpen = "document.querySelector('details.case[open] .title')?.textContent ?? null"
        try open(SampleReport.report, fragment: fragment)
        #expect(try browser.evaluate(isOpen) == "items/filters by tag")
        var other = SampleReport.report
        other.cases.reverse()
        try open(other, fragment: fragment, named: "other.html")
        #expect(try browser.evaluate(isOpen) == "items/filters by tag")
        try open(SampleReport.report, named: "third.html")
        #expect(try browser.evaluate(isOpen) == .null)
    }

    @Test("shows a failure with its diff, the contract's line, the exchange, its times and the offending value")
    func detail() throws {
        var report = SampleReport.report
        report.cases[1].findings[0].place = .init(.body, "/tokn")
        try open(report, fragment: "#case=login%2Fcreates%20a%20token%20for%20a%20name%20with%20umlauts")
        func text(_ selector: String) throws -> String? {
            try browser.evaluate("document.querySelector('details.case[open] \(selector)')?.textContent ?? null").string
        }
        #expect(try text(".values pre.actual") == #"{"tokn":"1234567890"}"#)
        #expect(try text(".finding .contract .place") == "Specs/awesome-todos.json:41:7")
        #expect(try text(".finding .quote code") == #""required": ["token"],"#)
        #expect(try text(".message.response b") == "HTTP 200")
        #expect(try text(".message.response mark") == #""1234567890""#)
        #expect(
            try browser.evaluate("document.querySelectorAll('details.case[open] .phase').length") == 4)
        #expect(try text(".link") == "Link to this case")
    }

    @Test("says what changed since the last run, and how those before it ended")
    func changes() throws {
        var earlier = SampleReport.report
        earlier.started = "2026-02-28T09:30:00Z"
        earlier.cases[1] = SampleReport.result(
            "creates a token for a name with umlauts", .passed, line: 36)
        earlier.cases[0].status = .failed
        earlier = RunReport(
            tool: earlier.tool, kind: .verify, started: earlier.started, duration: 1, contracts: [],
            cases: earlier.cases)
        let page = try HTMLReport.render(SampleReport.report, history: RunHistory().adding(earlier))
        try browser.open(folder.write(page, "changes.html"))
        let changes = "[...document.querySelectorAll('.changes summary')].map(e => e.textContent)"
        #expect(try browser.evaluate(changes) == ["1 newly failing", "1 fixed", "3 still failing"])
        #expect(try browser.evaluate("document.querySelectorAll('.history li').length") == 2)
    }

    @Test("copies the line that repeats a request")
    func copy() throws {
        try open(
            SampleReport.report, fragment: "#case=login%2Fcreates%20a%20token%20for%20a%20name%20with%20umlauts")
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
        _ = try browser.evaluate(unfolding)
        #expect(try browser.evaluate("innerWidth").int == width)
        #expect(try browser.evaluate("document.documentElement.scrollWidth").int == width)
    }

    @Test("runs no script but its own, whatever is in it")
    func hostile() throws {
        let state = """
            \(unfolding);
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
        for landmark in ["header", "main", "footer", "section > form[role=search]", "aside"] {
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
    }

    @Test("is used with a keyboard: the first stop skips to the cases, a slash goes to the search")
    func keyboard() throws {
        try open(SampleReport.report)
        try browser.press("Tab")
        #expect(try browser.evaluate("document.activeElement.className") == "skip")
        try browser.press("/")
        #expect(try browser.evaluate("document.activeElement.id") == "query")
        _ = try browser.evaluate("document.activeElement.blur()")
        for title in ["login/creates a token for a name with umlauts", "login/refuses a wrong password"] {
            try browser.press("j")
            #expect(try browser.evaluate("document.activeElement.querySelector('.title').textContent").string == title)
        }
        try browser.press("k")
        #expect(
            try browser.evaluate("document.activeElement.querySelector('.title').textContent")
                == "login/creates a token for a name with umlauts")
    }

    @Test("has text that stands out from what is behind it (WCAG 2.2, 1.4.3)", arguments: ["light", "dark"])
    func contrast(scheme: String) throws {
        try browser.resize(width: 1000, height: 800, scheme: scheme)
        try open(SampleReport.report)
        let faint = try browser.evaluate(
            """
            (() => {
                \(unfolding);
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
        // What a browser that runs none makes of the page.
        let page = try HTMLReport.render(SampleReport.report)
            .replacing(/<script>.*<\/script>/.dotMatchesNewlines(), with: "")
            .replacing("<noscript id=\"data\">", with: "<div id=\"data\">").replacing("</noscript>", with: "</div>")
        try browser.open(folder.write(page, "still.html"))
        #expect(try browser.evaluate("document.getElementById('filter').checkVisibility()") == false)
        #expect(try browser.evaluate("document.querySelectorAll('#data > details.failed').length") == 4)
        #expect(try browser.evaluate("document.querySelectorAll('#data > details').length") == 9)
        #expect(
            try browser.evaluate(
                """
                [...document.querySelectorAll('a[href^="#case="]')].map(e => e.getAttribute('href').slice(1))
                    .filter(id => !document.getElementById(id))
                """) == [])
    }
}
