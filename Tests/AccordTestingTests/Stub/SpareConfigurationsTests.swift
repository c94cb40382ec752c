import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Configurations that serve one case after the other") struct SpareConfigurationsTests {
    private static func cookie(_ name: String) throws -> HTTPCookie {
        try #require(
            HTTPCookie(properties: [.name: name, .value: "1", .domain: "todos.example", .path: "/"]))
    }

    @Test("keep no cookie and no cached answer of another case")
    func nothingIsKept() throws {
        let url = try #require(URL(string: "https://todos.example/items"))
        for _ in 0..<100 {
            let stub = Stub(conversation: Conversation())
            defer { stub.close() }
            let configuration = stub.urlSession.configuration
            #expect(configuration.httpCookieStorage?.cookies(for: url)?.isEmpty == true)
            #expect(configuration.urlCache?.cachedResponse(for: URLRequest(url: url)) == nil)
            configuration.httpCookieStorage?.setCookie(try Self.cookie("session"))
            let answer = try #require(
                HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:]))
            configuration.urlCache?.storeCachedResponse(
                CachedURLResponse(response: answer, data: Data("1".utf8)), for: URLRequest(url: url))
            // Within the case they stay, as the client left them.
            #expect(configuration.httpCookieStorage?.cookies(for: url)?.map(\.name) == ["session"])
            #expect(configuration.urlCache?.cachedResponse(for: URLRequest(url: url))?.data == Data("1".utf8))
        }
    }

    #if canImport(FoundationNetworking)
        @Test("come back where nobody left anything in them, and not where somebody did")
        func comeBack() throws {
            let spare = SpareConfigurations()
            let first = spare.take()
            spare.giveBack(first)
            let second = spare.take()
            #expect(second === first)
            #expect(second.protocolClasses == nil)
            second.httpCookieStorage?.setCookie(try Self.cookie("session"))
            spare.giveBack(second)
            #expect(spare.take() !== second)
        }

        @Test("aren't those that a client is handed to change")
        func handedOut() {
            let stub = Stub(conversation: Conversation())
            let (first, second) = (stub.configuration, stub.configuration)
            #expect(first !== second)
            #expect(first.httpCookieStorage !== second.httpCookieStorage)
        }
    #endif
}
