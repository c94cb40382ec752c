// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordContract
@testable import AccordCore

@Suite("Judging a request's headers and cookies") struct RequestHeaderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var value: String?
        var rules: [String]
        var testDescription: String { "\(name): \(value ?? "none")" }

        init(_ name: String, _ value: String?, _ rules: [String]) {
            self.name = name
            self.value = value
            self.rules = rules
        }
    }

    static let rows: [Row] = [
        Row("Accept", "Application/JSON", []), Row("ACCEPT", "application/json", []), Row("X-Anything", "1", []),
        Row("User-Agent", "curl/8", []), Row("Cookie", "session=s", []), Row("Cookie", "session=\"s\"", []),
        Row("Authorization", "bearer t", []), Row("Accept", nil, ["request.header.missing"]),
        Row("Accept", "text/html", ["request.header.value"]),
        Row("Accept", "application/json, */*", ["request.header.value"]),
        Row("Authorization", "t", ["request.header.value"]),
        Row("Authorization", "Bearer T", ["request.header.value"]), Row("User-Agent", "x", ["request.header.schema"]),
        Row("Deprecation", "true", ["request.header.forbidden"]),
        Row("If-None-Match", "\"1\"", ["request.header.forbidden"]),
        Row("Cookie", nil, ["request.cookie.missing"]), Row("Cookie", "session=t", ["request.cookie.value"]),
        Row("Cookie", "session=s; tracker=1", ["request.cookie.unexpected"]),
    ]

    @Test("header names ignore case, values follow their grammar, and undocumented fields pass", arguments: rows)
    func row(_ row: Row) throws {
        let judgement = try Shop.judge("search/finds exactly") { request in
            request.headers.removeAll { $0.name.lowercased() == row.name.lowercased() }
            if let value = row.value { request.headers.append(HTTPField(row.name, value)) }
        }
        #expect(judgement.findings.map(\.rule.id) == row.rules, "\(judgement.findings.map(\.message))")
    }

    @Test("a missing authentication scheme is a finding")
    func scheme() throws {
        let judgement = try Shop.judge("search/finds exactly") { request in
            request.headers.removeAll { $0.name == "Authorization" }
            request.headers.append(HTTPField("Authorization", "t"))
        }
        #expect(
            judgement.findings.first?.message
                == "the header “Authorization” has no scheme, such as “Bearer”, before the credentials")
    }

    @Test("cookies are sent encoded, and accepted in both forms")
    func cookies() throws {
        for value in ["session=s%201", "session=s 1"] {
            let rules = try Shop.rules("search/finds") { request in
                request.headers.removeAll { $0.name == "Cookie" }
                request.headers.append(HTTPField("Cookie", value))
            }
            #expect(rules == [])
        }
    }
}
