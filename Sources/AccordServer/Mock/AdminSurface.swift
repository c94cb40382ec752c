// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The URLs below `/__accord/`: the journal, the coverage, the state and a page.
struct AdminSurface: Sendable {
    let server: MockServer

    func reply(to request: ServerRequest, path: String) -> ServerReply {
        let accepted = request.message.headers.values("Accept")
        do throws(ProblemDocument) {
            try checkAccess(of: request)
            if request.message.method == "GET", path == "requests",
                accepted.contains(where: { $0.contains("text/event-stream") })
            {
                return .feed(feed)
            }
            return .answer(try response(to: request.message, path))
        } catch {
            return .answer(error.response)
        }
    }

    private func response(to message: HTTPRequest, _ path: String) throws(ProblemDocument) -> HTTPResponse {
        switch (message.method, path) {
        case ("GET", ""), ("HEAD", ""): return Self.page
        case ("GET", "requests"):
            let lines = server.journal.entries.map { $0.json.compact + "\n" }.joined()
            return HTTPResponse(
                status: 200, headers: [HTTPField("Content-Type", "application/x-ndjson"), Self.unstored],
                body: Array(lines.utf8))
        case ("DELETE", "requests"): server.journal.removeAll()
        case ("GET", "coverage"): return Self.json(server.report.coverage)
        case ("POST", "verify"):
            return try ReceivedQuestion(message.body, of: server.operations).answer(server.journal)
        case ("GET", "state"):
            return Self.json(["states": .array(server.state.providerStates.map { .string($0) })])
        case ("GET", "next"):
            return Self.json(
                .object(JSONObject(server.state.next.sorted { $0.key < $1.key }.map { ($0, .string($1)) })))
        case ("PUT", "next"): try setNext(message.body)
        case ("PUT", "state"), ("POST", "state"): return try setState(message.body)
        case ("DELETE", "state"), ("POST", "reset"): server.state.reset()
        case ("POST", let path) where path.hasPrefix("webhooks/"):
            try sendWebhook(String(path.dropFirst("webhooks/".count)), message.body)
            return HTTPResponse(status: 202)
        case ("GET", "status"): return Self.json(server.status)
        default:
            let detail = """
                The mock does not support \(message.method) \(MockServer.adminPath)\(path). \
                Below \(MockServer.adminPath), the mock supports GET and DELETE of “requests”, GET and PUT of “state” \
                and “next”, GET of “coverage” and “status”, and POST of “verify”, “reset” and “webhooks/NAME”.
                """
            throw ProblemDocument(status: 404, detail: detail)
        }
        return HTTPResponse(status: 204)
    }

    /// If the mock was started with an admin token, each client must send this token. Otherwise, a client must be on this
    /// machine, and must not be a web page of a different origin.
    ///
    /// - Throws: The error response to a client without access.
    private func checkAccess(of request: ServerRequest) throws(ProblemDocument) {
        let fields = request.message.headers
        if let token = server.options.adminToken {
            guard fields.first("Authorization") != "Bearer \(token)" else { return }
            throw ProblemDocument(
                status: 401,
                detail: "Send the header field “Authorization: Bearer TOKEN” with the token from --admin-token.",
                fields: [HTTPField("WWW-Authenticate", "Bearer realm=\"accord\"")])
        }
        let detail: String
        if let origin = fields.first("Origin"), URLParts(origin).authority != URLParts(request.message.url).authority {
            detail = "Web pages from other origins have no access to \(MockServer.adminPath)."
        } else if !request.isLocal {
            detail = "Start the mock with --admin-token to give other machines access to \(MockServer.adminPath)."
        } else if let host = URLParts(request.message.url).host, !isTrusted(host) {
            detail = """
                Use localhost or an IP address instead of \(host) in the URL, or start the mock with --admin-token. \
                Otherwise a web page could get access to \(MockServer.adminPath) through DNS rebinding.
                """
        } else {
            return
        }
        throw ProblemDocument(status: 403, detail: detail)
    }

    /// Whether a host name is safe from DNS rebinding, such as `localhost`.
    private func isTrusted(_ host: String) -> Bool {
        let host = host.lowercased()
        let isAddress =
            host.hasPrefix("[") || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
        return isAddress || host == "localhost" || host.hasSuffix(".localhost") || server.address.hasPrefix("unix:")
            || host == URLParts(server.address).host?.lowercased()
    }

    /// Sends a webhook to the URL in the body, such as `{ "url": "http://localhost:3000/hooks" }`.
    private func sendWebhook(_ name: String, _ body: [UInt8]) throws(ProblemDocument) {
        guard let url = (try? JSONDocument(parsing: body))?.root["url"]?.string else {
            throw ProblemDocument(
                status: 400, title: "No URL", detail: #"Send a JSON object such as {"url": "http://localhost:3000/"}."#)
        }
        do throws(DescribedError) {
            try server.sendWebhook(Percent.decodeText(name), to: url)
        } catch {
            throw ProblemDocument(status: 400, title: "Webhook not sent", detail: "\(error).")
        }
    }

    private func setState(_ body: [UInt8]) throws(ProblemDocument) -> HTTPResponse {
        guard let document = try? JSONDocument(parsing: body), let name = document.root["state"]?.string else {
            let example = #"{"state": "a todo exists", "params": {"id": 1}, "action": "setup"}"#
            throw ProblemDocument(
                status: 400, title: "Invalid state", detail: "Send a JSON object such as \(example).")
        }
        server.state.setState(name, isSetUp: document.root["action"]?.string != "teardown")
        let params = document.root["params"].map { JSON($0) } ?? [:]
        return Self.json(params.object == nil ? [:] : params)
    }

    /// Sets the next response of an operation: `{ "operation": "login", "prefer": "code=404" }`. Without `prefer`, the
    /// next response is the usual documented response.
    private func setNext(_ body: [UInt8]) throws(ProblemDocument) {
        let root = (try? JSONDocument(parsing: body))?.root
        let prefer = root?["prefer"]?.string
        let known = prefer.map { Preferences([HTTPField("Prefer", $0)]) }
        guard let id = root?["operation"]?.string, known.map({ !$0.values.isEmpty && $0.unknown.isEmpty }) ?? true,
            let operation = server.operations.first(where: { $0.operation.id == id || $0.key == id })
        else {
            let detail = #"""
                Send a JSON object such as {"operation": "login", "prefer": "code=404"} with a documented operation. \#
                Write the value of “prefer” like a value of the header field Prefer.
                """#
            throw ProblemDocument(status: 400, title: "Invalid response", detail: detail)
        }
        server.state.setNext(prefer, ofOperation: operation.key)
    }

    /// The page that lists the received requests with their responses, and lets a user choose the next response of each
    /// operation. Its Content Security Policy allows only the page's own script and style.
    private static var page: HTTPResponse {
        let nonce = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let policy = """
            default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'; \
            img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
        let html = String(decoding: PackageResources.journal_html, as: UTF8.self)
        return HTTPResponse(
            status: 200,
            headers: [
                HTTPField("Content-Type", "text/html; charset=utf-8"), unstored,
                HTTPField("Content-Security-Policy", policy), HTTPField("X-Content-Type-Options", "nosniff"),
                HTTPField("Referrer-Policy", "no-referrer"),
            ], body: Array(html.replacing("NONCE", with: nonce).utf8))
    }

    private var feed: EventFeed {
        EventFeed(
            response: HTTPResponse(
                status: 200,
                headers: [HTTPField("Content-Type", "text/event-stream"), Self.unstored])
        ) { send in
            send(Array(": requests\n\n".utf8))
            return server.journal.listen { entry in
                send(Array("id: \(entry.number)\ndata: \(entry.json.compact)\n\n".utf8))
            }
        }
    }

    private static let unstored = HTTPField("Cache-Control", "no-store")

    private static func json(_ json: JSON) -> HTTPResponse { HTTPResponse(status: 200, json, [unstored]) }
}

/// The query of `POST /__accord/verify`, with which a test checks the received requests.
///
/// The members `case`, `operation`, `method`, `path`, `status` and `broken` select requests. The number of these
/// requests must be `count`, or from `atLeast` to `atMost`. The default is at least one request. For example:
/// `{ "case": "login/creates a token", "count": 1 }`.
struct ReceivedQuestion {
    private static let members: Set<String> = [
        "case", "operation", "method", "path", "status", "broken", "count", "atLeast", "atMost",
    ]

    private let query: JSONObject
    private let range: ClosedRange<Int>

    /// - Parameter operations: The documented operations. A query about an undocumented operation is an error, because
    ///   its count would always be zero.
    init(_ body: [UInt8], of operations: [ServedOperation]) throws(ProblemDocument) {
        guard let document = try? JSONDocument(parsing: body), let object = JSON(document.root).object else {
            throw Self.malformed(
                "The request body must be a JSON object such as {\"case\": \"login/creates a token\"}.")
        }
        if let unknown = object.first(where: { !Self.members.contains($0.key) })?.key {
            let names = Self.members.sorted().joined(separator: ", ")
            throw Self.malformed("“\(unknown)” isn't a valid key; the valid keys are \(names).")
        }
        if let problem = Self.problem(object, operations) { throw Self.malformed(problem) }
        query = object
        if let count = object["count"]?.int {
            range = count...count
        } else {
            let low = object["atLeast"]?.int ?? (object["atMost"] == nil ? 1 : 0)
            let high = object["atMost"]?.int ?? .max
            guard low <= high else { throw Self.malformed("“atLeast” is greater than “atMost”.") }
            range = low...high
        }
    }

    private static func malformed(_ detail: String) -> ProblemDocument {
        ProblemDocument(status: 400, title: "Invalid query", detail: detail)
    }

    private static func problem(_ object: JSONObject, _ operations: [ServedOperation]) -> String? {
        for (name, value) in object {
            switch name {
            case "case":
                let cases = operations.flatMap { ($0.exchanges + $0.faults).map(\.caseID) }
                if let problem = unknown(name, value, cases) { return problem }
            case "operation":
                if let problem = unknown(name, value, operations.map(\.operation.id)) { return problem }
            case "method": if value.string?.isEmpty ?? true { return "“method” must be a string, such as \"GET\"." }
            case "path":
                guard let path = value.string, path.hasPrefix("/"), !path.contains("?") else {
                    return "“path” must be a string that begins with a slash and has no query."
                }
            case "status":
                guard let status = value.int, (100...999).contains(status) else {
                    return "“status” must be a number, such as 200."
                }
            case "broken": if value.bool == nil { return "“broken” must be true or false." }
            default: if value.int.map({ $0 < 0 }) ?? true { return "“\(name)” must be a non-negative integer." }
            }
        }
        guard object["count"] == nil || object["atLeast"] == nil && object["atMost"] == nil else {
            return "“count” can't be combined with “atLeast” or “atMost”."
        }
        return nil
    }

    private static func unknown(_ name: String, _ value: JSON, _ documented: [String]) -> String? {
        guard let id = value.string else { return "“\(name)” must be a string." }
        guard !documented.contains(id) else { return nil }
        return "No contract documents the \(name) “\(id)”\(Suggestion.hint(for: id, in: documented, otherwise: "."))"
    }

    /// Returns 200 if the number of matching requests is in the range. Otherwise, returns 409 with the latest requests.
    func answer(_ journal: Journal) -> HTTPResponse {
        let entries = journal.entries
        let matching = entries.filter(matches)
        let isReceived = range.contains(matching.count)
        let expected =
            range.lowerBound == range.upperBound
            ? "\(range.lowerBound)"
            : range.upperBound == .max ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        var json: JSONObject = [
            "received": .bool(isReceived), "expected": .string(expected), "count": .int(matching.count),
            "requests": .array(matching.suffix(20).map { .int($0.number) }),
        ]
        if !isReceived {
            let last = entries.suffix(10).map { entry -> JSON in
                let exchange = entry.exchange
                let line = "\(exchange.request.method) \(SecretNames.masked(exchange.request.url)):"
                let words = [line, "\(exchange.answer.response.status)", exchange.answer.caseID].compactMap { $0 }
                return .string(words.joined(separator: " "))
            }
            json.append("lastRequests", .array(last))
        }
        return HTTPResponse(status: isReceived ? 200 : 409, .object(json))
    }

    private func matches(_ entry: JournalEntry) -> Bool {
        let exchange = entry.exchange
        if let id = query["case"]?.string, !(exchange.answer.isCase && exchange.answer.caseID == id) { return false }
        if let id = query["operation"]?.string, exchange.answer.operation?.id != id { return false }
        if let method = query["method"]?.string, exchange.request.method != method.uppercased() { return false }
        if let path = query["path"]?.string,
            Percent.normalized(URLParts(exchange.request.url).path) != Percent.normalized(path)
        {
            return false
        }
        if let status = query["status"]?.int, exchange.answer.response.status != status { return false }
        if let broken = query["broken"]?.bool, exchange.isBroken != broken { return false }
        return true
    }
}
