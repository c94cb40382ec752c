// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The values by which Accord replaces `${…}` while a case runs.
package struct Scope: Sendable {
    /// Returns the value of `${env.NAME}`, or `nil` if the environment variable isn't set.
    package typealias Environment = @Sendable (String) -> String?

    package var row: JSON?
    /// The outputs of earlier steps, keyed by name. In `verify`, the values come from the server's responses. In client
    /// tests and in the mock, the values come from the contract.
    package var outputs: [String: JSON] = [:]
    package var given: [String: JSON] = [:]
    package var environment: Environment
    /// Whether `${env.NAME}` has the value “NAME” if the environment variable isn't set. It is `true` in client tests
    /// and in the mock.
    package var namesUnsetVariables: Bool
    package var runID = "run"
    /// A string that identifies the run, the case and the step. Accord generates unique values, such as UUIDs, from
    /// this string. It is empty in client tests and in the mock, where every run has the same values.
    package var identity = ""
    /// The seconds since 1970 for `${now}`. In client tests and in the mock, the time is 2026-01-01T00:00:00Z.
    package var now = 1_767_225_600
    /// The documented response. Its body is the value of `${response.body}` under `client` in the contract.
    package var response: HTTPResponse?
    /// The access tokens of OAuth 2 security schemes, keyed by the scheme's name. If a scheme has no token and
    /// `namesUnsetVariables` is `true`, Accord uses the token that the stub issues.
    package var accessTokens: [String: String] = [:]

    package init(environment: @escaping Environment = { _ in nil }, namesUnsetVariables: Bool = true) {
        self.environment = environment
        self.namesUnsetVariables = namesUnsetVariables
    }

    /// Returns the access token that a stub issues for a scheme.
    package static func stubToken(_ scheme: String) -> String { "accord-token-\(scheme)" }

    /// Returns the value of `row.x`, `outputs.x`, `given.x`, `env.NAME`, `run.id` or `response.body#/pointer`.
    func value(of name: String, at place: JSONValue) throws(SubstitutionError) -> JSON {
        let location = SourceLocation(place)
        let dot = name.firstIndex(of: ".") ?? name.endIndex
        let root = String(name[..<dot])
        let key = dot < name.endIndex ? String(name[name.index(after: dot)...]) : ""
        switch root {
        case "row":
            if let value = row?[key] { return value }
            throw unknown(name, "“row”", row?.object?.keys ?? [], location)
        case "outputs":
            if let value = outputs[key] { return value }
            throw unknown(name, "“outputs”", outputs.keys.sorted(), location)
        case "given":
            if let value = given[key] { return value }
            throw unknown(name, "“given”", given.keys.sorted(), location)
        case "env":
            if let value = environment(key) { return .string(value) }
            if namesUnsetVariables { return .string(key) }
            throw SubstitutionError(
                "the environment variable \(key) isn't set, or is empty", at: location,
                advice: "Set the environment variable: export \(key)=…", isMissingVariable: true)
        case "run" where key == "id": return .string(runID)
        case "uuid" where key.isEmpty:
            let place = "\(location.line):\(location.column)"
            return .string(FreshValue.uuid(for: "\(identity)\n\(runID)\n\(place)"))
        case _ where TemplateInstant(name) != nil:
            return .string(Timestamp.text(secondsSince1970: now + (TemplateInstant(name)?.offset ?? 0)))
        case "response" where key == "body" || key.hasPrefix("body#"):
            return try responseValue(String(key.dropFirst("body".count)), at: location)
        default:
            throw SubstitutionError(
                "“${\(name)}” is unknown", at: location,
                advice: "In ${…}, use row.x, outputs.x, given.x, env.NAME, run.id, uuid or now+1h. "
                    + "Write “$${” for a literal “${”.")
        }
    }

    private func unknown(
        _ name: String, _ owner: String, _ known: [String], _ location: SourceLocation
    ) -> SubstitutionError {
        let list = known.isEmpty ? "none" : known.joined(separator: ", ")
        return SubstitutionError("“${\(name)}” is unknown; known names in \(owner): \(list)", at: location)
    }

    /// Returns the value of `${response.body}` or `${response.body#/pointer}`. The value of a text body is a string.
    /// The value of a binary body is in Base64.
    private func responseValue(_ fragment: String, at location: SourceLocation) throws(SubstitutionError) -> JSON {
        guard let response else {
            throw SubstitutionError(
                "“${response.body}” has a value only under “client” in the contract", at: location,
                advice: "Use “${response.body}” only under “client”, where it stands for the documented response body.")
        }
        let body = response.bodyValue
        if fragment.isEmpty { return body }
        guard let pointer = try? JSONPointer(uriFragment: fragment), let value = body.value(at: pointer) else {
            throw SubstitutionError("the documented response body has no value at “\(fragment)”", at: location)
        }
        return value
    }
}

extension HTTPResponse {
    /// The body as JSON: the value of a JSON body, a string for a text, and the bytes in Base64 for any other body.
    fileprivate var bodyValue: JSON {
        let type = headers.mediaType
        if type?.isJSON == true, let jsonBody { return jsonBody }
        if type?.isText != false, let text = String(utf8: body) { return .string(text) }
        return .string(Base64.encode(body))
    }
}

extension Scope {
    /// Returns the value with every `${…}` replaced. If a string consists of a single `${…}`, the result has the JSON
    /// type of the inserted value. `$${` is a literal `${`.
    ///
    /// - Throws: `SubstitutionError` for the first unknown name.
    package func substitute(_ value: JSONValue) throws(SubstitutionError) -> JSON {
        try JSON(value) { (string) throws(SubstitutionError) in try substitute(text: string.string ?? "", at: string) }
    }

    /// Returns a string with every `${…}` replaced by its value.
    package func text(_ value: JSONValue) throws(SubstitutionError) -> String { try substitute(value).templateText }

    private func substitute(text: String, at value: JSONValue) throws(SubstitutionError) -> JSON {
        let filled = try TemplatePiece.filled(text) { (name) throws(SubstitutionError) in
            try self.value(of: name, at: value)
        }
        guard let filled else {
            throw SubstitutionError(
                "“${” without “}” in “\(text)”", at: SourceLocation(value), advice: "Write “$${” for a literal “${”.")
        }
        return filled
    }
}

extension JSON {
    /// The text that replaces a `${…}` in a longer string: a string without quotation marks, or any other value as
    /// JSON.
    package var templateText: String { string ?? compact }
}

/// An error about a `${…}` without a value, or about a value that Accord can't generate.
package struct SubstitutionError: Error, Sendable, Hashable, CustomStringConvertible {
    package var message: String
    package var location: SourceLocation?
    package var advice: String?

    /// Whether the only reason for the error is an unset environment variable.
    package var isMissingVariable: Bool

    package init(
        _ message: String, at location: SourceLocation? = nil, advice: String? = nil, isMissingVariable: Bool = false
    ) {
        self.isMissingVariable = isMissingVariable
        self.message = message
        self.location = location
        self.advice = advice
    }

    package var description: String {
        guard let location else { return message }
        return "\(location): \(message)"
    }
}
