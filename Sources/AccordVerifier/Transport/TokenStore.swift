// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The access tokens of a run. A token is requested when the first case needs the token. It is renewed when it expires,
/// or when the server rejects it.
package struct TokenStore: Sendable {
    /// Identifies a security scheme by its contract and its name.
    package struct Key: Sendable, Hashable {
        package var file: String
        package var scheme: String
    }

    package enum Reply: Sendable, Hashable {
        case token(AccessToken)
        /// The caller must request the token, and then call `end`, which returns the positions of this case and all
        /// waiting cases.
        case fetch
        /// The token has already been requested for a different case. After the token arrives, `end` returns the
        /// positions of all waiting cases, including this case.
        case wait
        case failed(Finding)
    }

    private struct Entry: Sendable {
        var token: AccessToken?
        /// The time at which to renew the token, or `nil` if the token doesn't expire.
        var renewal: ContinuousClock.Instant?
        /// The number of times that the token was renewed because the server rejected it.
        var rejections = 0
        var failure: Finding?
        var isFetching = false
        var waiting: [Int] = []
    }

    /// The maximum number of renewals of a token that the server rejects.
    private static let mostRejections = 10
    private var entries: [Key: Entry] = [:]

    package init() {}

    /// - Parameters:
    ///   - position: The position of the case that needs the token.
    ///   - refused: The token that the server rejected, or `nil`. After the maximum number of renewals, the store
    ///     returns the rejected token again.
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

    /// Records the result of a token request, and returns the positions of the cases that wait for the token.
    package mutating func end(
        _ key: Key, _ result: Result<IssuedToken, Finding>, at now: ContinuousClock.Instant = .now
    ) -> [Int] {
        var entry = entries[key] ?? Entry()
        let waiting = entry.waiting
        entry.waiting = []
        entry.isFetching = false
        switch result {
        case .success(let issued):
            entry.token = AccessToken(value: issued.value, generation: (entry.token?.generation ?? 0) + 1)
            // Renews the token after 90 % of its lifetime. Otherwise, a request could arrive after the token expired.
            entry.renewal = issued.lifetime.map { now + .seconds(min(max($0, 0), 1e9) * 0.9) }
        case .failure(let failure): entry.failure = failure
        }
        entries[key] = entry
        return waiting
    }
}

/// An access token. Its number distinguishes it from earlier tokens in the run.
package struct AccessToken: Sendable, Hashable {
    package var value: String
    /// The number of the token: 1 for the first token, incremented by each renewal.
    package var generation: Int
}

/// An access token in a server's response to a token request or login.
package struct IssuedToken: Sendable, Hashable {
    package var value: String
    /// The number of seconds until the token expires, or `nil` if the response doesn't contain this number.
    package var lifetime: Double?

    package init(_ value: String, lifetime: Double? = nil) {
        self.value = value
        self.lifetime = lifetime
    }
}

/// A request for an access token, either with client credentials (RFC 6749 section 4.4) or with a login.
package struct TokenRequest: Sendable {
    package var request: HTTPRequest
    private let scheme: SecurityScheme
    /// The login that the request performs, or `nil` for a request with client credentials.
    private let login: Login?

    /// - Parameters:
    ///   - scheme: The security scheme that sends the token.
    ///   - baseURL: A closure that returns the base URL for the login's operation.
    ///   - headers: The header fields that the run adds to every request.
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
    ///   - scopes: The scopes to request. If the array is empty, the server chooses the scopes.
    /// - Throws: An error if a credential is missing, or uses a variable that isn't set.
    package init(_ scheme: SecurityScheme, url: String, scopes: [String], scope: Scope) throws(SubstitutionError) {
        func credential(_ name: String) throws(SubstitutionError) -> String {
            guard let stated = scheme.credentials.first(where: { $0.name == name }) else {
                throw SubstitutionError(
                    "the credentials of the security scheme “\(scheme.name)” have no “\(name)”", at: scheme.location,
                    advice:
                        "Add to the security scheme: “credentials”: { \"clientId\": \"${env.ID}\", \"clientSecret\": "
                        + "\"${env.SECRET}\" }.")
            }
            let value = try scope.substitute(stated.value)
            return value.string ?? value.compact
        }
        // Encodes the client id and secret like form fields before joining them (RFC 6749 section 2.3.1).
        let pair = "\(Form.encode(try credential("clientId"))):\(Form.encode(try credential("clientSecret")))"
        var items = [Form.Item("grant_type", "client_credentials")]
        if !scopes.isEmpty { items.append(Form.Item("scope", scopes.joined(separator: " "))) }
        self.scheme = scheme
        login = nil
        request = HTTPRequest(
            method: "POST", url: url,
            headers: [
                HTTPField("Authorization", BasicCredentials.fieldValue(pair)),
                HTTPField("Content-Type", "application/x-www-form-urlencoded"), HTTPField("Accept", "application/json"),
            ], body: Array(Form.serialize(items).utf8))
    }

    /// Returns the token in the response.
    ///
    /// - Throws: The finding for each case that needs the token.
    package func token(_ completion: Completion) throws(Finding) -> IssuedToken {
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
                let token = value.string ?? value.int.map(String.init), !token.isEmpty
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

    private func problem(_ reason: String) -> Finding {
        let advice =
            login == nil
            ? "Check clientId, clientSecret and the URL that issues tokens: \(request.url)"
            : "Check --login, and the variables in its body: \(request.method) \(request.url)"
        return Finding(
            rule: .securityToken, "no access token was issued for “\(scheme.name)”", contract: scheme.location,
            actual: reason, advice: advice)
    }
}
