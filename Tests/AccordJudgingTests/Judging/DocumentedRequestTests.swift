// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordContract
@testable import AccordCore

@Suite("Judging a request without a case") struct DocumentedRequestTests {
    func rules(_ id: String, bases: [String] = [], _ change: (inout HTTPRequest) -> Void) throws -> [String] {
        let expected = try Shop.expected(id)
        var request = expected.example
        change(&request)
        return Judge.judge(request, documentedBy: expected.operation, baseURLs: bases).findings.map(\.rule.id)
    }

    @Test("without a case, every value that the schemas allow passes")
    func right() throws {
        #expect(try rules("search/finds") { _ in } == [])
        #expect(try rules("search/finds") { $0.url = $0.url.replacing("price=1.5", with: "price=99&page=3") } == [])
        #expect(
            try rules("search/finds") { $0.url = $0.url.replacing("https://shop.example", with: "http://127.0.0.1:9") }
                == [])
        #expect(try rules("order/orders") { _ in } == [])
        #expect(try rules("upload/uploads") { _ in } == [])
        #expect(try rules("login/logs in") { _ in } == [])
    }

    @Test("a value that violates its schema is a finding")
    func wrong() throws {
        #expect(
            try rules("search/finds") { $0.url = $0.url.replacing("price=1.5", with: "price=x") } == [
                "request.query.schema"
            ])
        #expect(
            try rules("search/finds") { $0.url = $0.url.replacing("&v=2", with: "&v=2&page=0") } == [
                "request.query.schema"
            ])
        #expect(try rules("search/finds") { $0.url = $0.url.replacing("&v=2", with: "") } == ["request.query.missing"])
        #expect(try rules("search/finds") { $0.url += "&x=1" } == ["request.query.unexpected"])
        #expect(try rules("order/orders") { $0.body = [] } == ["request.body.missing"])
        #expect(try rules("order/orders") { $0.body = Array("{}".utf8) } == ["request.body.schema"])
        #expect(
            try rules("login/logs in") { $0.body = Array("user=a&secret=b&days=x".utf8) } == ["request.body.schema"])
        #expect(try rules("login/logs in") { $0.body = Array("user=a".utf8) } == ["request.body.schema"])
        #expect(try rules("cancel/cancels") { $0.body = [0x78] } == ["request.body.unexpected"])
    }

    @Test("the properties of a body in the query are one finding about the body")
    func bodyInQuery() throws {
        let request = { (query: String) in
            { (request: inout HTTPRequest) in
                request.url += query
                request.body = []
            }
        }
        #expect(try rules("login/logs in", request("?user=a&secret=b")) == ["request.body.missing"])
        #expect(
            try rules("login/logs in", request("?user=a&x=1")) == ["request.query.unexpected", "request.body.missing"])
        #expect(try rules("login/logs in") { $0.url += "?user=a" } == ["request.query.unexpected"])
    }

    @Test("a request to a different address is a finding")
    func addresses() throws {
        let bases = ["https://other.example", "https://shop.example/v1"]
        #expect(try rules("search/finds", bases: bases) { _ in } == [])
        #expect(try rules("search/finds", bases: ["https://other.example/v1"]) { _ in } == ["request.host"])
    }
}
