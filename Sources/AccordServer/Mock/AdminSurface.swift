import AccordContract
import AccordCore
import AccordJSON

/// What `/__accord/` answers: the journal, the coverage, the state, and a page that shows them.
struct AdminSurface: Sendable {
    let server: MockServer

    func reply(to request: ServerRequest, path: String) -> ServerReply {
        if let refusal = refusal(of: request) { return .answer(refusal) }
        let message = request.message
        switch (message.method, path) {
        case ("GET", ""), ("HEAD", ""):
            return .answer(
                HTTPResponse(
                    status: 200,
                    headers: [
                        HTTPField("Content-Type", "text/html; charset=utf-8"), HTTPField("Cache-Control", "no-store"),
                    ], body: Array(AdminPage.html.utf8)))
        case ("GET", "requests"):
            if message.headers.values("Accept").contains(where: { $0.contains("text/event-stream") }) {
                return .feed(feed)
            }
            let lines = server.journal.entries.map { $0.json.compact + "\n" }.joined()
            return .answer(Self.body(lines, type: "application/x-ndjson"))
        case ("DELETE", "requests"):
            server.journal.removeAll()
            return .answer(HTTPResponse(status: 204))
        case ("GET", "coverage"):
            let document = CoverageDocument(operations: server.operations, journal: server.journal)
            return .answer(Self.json(document.json))
        case ("POST", "verify"):
            do {
                return .answer(try ReceivedQuestion(message.body, of: server.operations).answer(server.journal))
            } catch {
                return .answer(
                    ProblemDocument(status: 400, title: "Not a question", detail: error.detail).response)
            }
        case ("GET", "state"):
            return .answer(Self.json(["states": .array(server.state.providerStates.map { .string($0) })]))
        case ("PUT", "state"), ("POST", "state"): return .answer(setState(message.body))
        case ("DELETE", "state"), ("POST", "reset"):
            server.state.reset()
            return .answer(HTTPResponse(status: 204))
        case ("POST", let path) where path.hasPrefix("webhooks/"):
            return .answer(webhook(String(path.dropFirst("webhooks/".count)), message.body))
        case ("GET", "status"): return .answer(Self.json(server.status))
        default: return .answer(unknown(message.method, path))
        }
    }

    /// A client on another machine needs the token; a page of another origin is refused.
    private func refusal(of request: ServerRequest) -> HTTPResponse? {
        let fields = request.message.headers
        if let token = server.options.adminToken {
            if fields.first("Authorization") == "Bearer \(token)" { return nil }
            return ProblemDocument(
                status: 401, title: "Unauthorized", detail: "Send the token of --admin-token: Authorization: Bearer ….",
                fields: [HTTPField("WWW-Authenticate", "Bearer realm=\"accord\"")]
            ).response
        }
        if let origin = fields.first("Origin"), URLParts(origin).authority != URLParts(request.message.url).authority {
            return ProblemDocument(
                status: 403, title: "Forbidden", detail: "Pages of other origins don't get at \(MockServer.adminPath)."
            ).response
        }
        guard request.isLocal else {
            return ProblemDocument(
                status: 403, title: "Forbidden",
                detail: "\(MockServer.adminPath) is for this machine only, unless --admin-token is given."
            ).response
        }
        guard let host = URLParts(request.message.url).host, !isOwn(host) else { return nil }
        return ProblemDocument(
            status: 403, title: "Forbidden",
            detail: "\(MockServer.adminPath) is asked for at an IP address or localhost, not at \(host), unless "
                + "--admin-token is given: a page's own DNS could point its name at this machine."
        ).response
    }

    /// True of a host that DNS rebinding can't have pointed to this machine.
    private func isOwn(_ host: String) -> Bool {
        let host = host.lowercased()
        let isAddress =
            host.hasPrefix("[") || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
        return isAddress || host == "localhost" || host.hasSuffix(".localhost") || server.address.hasPrefix("unix:")
            || host == URLParts(server.address).host?.lowercased()
    }

    /// `{ "url": "http://localhost:3000/hooks" }`
    private func webhook(_ name: String, _ body: [UInt8]) -> HTTPResponse {
        guard let url = (try? JSONDocument(parsing: body))?.root["url"]?.string else {
            return ProblemDocument(
                status: 400, title: "No address", detail: #"Send an object such as {"url": "http://localhost:3000/"}."#
            ).response
        }
        do throws(CallbackRequest.Impossible) {
            try server.sendWebhook(Percent.decodeText(name), to: url)
            return HTTPResponse(status: 202)
        } catch {
            return ProblemDocument(status: 400, title: "Not sent", detail: "\(error).").response
        }
    }

    private func setState(_ body: [UInt8]) -> HTTPResponse {
        guard let document = try? JSONDocument(parsing: body), let name = document.root["state"]?.string else {
            let example = #"{"state": "a todo exists", "params": {"id": 1}, "action": "setup"}"#
            return ProblemDocument(
                status: 400, title: "Not a state", detail: "Send an object such as \(example)."
            ).response
        }
        let isSetUp = document.root["action"]?.string != "teardown"
        server.state.setState(name, isSetUp: isSetUp)
        let params = document.root["params"].map { JSON($0) } ?? [:]
        return Self.json(params.object == nil ? [:] : params)
    }

    private var feed: EventFeed {
        EventFeed(
            response: HTTPResponse(
                status: 200,
                headers: [HTTPField("Content-Type", "text/event-stream"), HTTPField("Cache-Control", "no-store")])
        ) { send in
            send(Array(": requests as they come\n\n".utf8))
            return server.journal.listen { entry in
                send(Array("id: \(entry.number)\ndata: \(entry.json.compact)\n\n".utf8))
            }
        }
    }

    private func unknown(_ method: String, _ path: String) -> HTTPResponse {
        let known =
            "GET requests, GET coverage, POST verify, PUT state, POST reset, DELETE requests, GET status, and the page "
            + "itself"
        return ProblemDocument(
            status: 404, title: "Not Found",
            detail:
                "\(method) \(MockServer.adminPath)\(path) isn't known; there are, below \(MockServer.adminPath), \(known)."
        ).response
    }

    private static func json(_ json: JSON) -> HTTPResponse {
        body(json.pretty + "\n", type: "application/json")
    }

    private static func body(_ text: String, type: String) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: [HTTPField("Content-Type", type), HTTPField("Cache-Control", "no-store")],
            body: Array(text.utf8))
    }
}
