// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON

/// The access tokens of a run. Each token is requested once, and once more if the server rejects it.
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
        var failure: Finding?
        var isFetching = false
        var waiting: [Int] = []
    }

    /// The largest number of tokens for one scheme: the first token and its renewal.
    private static let mostGenerations = 2
    private var entries: [Key: Entry] = [:]

    package init() {}

    /// - Parameters:
    ///   - position: The position of the case that needs the token.
    ///   - refused: The token that the server rejected. The store returns it again if it can't be renewed again.
    package mutating func ask(_ key: Key, for position: Int, refused: AccessToken?) -> Reply {
        var entry = entries[key] ?? Entry()
        defer { entries[key] = entry }
        if entry.isFetching {
            entry.waiting.append(position)
            return .wait
        }
        if let failure = entry.failure { return .failed(failure) }
        if let token = entry.token, token != refused || token.generation >= Self.mostGenerations {
            return .token(token)
        }
        entry.isFetching = true
        entry.waiting.append(position)
        return .fetch
    }

    /// Records the result and returns the positions of the waiting cases.
    package mutating func end(_ key: Key, _ result: Result<String, TokenFailure>) -> [Int] {
        var entry = entries[key] ?? Entry()
        let waiting = entry.waiting
        entry.waiting = []
        entry.isFetching = false
        switch result {
        case .success(let value):
            entry.token = AccessToken(value: value, generation: (entry.token?.generation ?? 0) + 1)
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

/// The request for an access token with client credentials (RFC 6749 section 4.4).
package struct TokenRequest: Sendable {
    package var request: HTTPRequest
    private let scheme: SecurityScheme

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
                    "the credentials of “\(scheme.name)” have no “\(name)”", at: scheme.location,
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
    package func token(_ completion: Completion) throws(TokenFailure) -> String {
        switch completion.outcome {
        case .failure(let failure, _): throw problem("\(failure.message) (\(failure.detail))")
        case .response(let response):
            let answer = (try? JSONDocument(parsing: response.body))?.root
            guard (200...299).contains(response.status) else {
                let code = answer?["error"]?.string.map { ": \($0)" } ?? ""
                throw problem("status \(response.status)\(code)")
            }
            guard let token = answer?["access_token"]?.string, !token.isEmpty else {
                throw problem("status \(response.status), and no “access_token” in a JSON object")
            }
            if let type = answer?["token_type"]?.string, type.lowercased() != "bearer" {
                throw problem("a token of the type “\(type)”, not “Bearer”")
            }
            return token
        }
    }

    private func problem(_ reason: String) -> TokenFailure {
        TokenFailure(
            finding: Finding(
                rule: .securityToken, blame: .server, "no access token was issued for “\(scheme.name)”",
                contract: scheme.location, actual: reason,
                advice: "Check clientId, clientSecret and the URL that issues tokens: \(request.url)"))
    }
}

/// The reason why no access token was issued.
package struct TokenFailure: Error, Sendable, Hashable {
    package var finding: Finding
}
