// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A parameter or property of a request that the body of a 4xx response names as invalid.
package struct RejectedPart: Sendable, Hashable {
    /// The part of the request that contains the parameter, such as the query. It is `nil` if the response doesn't name
    /// the part.
    package var place: ParameterPlace?
    /// Whether the invalid value is in the request body. It is `nil` if the response doesn't contain this information.
    package var isInBody: Bool?
    /// The path to the invalid value in the request: property names and array indices.
    package var tokens: [String]

    /// Returns the parameters and properties that a response names as invalid. Supported formats are `errors[].pointer`
    /// (RFC 9457), `detail[].loc` (FastAPI), `errors[].field` (Spring), `errors[].path` (express-validator),
    /// `errors[].source` (JSON:API), `error.param` (Stripe), and `errors` or `fields` with names as its keys. They may
    /// be members of `error`.
    package static func all(in response: HTTPResponse) -> [RejectedPart] {
        guard (400...499).contains(response.status),
            let body = try? JSON(parsing: String(decoding: response.body.prefix(mostBytes), as: UTF8.self))
        else { return [] }
        guard let object = body.object else { return (body.array ?? []).compactMap(RejectedPart.init) }
        return [object, object["error"]?.object ?? [:]].joined().flatMap { key, value -> [RejectedPart] in
            if let elements = value.array { return elements.compactMap(RejectedPart.init) }
            if key == "error", let part = RejectedPart(value) { return [part] }
            guard ["errors", "fields"].contains(key), let named = value.object else { return [] }
            return named.keys.map { RejectedPart(tokens: tokens(of: $0)) }.filter { !$0.tokens.isEmpty }
        }
    }

    private static let mostBytes = 100_000

    private init(tokens: [String]) { self.tokens = tokens }

    private init?(_ error: JSON) {
        guard let error = error.object else { return nil }
        let source = error["source"]?.object
        if let pointer = (error["pointer"] ?? source?["pointer"])?.string {
            let text = pointer.hasPrefix("#") ? String(pointer.dropFirst()) : pointer
            guard let parsed = try? JSONPointer(parsing: Percent.decodeText(text)), !parsed.tokens.isEmpty else {
                return nil
            }
            (tokens, isInBody) = (parsed.tokens, true)
        } else if let parameter = (error["parameter"] ?? source?["parameter"])?.string {
            (tokens, isInBody) = ([parameter], false)
        } else if let location = error["loc"]?.array {
            tokens = location.dropFirst().map { $0.string ?? $0.compact }
            guard let first = location.first?.string, !tokens.isEmpty, setPlace(first) else { return nil }
        } else {
            let names = ["field", "path", "param", "property", "name", "propertyPath"]
            guard let value = names.lazy.compactMap({ error[$0] }).first else { return nil }
            tokens = value.array.map { $0.map { $0.string ?? $0.compact } } ?? Self.tokens(of: value.string ?? "")
            guard !tokens.isEmpty else { return nil }
            if let location = (error["location"] ?? error["in"])?.string { _ = setPlace(location) }
        }
    }

    private mutating func setPlace(_ name: String) -> Bool {
        switch name {
        case "body", "json", "payload": isInBody = true
        case "query", "querystring": place = .query
        case "path", "params": place = .path
        case "header", "headers": place = .header
        case "cookie", "cookies": place = .cookie
        default: return false
        }
        if place != nil { isInBody = false }
        return true
    }

    /// Splits a path such as `items[0].name` into property names and array indices.
    private static func tokens(of name: String) -> [String] { name.split { ".[]/".contains($0) }.map(String.init) }
}
