// SPDX-License-Identifier: Apache-2.0
import AccordContract

@testable import AccordCore

/// Texts that a server may send to break out of a report.
enum HostileContent {
    static let texts: [String] = [
        "<script>window.pwned = 1</script>",
        "</script><script>window.pwned = 1</script>",
        "</pre></details></article></main><img src=x onerror=\"window.pwned=1\">",
        "<!-- <style>*{display:none}</style>",
        "]]><x/>&unknown;&#0;",
        "\"><svg onload=window.pwned=1>",
        "' onmouseover='window.pwned=1",
        "\" autofocus onfocus=\"window.pwned=1",
        // Characters with a combining accent, which aren't equal to a quotation mark or a bracket.
        "\"\u{301} onmouseover=\"\u{301}window.pwned=1\"\u{301} <\u{301}script>",
        "`onclick=window.pwned=1`",
        "javascript:window.pwned=1",
        "{{title}} {{{script}}} {{> case}} {{% CONTENT_TYPE:TEXT}}",
        "a | b | c",
        "| - | - |",
        "```\n## Not a heading\n```",
        "~~~\n````\n`````\n# x",
        "<details open><summary>x</summary>",
        "[x](javascript:alert) ![x](http://evil.example/x.png) http://evil.example www.evil.example @everyone #1",
        "**bold** __bold__ *x* _x_ ~~x~~ $x$ \\* \\",
        "\n\n# heading\n\n- list\n1. list\n> quote\n\n",
        "::error file=x::y",
        "  ::set-output name=x::y",
        "x\n::add-mask::e\n ::stop-commands::x",
        "##[add-path]/tmp/x ##[error]y",
        "::\u{301}error::x",
        "##[\u{301}add-path]x",
        "|\u{301} x |\u{301}",
        "`\u{301}`` x",
        "a,\u{301}col=1:\u{301}:x%\u{301}0A",
        "100%0A::warning::x\r\n::error::y",
        "\u{1B}]0;title\u{7}\u{1B}[2J\u{1B}[31mred\u{1B}[0m\u{1B}P+q\u{1B}\\",
        "\u{9B}31m\u{90}x\u{9C}",
        "over\rwritten\u{8}\u{8}\u{B}\u{C}",
        "\u{202E}gnp.exe\u{202C} \u{2066}x\u{2069}\u{200F}\u{200E}\u{61C}",
        "a\u{2028}b\u{2029}c\u{85}d",
        String(
            String.UnicodeScalarView([0, 1, 2, 0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFE].compactMap(Unicode.Scalar.init(_:)))),
        "\u{FEFF}\u{200B}\u{2060}\u{E0041}\u{AD}",
        "z\u{335}\u{336}\u{337}\u{338}\u{339}\u{33A}\u{33B}\u{33C}algo",
        "",
        " ",
        "\n",
        "\t|\t",
    ]

    /// Returns a run that contains the text wherever a server, client or contract can choose it.
    static func report(_ text: String) -> RunReport {
        let body = ExchangeRecord.Body(text: text, size: text.utf8.count, isCut: false)
        let finding = Finding(
            rule: .responseBodyValue, blame: .server, "got \(text)", contract: SampleReport.place(41, 7, text),
            place: .init(.body, text), actual: text, reproduce: "curl \(text)", advice: text, details: [text])
        var warning = finding
        warning.severity = .warning
        warning.message = text
        let exchange = ExchangeRecord(
            request: .init(method: text, url: text, headers: [HTTPField(text, text)], body: body),
            response: .init(status: 200, headers: [HTTPField(text, text)], body: body), failure: text)
        var failed = SampleReport.result(
            text, .failed, line: 1, findings: [finding, warning], exchanges: [exchange, exchange])
        failed.summary = text
        let warned = SampleReport.result(text, .passed, line: 2, findings: [warning])
        let skipped = SampleReport.result(text, .skipped, line: 3, reason: text)
        let passed = SampleReport.result(text, .passed, line: 4)
        var report = RunReport(
            tool: .init(version: "0"), kind: .verify, started: "2026-03-01T09:30:00Z", duration: 1, target: text,
            contracts: [.init(file: SampleReport.file, title: text, version: text)],
            cases: [failed, warned, skipped, passed], hints: [text])
        report.quotes = [ContractQuote(file: SampleReport.file, line: 41, text: text)]
        return report
    }
}
