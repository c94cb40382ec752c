// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Testing

@testable import AccordRendering

@Suite("Static site")
struct SiteTests {
    private func site() throws -> [String: String] {
        let files = try HTMLManual.render(Manual([Shop.contract()], reports: [Shop.report()]), version: "1")
        return Dictionary(files.map { ($0.path, $0.text) }) { first, _ in first }
    }

    @Test("each operation has a page, and each API a page of schemas")
    func pages() throws {
        #expect(
            try site().keys.sorted() == [
                "assets/docs.css", "assets/docs.js", "assets/search.js", "index.html", "shop/add.html",
                "shop/index.html", "shop/list.html", "shop/schemas.html",
            ])
    }

    @Test("the same contracts and reports give the same site")
    func deterministic() throws {
        #expect(try site() == site())
    }

    @Test("links lead to existing pages and anchors")
    func links() throws {
        let site = try site()
        var count = 0
        for (path, text) in site where path.hasSuffix(".html") {
            for match in text.matches(of: /(?:href|src)="([^"]*)"/) {
                let link = String(match.1)
                guard !link.hasPrefix("http"), !link.hasPrefix("data:") else { continue }
                count += 1
                let pieces = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                let folder = path.split(separator: "/").dropLast().map(String.init)
                var target = pieces[0].isEmpty ? path.split(separator: "/").map(String.init) : folder
                for part in pieces[0].split(separator: "/") {
                    if part == ".." { target.removeLast() } else { target.append(String(part)) }
                }
                let page = try #require(site[target.joined(separator: "/")], "\(path): \(link)")
                if pieces.count > 1, !pieces[1].isEmpty {
                    #expect(page.contains("id=\"\(pieces[1])\""), "\(path): \(link)")
                }
            }
        }
        #expect(count > 40)
    }

    @Test(
        "ids on a page are unique", arguments: ["body", "query", "query items", "status 200", "refuses none title"])
    func places(name: String) throws {
        let manual = Manual([try Shop.contract(Shop.text.replacing("lists two", with: name))])
        for (path, text) in try HTMLManual.render(manual, version: "1") {
            let ids = text.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
            #expect(Set(ids).count == ids.count, "\(path): \(ids)")
        }
    }

    @Test("the index of a site with one API is its overview, and lists the operations of several APIs")
    func index() throws {
        let one = try #require(try site()["index.html"])
        #expect(one.contains("href=\"shop/list.html\"") && one.contains("<svg") && one.contains("GET /items"))
        let shops = [try Shop.contract(), try Shop.contract()]
        let pages = try HTMLManual.render(Manual(shops), version: "1")
        let index = try #require(pages.first { $0.path == "index.html" }).text
        #expect(index.contains("href=\"shop/list.html\"") && index.contains("href=\"shop-2/list.html\""))
    }

    @Test("errors of an operation are one table")
    func errors() throws {
        let page = try #require(try site()["shop/list.html"])
        #expect(page.ranges(of: "<table").count == 1 && page.contains("<tr id=\"status-400\">"))
    }

    @Test("pages load nothing from the network, and have a content security policy")
    func network() throws {
        for (path, text) in try site() where path.hasSuffix(".html") {
            #expect(text.contains("default-src 'none'"), "\(path)")
            #expect(text.matches(of: /<(?:script|link|img|iframe)[^>]*(?:src|href)="https?:/).isEmpty, "\(path)")
            #expect(text.matches(of: /<script(?![^>]*src=)/).isEmpty, "\(path)")
        }
    }

    @Test(
        "texts of contracts are escaped",
        arguments: [
            "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "[x](javascript:alert(1))",
            "[x](https://e.example/\"onmouseover=alert(1))", "`</code><script>`", "**<b>**", "{{{root}}}",
        ])
    func hostile(text: String) {
        let html = MarkdownHTML.render(text)
        #expect(!html.contains("<script") && !html.contains("<img") && !html.contains("<b>"), "\(html)")
        #expect(!html.contains("href=\"javascript") && !html.contains("\"onmouseover"), "\(html)")
    }

    @Test(
        "descriptions are rendered from Markdown",
        arguments: [
            ("a *b* **c** `d<e`", "<p>a <em>b</em> <strong>c</strong> <code>d&lt;e</code></p>"),
            ("- one\n- two", "<ul><li>one</li><li>two</li></ul>"), ("1. one", "<ol><li>one</li></ol>"),
            ("a\n\nb", "<p>a</p>\n<p>b</p>"),
            ("a\r\n\r\nb", "<p>a</p>\n<p>b</p>"),
            ("- one\r\n- two", "<ul><li>one</li><li>two</li></ul>"),
            ("```\n<x>\n```", "<pre><code>&lt;x&gt;</code></pre>"),
            ("[RFC](https://e.example/a)", "<p><a href=\"https://e.example/a\" rel=\"noreferrer\">RFC</a></p>"),
            ("2 * 3 * 4, snake_case_name", "<p>2 * 3 * 4, snake_case_name</p>"), ("", ""),
        ])
    func markdown(text: String, html: String) {
        #expect(MarkdownHTML.render(text) == html)
    }

    @Test(
        "descriptions in Markdown keep paragraphs, lists, code and links, and no other markup",
        arguments: [
            ("a `b_c` d_e", "a `b_c` d\\_e"), ("one\n\n- a\n- `b`", "one\n\n- a\n- `b`"),
            ("one\r\n\r\n- a\r\n- `b`", "one\n\n- a\n- `b`"),
            ("[RFC](https://e.example/a_b)", "[RFC](https://e.example/a_b)"),
            ("[x](javascript:alert)", "\\[x\\](javascript\\:alert)"), ("# <b>Big</b>", "**&lt;b&gt;Big&lt;/b&gt;**"),
            ("```\n`x` <y>\n```", "```\n`x` <y>\n```"), ("@everyone `a", "@<!-- -->everyone \\`a"),
        ])
    func descriptions(text: String, markdown: String) {
        #expect(DescriptionText.block(text) == markdown)
    }

    @Test("the documentation in Markdown")
    func repository() throws {
        let files = try MarkdownManual.render(Manual([try Shop.contract()], reports: [Shop.report()]), version: "1")
        #expect(files.map(\.path) == ["shop.md"])
        let text = try #require(files.first?.text)
        for part in [
            "# Shop 1.2.0", "| `GET /items` | [Lists items.](#operation-list) | failed |", "## Schemas",
            "**400** The limit is wrong. The client throws badLimit.", "```sh\ncurl -sS", "[Item](#schema-item)",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test("links of the documentation in Markdown lead to anchors, also for names with underscores")
    func anchors() throws {
        let contract = try Shop.contract(
            Shop.text.replacing("\"list\"", with: "\"list_all\"").replacing("Item\"", with: "Item_x\""))
        let text = try #require(try MarkdownManual.render(Manual([contract]), version: "1").first?.text)
        let links = Set(text.matches(of: /\]\(#([^)]*)\)/).map { String($0.1) })
        #expect(links == ["operation-list_all", "operation-add", "schema-item_x"])
        for link in links { #expect(text.contains("<a id=\"\(link)\"></a>"), "\(link)") }
    }

    @Test("each side of a verification is a paragraph in Markdown")
    func sides() throws {
        var client = Shop.report()
        client.kind = .client
        client.target = nil
        let manual = Manual([try Shop.contract()], reports: [Shop.report(), client])
        let text = try #require(try MarkdownManual.render(manual, version: "1").first?.text)
        #expect(
            text.contains(
                """
                **Failed.** The server passed 1 of 2 cases on 2026-11-21 09\\:30 UTC, at https\\://staging.shop.example.

                - `list/refuses none`: answered 500

                The client passed 1 of 2 cases on 2026-11-21 09\\:30 UTC.

                - `list/refuses none`: answered 500

                """))
        let none = try #require(try MarkdownManual.render(Manual([try Shop.contract()]), version: "1").first?.text)
        #expect(none.contains("\n\n_Not verified yet._\n\n"))
    }

    @Test(
        "an API is verified if a case passed, unless a case failed or couldn't run",
        arguments: [
            ([CaseResult.Status.passed, .skipped], true), ([.passed, .blocked], false), ([.passed, .failed], false),
            ([.skipped, .skipped], false),
        ])
    func verified(statuses: [CaseResult.Status], isVerified: Bool) throws {
        var report = Shop.report()
        for (index, status) in statuses.enumerated() { report.cases[index].status = status }
        let manual = Manual([try Shop.contract()], reports: [report])
        let text = try #require(try MarkdownManual.render(manual, version: "1").first?.text)
        #expect(text.contains("**Verified.**") == isVerified, "\(text.prefix(400))")
    }
}
