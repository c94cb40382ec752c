// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordVerifier

/// A client of a Pact Broker or PactFlow. The client finds all resources through the links in the broker's index
/// resource.
final class BrokerClient {
    /// An error response of the broker, or a connection failure.
    struct Failure: Error, CustomStringConvertible {
        var description: String
        /// Whether the broker couldn't be reached.
        var isTransport = false
    }

    private let base: String
    private let authorization: String?
    private let multi: CurlMulti
    private let retries: Int
    private var index: JSON?

    /// - Parameters:
    ///   - base: The address of the broker. If `authorization` is `nil`, the user name and password in the address are
    ///     used.
    ///   - authorization: The value of the header field `Authorization`.
    ///   - retries: The number of retries after a temporary failure: a status of 429 or 5xx, or a lost connection.
    init(_ base: String, _ authorization: String?, _ options: TransportOptions, retries: Int) throws(Failure) {
        let address = URLParts(base).withoutUserInfo.description
        self.base = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.retries = retries
        self.authorization =
            authorization ?? URLParts(base).userInfo.map { BasicCredentials.fieldValue(Percent.decodeText($0)) }
        do {
            multi = try CurlMulti(options)
        } catch {
            throw Failure(description: error.message, isTransport: true)
        }
    }

    // MARK: Links

    /// Finds a link in the index resource by its relation, and returns its URL. Replaces the variables in the URL
    /// template.
    func link(_ relations: [String], _ variables: [String: String] = [:]) throws(Failure) -> String {
        for relation in relations {
            if let link = try knownLink(relation, variables) { return link }
        }
        throw Failure(
            description:
                "\(base) may not be a Pact Broker: its index has no link “\(relations.joined(separator: "” or “"))”")
    }

    /// Finds a link in the index resource by its relation, and returns its URL, or `nil` if the index doesn't contain
    /// the link.
    func knownLink(_ relation: String, _ variables: [String: String]) throws(Failure) -> String? {
        let root: JSON
        if let index { root = index } else { root = try send("GET", "\(base)/").json }
        index = root
        return Self.link(relation, of: root).map { Self.filled($0, variables) }
    }

    /// Finds a link in a resource by its relation, and returns its URL. If several links have this relation, chooses
    /// the link whose name is `name`.
    static func link(_ relation: String, of resource: JSON, named name: String? = nil) -> String? {
        let value = resource["_links"]?[relation]
        guard let list = value?.array else { return value?["href"]?.string }
        return (name == nil ? list.first : list.first { $0["name"]?.string == name })?["href"]?.string
    }

    /// Returns the names of all links with this relation, such as the names of environments.
    static func names(_ relation: String, of resource: JSON) -> [String] {
        resource["_links"]?[relation]?.array?.compactMap { $0["name"]?.string } ?? []
    }

    private static func filled(_ link: String, _ variables: [String: String]) -> String {
        var link = link
        for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
            link = link.split(separator: "{\(name)}", omittingEmptySubsequences: false)
                .joined(separator: Percent.encode(value))
        }
        return link
    }

    // MARK: Requests

    struct Response {
        var status: Int
        var json: JSON

        /// The notices in the broker's response, which are meant for users.
        var notices: [String] {
            let notices = json["notices"]?.array?.compactMap { $0["text"]?.string } ?? []
            return notices.isEmpty ? json["logs"]?.array?.compactMap { $0["message"]?.string } ?? [] : notices
        }
    }

    /// Sends a request and returns the response.
    ///
    /// - Parameter accept: the value of the header field `Accept`.
    /// - Throws: `Failure` if there is no response, or if the status code is 400 or higher.
    func send(
        _ method: String, _ url: String, _ body: JSON? = nil, accept: String = "application/hal+json"
    ) throws(Failure) -> Response {
        let target = url.contains("://") ? url : base + url
        let isOwn = URLParts(target).authority == URLParts(base).authority
        guard isOwn, URLParts(target).scheme == URLParts(base).scheme else {
            throw Failure(
                description:
                    "Accord doesn't follow the broker's link \(target), because the link leaves the server \(base)")
        }
        var request = HTTPRequest(method: method, url: target)
        request.headers = [HTTPField("Accept", accept)]
        if let authorization { request.headers.append(HTTPField("Authorization", authorization)) }
        if let body {
            request.headers.append(HTTPField("Content-Type", "application/json"))
            request.body = Array(body.compact.utf8)
        }
        var attempt = 0
        while true {
            let outcome: Completion.Outcome
            do {
                outcome = try multi.exchange(request)
            } catch {
                throw Failure(description: error.message, isTransport: true)
            }
            if attempt < retries, let pause = Self.pause(after: outcome, attempt) {
                attempt += 1
                wait(pause)
                continue
            }
            return try Self.response(outcome, request)
        }
    }

    func wait(_ pause: Duration) {
        let end = ContinuousClock.now + pause
        while ContinuousClock.now < end { _ = multi.wait(upTo: end - ContinuousClock.now) }
    }

    /// Returns how long to wait before the next retry of a request, or `nil` to give up.
    private static func pause(after outcome: Completion.Outcome, _ attempt: Int) -> Duration? {
        let usual = Duration.milliseconds(250 << min(attempt, 6))
        switch outcome {
        case .failure: return usual
        case .response(let response):
            guard response.status == 429 || response.status >= 500 else { return nil }
            return response.headers.retryAfter.map { .seconds(min($0, 60)) } ?? usual
        }
    }

    private static func response(_ outcome: Completion.Outcome, _ request: HTTPRequest) throws(Failure) -> Response {
        switch outcome {
        case .failure(let failure, _):
            throw Failure(description: "can't reach \(request.url): \(failure.message)", isTransport: true)
        case .response(let response):
            let json = (try? JSONDocument(parsing: response.body)).map { JSON($0.root) } ?? [:]
            let result = Response(status: response.status, json: json)
            guard response.status >= 400 else { return result }
            var reasons = result.notices
            if let errors = json["errors"] { reasons.append(errors.compact) }
            if let error = json["error"]?["message"]?.string ?? json["message"]?.string { reasons.append(error) }
            if response.status == 401 { reasons.append("check --broker-token, or --broker-user and --broker-password") }
            throw Failure(
                description: "\(request.method) \(request.url): \(response.status)"
                    + (reasons.isEmpty ? "" : "\n" + reasons.joined(separator: "\n")))
        }
    }
}
