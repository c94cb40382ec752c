// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@testable import AccordCore
@testable import AccordVerifier

@Suite("Hints about common causes")
struct HintsTests {
    private func results(
        _ status: Int, _ type: String = "application/json", count: Int = 3, firstByte: Double = 0.001,
        total: Double = 0.001, server: String = "x", _ ending: CaseResult.Status = .failed
    ) -> [CaseResult] {
        (0..<count).map { number in
            let exchange = ExchangeRecord(
                request: .init(method: "GET", url: "http://x", headers: [], body: nil),
                response: .init(
                    status: status, headers: [HTTPField("Content-Type", type), HTTPField("Server", server)], body: nil),
                timing: .init(nameLookup: 0, connect: 0, tlsHandshake: 0, firstByte: firstByte, total: total))
            return CaseResult(
                id: "a/\(number)", file: "a.json", operation: "a", origin: .documented, status: ending,
                location: SourceLocation(file: "a.json", line: 1, column: 1), exchanges: [exchange])
        }
    }

    @Test(
        "the same status in every response has a hint",
        arguments: [(401, "credentials"), (403, "permission"), (404, "prefix")])
    func everyStatus(status: Int, word: String) {
        #expect(Hints.of(results(status)).count == 1)
        #expect(Hints.of(results(status)).first?.contains(word) == true)
        #expect(Hints.of(results(status) + results(200, .passed)).isEmpty)
        #expect(Hints.of(results(status, count: 2)).isEmpty)
    }

    private func results(_ status: Int, _ ending: CaseResult.Status) -> [CaseResult] {
        results(status, "application/json", count: 1, total: 0.001, ending)
    }

    @Test("HTML pages have a hint about a wrong address")
    func html() {
        #expect(Hints.of(results(200, "text/html; charset=utf-8")).first?.contains("HTML") == true)
        #expect(Hints.of(results(200)).isEmpty)
    }

    @Test(
        "content that arrives 40 ms after the header section has a hint about delayed acknowledgements",
        arguments: [
            (0.001, 0.0415, "x", true), (0.001, 0.02, "x", false),
            // The machine is busy, or the server sends both parts late.
            (0.0415, 0.0415, "x", false), (0.001, 0.0415, "BaseHTTP/0.6 Python/3.11.7", false),
            (0.001, 0.0415, "Werkzeug/3.1.3 Python/3.11.7", false),
            (0.001, 0.0415, "WSGIServer/0.2 CPython/3.11.7", false),
        ])
    func fortyMilliseconds(firstByte: Double, total: Double, server: String, hasHint: Bool) {
        let hints = Hints.of(results(200, count: 8, firstByte: firstByte, total: total, server: server, .passed))
        #expect(hints.contains { $0.contains("TCP_NODELAY") } == hasHint)
    }

    @Test("operations that need the permission for unsafe methods have one hint with their number")
    func unpermitted() {
        #expect(Hints.unpermitted(0).isEmpty)
        #expect(Hints.unpermitted(1).first?.hasSuffix("--allow-unsafe includes it.") == true)
        #expect(Hints.unpermitted(45).first?.hasPrefix("45 operations weren't tested: ") == true)
    }

    @Test("an undocumented 404 of several operations is one warning, unless a finding already reports it")
    func undocumentedStatuses() {
        let coverage = ["a", "b"].map { name in
            var coverage = OperationCoverage(file: "a.json", operation: name, method: "GET", path: "/")
            coverage.undocumentedStatuses = [401, 404]
            return coverage
        }
        let warned = coverage.doubting(results(404, .passed))
        #expect(warned[0].findings.map(\.message) == ["2 operations respond with 404 without documenting it"])
        #expect(warned[0].findings[0].severity == .warning && warned[0].findings[0].blame == .contract)
        #expect(coverage[..<1].map { $0 }.doubting(warned)[0].findings.count == 1)
        #expect([OperationCoverage]().doubting(results(404, .passed))[0].findings.isEmpty)
    }

    @Test("an unset variable has one hint with the number of its cases")
    func unset() {
        let lacking = results(200, count: 4).enumerated().map { number, result in
            var result = result
            result.findings = [
                Finding(
                    rule: .caseTemplate, blame: number < 3 ? .platform : .contract,
                    number < 3 ? "X isn't set" : "no Y")
            ]
            return result
        }
        #expect(Hints.of(lacking) == ["3 cases couldn't run: X isn't set."])
        #expect(Hints.of(results(200, count: 4)).isEmpty)
    }
}
