// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON

/// The access tokens of a run. Each token is requested when a case needs it, and again when it expires or the server
/// rejects it.
package struct TokenStore: Sendable {
    /// A security scheme, identified by its name and its contract.
    package struct Key: Sendable, Hashable {
        package var file: String
        package var scheme: String
    }

    package enum Reply: Sendable, Hashable {
        case token(AccessToken)
        /// The caller must request the token. The result of `end` includes the case that needs it.
        case fetch
        /// The token is being requested for a different case.
        case wait
        case failed(Finding)
    }

    private struct Entry: Sendable {
        var token: AccessToken?
        /// The time at which to renew the token, or `nil` if it doesn't expire.
        var renewal: ContinuousClock.Instant?
        /// The number of tokens that the server rejected.
        var rejections = 0
        var failure: Finding?
        var isFetching = false
        var waiting: [Int] = []
    }

    /// The largest number of renewals of one token because the server rejected it.
    private static let mostRejections = 10
    private var entries: [Key: Entry] = [:]

    package init() {}

    /// - Parameters:
    ///   - position: The position of the case that needs the token.
    ///   - refused: The token that the server rejected. The store returns it again if it can't be renewed again.
    package mutating func ask(
        _ key: Key, for position: Int, refused: AccessToken?, at now: ContinuousClock.Instant = .now
    ) -> Reply {
        var entry = entries[key] ?? Entry()
        defer { entries[key] = entry }
        if entry.isFetching {
            entry.waiting.append(position)
            return .wait
        }
        if let failure = entry.failure { return .failed(failure) }
        if let token = entry.token, entry.renewal.map({ now < $0 }) ?? true {
            guard token == refused, entry.rejections < Self.mostRejections else { return .token(token) }
            entry.rejections += 1
        }
        entry.isFetching = true
        entry.waiting.append(position)
        return .fetch
    }

    /// Records the result and returns the positions of the waiting cases.
    package mutating func end(
        _ key: Key, _ result: Result<IssuedToken, TokenFailure>, at now: ContinuousClock.Instant = .now
    ) -> [Int] {
        var entry = entries[key] ?? Entry()
        let waiting = entry.waiting
        entry.waiting = []
        entry.isFetching = false
        switch result {
        case .success(let issued):
            entry.token = AccessToken(value: issued.value, generation: (entry.token?.generation ?? 0) + 1)
            // A request must not arrive after the token expired.
            entry.renewal = issued.lifetime.map { now + .seconds($0 * 0.9) }
        case .failure(let failure): entry.failure = failure.finding
        }
        entries[key] = entry
        return waiting
    }
}

/// An access token with its number in the run.
package struct AccessToken: Sendable, Hashable {
    package var value: String
    /// 1 for the first token, incremented by each renewal.
    package var generation: Int
}

/// A token in the response to a token request or a login.
package struct IssuedToken: Sendable, Hashable {
    package var value: String
    /// The number of seconds until the token expires, if the response has it.
    package var lifetime: Double?

    package init(_ value: String, lifetime: Double? = nil) {
        self.value = value
        self.lifetime = lifetime
    }
}

/// The request for an access token: with client credentials (RFC 6749 section 4.4), or a login.
package struct TokenRequest: Sendable {
    package var request: HTTPRequest
    private let scheme: SecurityScheme
    /// The login, or `nil` for a request with client credentials.
    private let login: Login?

    /// - Parameters:
    ///   - scheme: The scheme that sends the token.
    ///   - baseURL: The URL to which the path of the login is appended.
    ///   - headers: The header fields of every request of the run.
    /// - Throws: An error if a variable isn't set.
    package init(
        _ login: Login, for scheme: SecurityScheme, in contract: Contract, baseURL: (Operation) -> String,
        headers: [HTTPField], scope: Scope
    ) throws(SubstitutionError) {
        self.scheme = scheme
        self.login = login
        request = try login.request(in: contract, baseURL: baseURL, headers: headers, scope: scope)
    }

    /// - Parameters:
    ///   - url: The absolute URL of the token endpoint.
    ///   - scopes: The requested scopes. If there are none, the server chooses.
    /// - Throws: An error if a credential is missing or has an unknown variable.
    package init(
        _ scheme: SecurityScheme, url: String, scopes: [String], scope: Scope
    ) throws(SubstitutionError) {
        func credential(_ name: String) throws(SubstitutionError) -> String {
            guard let stated = scheme.credentials.first(where: { $0.name == name }) else {
                throw SubstitutionError(
                    "the credentials of the security scheme “\(scheme.name)” have no “\(name)”", at: scheme.location,
                    advice:
                        "Add to the security scheme: “credentials”: { \"clientId\": \"${env.ID}\", \"clientSecret\": "
                        + "\"${env.SECRET}\" }."
                )
            }
            let value = try scope.substitute(stated.value)
            return value.string ?? value.compact
        }
        // RFC 6749 section 2.3.1: client id and secret are form-encoded before they are joined.
        let pair = "\(Form.encode(try credential("clientId"))):\(Form.encode(try credential("clientSecret")))"
        var items = [Form.Item("grant_type", "client_credentials")]
        if !scopes.isEmpty { items.append(Form.Item("scope", scopes.joined(separator: " "))) }
        self.scheme = scheme
        login = nil
        request = HTTPRequest(
            method: "POST", url: url,
            headers: [
                HTTPField("Authorization", BasicCredentials.fieldValue(pair)),
                HTTPField("Content-Type", "application/x-www-form-urlencoded"),
                HTTPField("Accept", "application/json"),
            ], body: Array(Form.serialize(items).utf8))
    }

    /// Returns the token in the response.
    ///
    /// - Throws: The finding for every case that needs the token.
    package func token(_ completion: Completion) throws(TokenFailure) -> IssuedToken {
        switch completion.outcome {
        case .failure(let failure, _): throw problem("\(failure.message) (\(failure.detail))")
        case .response(let response):
            let answer = (try? JSONDocument(parsing: response.body))?.root
            guard (200...299).contains(response.status) else {
                let code = answer?["error"]?.string.map { ": \($0)" } ?? ""
                throw problem("status \(response.status)\(code)")
            }
            let place = login?.token ?? Login.usualToken
            guard let value = answer.map({ JSON($0) })?.value(at: place),
                let token = value.string ?? value.int.map(String.init),
                !token.isEmpty
            else {
                throw problem("the response with status \(response.status) has no token at \(place) in a JSON object")
            }
            if login == nil, let type = answer?["token_type"]?.string, type.lowercased() != "bearer" {
                throw problem("the token has the type “\(type)”, not “Bearer”")
            }
            let lifetime = answer.map { JSON($0) }?.value(at: login?.expires ?? Login.usualExpiry)
            return IssuedToken(token, lifetime: lifetime?.number?.double ?? lifetime?.string.flatMap(Double.init))
        }
    }

    private func problem(_ reason: String) -> TokenFailure {
        let advice =
            login == nil
            ? "Check clientId, clientSecret and the URL that issues tokens: \(request.url)"
            : "Check --login, and the variables in its body: \(request.method) \(request.url)"
        return TokenFailure(
            finding: Finding(
                rule: .securityToken, blame: .server, "no access token was issued for “\(scheme.name)”",
                contract: scheme.location, actual: reason, advice: advice))
    }
}

/// The reason why no access token was issued.
package struct TokenFailure: Error, Sendable, Hashable {
    package var finding: Finding
}
