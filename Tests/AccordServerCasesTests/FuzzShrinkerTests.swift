// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@testable import AccordContract
@testable import AccordCore
@testable import AccordVerifier

@Suite("The smallest request that fails")
struct FuzzShrinkerTests {
    /// Shrinks every request of a plan that fails, and returns the smallest ones.
    private func smallest(
        of operation: String, count: Int, where fails: (HTTPRequest) -> Bool
    ) throws -> [HTTPRequest] {
        let options = FuzzOptions(count: count, seed: 5, allowsUnsafe: operation == "add")
        var found: [HTTPRequest] = []
        for testCase in try FuzzPlanTests.cases(options) where testCase.operation.id == operation {
            guard case .generated(let own)? = testCase.steps.first?.answer, own.refusal == nil else { continue }
            var smallest = try request(testCase)
            guard fails(smallest) else { continue }
            var shrinker = try #require(FuzzShrinker(testCase))
            while let candidate = shrinker.next() {
                let request = try request(candidate)
                #expect(!Judge.judge(request, documentedBy: candidate.operation).failed)
                if fails(request) {
                    smallest = request
                    shrinker.accept()
                }
            }
            #expect(shrinker.tries <= FuzzShrinker.limit)
            found.append(smallest)
        }
        return found
    }

    private func request(_ testCase: Case) throws -> HTTPRequest {
        try testCase.request(0, scope: testCase.scope(), baseURL: "https://chance.example/v1")
    }

    private static func limit(_ request: HTTPRequest) -> Int? {
        request.url.split(separator: "limit=").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
    }

    @Test("the smallest invalid request has only the intended violation")
    func wrong() throws {
        var shrunk = 0
        for testCase in try FuzzPlanTests.cases(FuzzOptions(count: 120, seed: 5, allowsUnsafe: true)) {
            guard case .generated(let own)? = testCase.steps.first?.answer, own.refusal != nil else { continue }
            let first = Self.faults(try request(testCase), testCase)
            var shrinker = try #require(FuzzShrinker(testCase))
            while let candidate = shrinker.next() {
                #expect(Self.faults(try request(candidate), testCase).isSubset(of: first))
                shrinker.accept()
                shrunk += 1
            }
        }
        #expect(shrunk > 10)
    }

    private static func faults(_ request: HTTPRequest, _ testCase: Case) -> Set<String> {
        let findings = Judge.judge(request, documentedBy: testCase.operation).findings
        return Set(findings.filter { $0.severity == .error }.map { "\($0.rule.id) \($0.place?.description ?? "")" })
    }

    @Test("the smallest request has the first failing number, and no optional values")
    func number() throws {
        let found = try smallest(of: "list", count: 40) { Self.limit($0).map { $0 > 50 } ?? false }
        #expect(found.count > 5)
        for request in found {
            #expect(request.url.hasSuffix("?limit=51"), "\(request.url)")
            #expect(request.headers.map(\.name) == ["X-Key"], "\(request.headers)")
        }
    }

    @Test("the smallest request has only the failing character")
    func character() throws {
        let found = try smallest(of: "list", count: 250) { Self.name($0)?.contains("%27") ?? false }
        #expect(!found.isEmpty)
        for request in found {
            #expect(["%27aa", "a%27a", "aa%27"].contains(Self.name(request)), "\(request.url)")
        }
    }

    private static func name(_ request: HTTPRequest) -> Substring? {
        request.url.split { "?&".contains($0) }.first { $0.hasPrefix("name=") }?.dropFirst("name=".count)
    }

    @Test("the smallest body has the failing and the required properties")
    func body() throws {
        let found = try smallest(of: "add", count: 200) { request in
            let sizes = (try? JSON(parsing: String(decoding: request.body, as: UTF8.self)))?.object?["sizes"]?.array
            return sizes?.contains { ($0.number?.double ?? 0) < 0 } ?? false
        }
        #expect(!found.isEmpty)
        for request in found {
            let body = try JSON(parsing: String(decoding: request.body, as: UTF8.self))
            #expect(body.object?.keys == ["name", "sizes"] || body.object?.keys == ["sizes", "name"], "\(body)")
            #expect(body.object?["sizes"]?.array?.count == 1, "\(body)")
            #expect(body.object?["name"]?.string?.count == 1, "\(body)")
        }
    }

    @Test("shrinking keeps the intended violation")
    func refused() throws {
        let options = FuzzOptions(count: 40, seed: 5)
        var count = 0
        for testCase in try FuzzPlanTests.cases(options) {
            guard case .generated(let own)? = testCase.steps.first?.answer, own.refusal != nil else { continue }
            count += 1
            var shrinker = try #require(FuzzShrinker(testCase))
            while let candidate = shrinker.next() {
                #expect(Judge.judge(try request(candidate), documentedBy: candidate.operation).failed)
                shrinker.accept()
            }
        }
        #expect(count > 4)
    }

    @Test("the smallest request is valid if the violation isn't the cause")
    func righted() throws {
        var count = 0
        for testCase in try FuzzPlanTests.cases(FuzzOptions(count: 80, seed: 5, allowsUnsafe: true)) {
            guard case .generated(let own)? = testCase.steps.first?.answer, own.refusal != nil else { continue }
            var shrinker = try #require(FuzzShrinker(testCase, keepsWrong: false))
            while let candidate = shrinker.next() {
                guard case .generated(let smaller)? = candidate.steps.first?.answer else { continue }
                let isWrong = Judge.judge(try request(candidate), documentedBy: candidate.operation).failed
                #expect(isWrong == (smaller.refusal != nil))
                if smaller.refusal == nil { count += 1 }
                shrinker.accept()
            }
        }
        #expect(count > 10)
    }

    @Test(
        "shrinking proposes smaller values, starting with the smallest",
        arguments: [
            ("100", ["0", "50", "75", "88", "94", "97", "99"]), ("-3", ["0", "-2", "3"]), ("0", []),
            ("true", ["false"]),
            ("false", []), ("null", []), ("\"\"", []), ("[]", []), ("2.5", ["2", "0", "1"]), ("\"a\"", ["\"\""]),
            ("\"b\"", ["\"\"", "\"a\""]),
        ])
    func values(text: String, smaller: [String]) throws {
        #expect(try JSONShrinking.candidates(for: JSON(parsing: text)).map(\.compact) == smaller)
    }
}
