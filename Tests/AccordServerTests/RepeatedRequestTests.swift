import AccordContract
import NIOCore
import Synchronization
import Testing

@testable import AccordServer

@Suite("A request that comes again")
struct RepeatedRequestTests {
    /// Says what was asked, and keeps it; counts what is answered from what was kept.
    private static func server(_ repeated: Counter, isStrict: Bool = true) throws -> HTTPServer {
        var options = ServerOptions()
        options.limits = .patient
        options.isStrict = isStrict
        return try HTTPServer(options) { request in
            let message = request.message
            let text = "\(message.method) \(request.target) \(message.headers.map(\.name).joined(separator: ","));"
            let answer = HTTPResponse(status: 200, body: Array(text.utf8))
            let prepared = PreparedAnswer(answer, to: message.method)
            request.known?.keep {
                repeated.add()
                return prepared
            }
            return .answer(answer)
        }
    }

    private final class Counter: Sendable {
        private let count = Atomic<Int>(0)
        var value: Int { count.load(ordering: .sequentiallyConsistent) }
        func add() { count.add(1, ordering: .sequentiallyConsistent) }
    }

    private static let head = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"

    /// Asks so often that the answer is kept.
    private static func askTwice(_ port: Int, _ text: String = head, for answer: String = "GET /a Host;") async throws {
        for _ in 0..<2 {
            let client = try await OpenClient(port)
            client.write(text)
            try await client.waitFor(answer)
            await client.close()
        }
    }

    @Test("is answered as before from the third time on, on any connection")
    func again() async throws {
        let repeated = Counter()
        let server = try Self.server(repeated)
        for number in 0..<3 {
            let client = try await OpenClient(server.port)
            client.write(Self.head)
            try await client.waitFor("GET /a Host;")
            client.write("GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
            try await client.waitFor("GET /\(number) Host;")
            client.write("GET /end HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(try await client.rest().hasSuffix("GET /end Host,Connection;"))
            #expect(repeated.value == max(0, number - 1))
        }
        try server.stop()
    }

    @Test(
        "isn't what looks like it in the middle of another",
        arguments: [
            // Behind half a head, the same bytes belong to that one.
            (["GET /b HTTP/1.1\r\nX-A: 1\r\nHost: y\r\nX-B: "], "/b X-A,Host,X-B"),
            // Behind a whole request, too, that came with the half.
            (["GET /c HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: y\r\nX-B: "], "/b Host,X-B"),
        ])
    func inTheMiddle(_ texts: [String], _ asked: String) async throws {
        let repeated = Counter()
        let server = try Self.server(repeated)
        try await Self.askTwice(server.port)
        let client = try await OpenClient(server.port)
        for text in texts { try await client.send(text) }
        if texts[0].contains("/c") { try await client.waitFor("GET /c Host;") }
        // The value of X-B is "GET /a HTTP/1.1"; a second Host would be refused, so the rest is another field.
        try await client.send("GET /a HTTP/1.1\r\nX-C: x\r\n\r\n")
        try await client.waitFor("GET \(asked),X-C;")
        await client.close()
        #expect(repeated.value == 0)
        try server.stop()
    }

    @Test("is a body's end where a body is awaited")
    func inABody() async throws {
        let repeated = Counter()
        let server = try Self.server(repeated)
        try await Self.askTwice(server.port)
        let client = try await OpenClient(server.port)
        try await client.send("POST /p HTTP/1.1\r\nHost: x\r\nContent-Length: \(Self.head.utf8.count)\r\n\r\n")
        try await client.send(Self.head)
        try await client.waitFor("POST /p Host,Content-Length;")
        client.write("GET /end HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let all = try await client.rest()
        #expect(!all.contains("GET /a"))
        #expect(repeated.value == 0)
        try server.stop()
    }

    @Test(
        "is known only where its bytes are one head and nothing else",
        arguments: [
            (head, true),
            ("\r\n" + head, false),
            (head + "x", false),
            (head + head, false),
            ("GET / HTTP/1.1\nHost: x\n\n", false),
            ("GET / HTTP/1.1\r\nHost: x\r\n", false),
            ("GET / HTTP/1.1\r\nHost: x\r\n\n", false),
            ("", false),
            ("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 2048))\r\n\r\n", false),
        ])
    func oneHead(_ text: String, _ isOne: Bool) {
        #expect(KnownRequests.isOneHead(.init(string: text)) == isOne)
    }

    @Test(
        "isn't kept where it brings a body, closes the connection, or the server is a stub",
        arguments: [
            ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx", true),
            ("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", true),
            ("GET / HTTP/1.0\r\nHost: x\r\n\r\n", true),
            (head, false),
        ])
    func notKept(_ text: String, isStrict: Bool) async throws {
        let kept = Counter()
        var options = ServerOptions()
        options.limits = .patient
        options.isStrict = isStrict
        let server = try HTTPServer(options) { request in
            if request.known != nil { kept.add() }
            return .answer(HTTPResponse(status: 200, body: Array("done".utf8)))
        }
        try await Self.askTwice(server.port, text, for: "done")
        #expect(kept.value == 0)
        try server.stop()
    }
}
