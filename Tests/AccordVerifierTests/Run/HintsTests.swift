// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@testable import AccordCore
@testable import AccordVerifier

@Suite("Hints about common causes")
struct HintsTests {
    private func results(
        _ status: Int, _ type: String = "application/json", count: Int = 3, total: Double = 0.001,
        _ ending: CaseResult.Status = .failed
    ) -> [CaseResult] {
        (0..<count).map { number in
            let exchange = ExchangeRecord(
                request: .init(method: "GET", url: "http://x", headers: [], body: nil),
                response: .init(status: status, headers: [HTTPField("Content-Type", type)], body: nil),
                timing: .init(nameLookup: 0, connect: 0, tlsHandshake: 0, firstByte: total, total: total))
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

    @Test("responses that take 40 ms have a hint about delayed acknowledgements")
    func fortyMilliseconds() {
        #expect(Hints.of(results(200, count: 8, total: 0.0415, .passed)).first?.contains("TCP_NODELAY") == true)
        #expect(Hints.of(results(200, count: 8, total: 0.02, .passed)).isEmpty)
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
