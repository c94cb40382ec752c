import AccordJSON

/// Runtime expressions as OpenAPI and Arazzo write them: `$response.body#/id`.
package enum OutputExpression {
    struct Mistake: Error {
        var reason: String
    }

    /// Where the value of a runtime expression comes from, `$response.body#/id`; also in braces, as the whole of a text.
    /// nil for a constant, and for what an exchange doesn't have.
    package static func source(_ text: String) -> OutputSource? {
        let bare = text.hasPrefix("{") && text.hasSuffix("}") ? String(text.dropFirst().dropLast()) : text
        guard bare.hasPrefix("$"), !bare.hasPrefix("$.") else { return nil }
        return try? parse(bare)
    }

    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else { return false }
        return text.unicodeScalars.allSatisfy { PathText.isName($0) && $0 != "." }
    }

    static func parse(_ text: String) throws(Mistake) -> OutputSource {
        if let rest = text.dropping("$response.") { return try response(rest) }
        if let rest = text.dropping("$request.") { return try request(rest) }
        if text == "$statusCode" { return .responseStatus }
        do {
            return .jsonPath(try JSONPath(text))
        } catch {
            throw Mistake(reason: "column \(error.column): \(error.reason)")
        }
    }

    private static func response(_ text: String) throws(Mistake) -> OutputSource {
        if text == "status" { return .responseStatus }
        if let name = text.dropping("header."), !name.isEmpty { return .responseHeader(name) }
        if let fragment = text.dropping("body") { return .responseBody(try pointer(fragment)) }
        throw Mistake(reason: "a response has “body”, “header.NAME” and “status”")
    }

    private static func request(_ text: String) throws(Mistake) -> OutputSource {
        if let fragment = text.dropping("body") { return .requestBody(try pointer(fragment)) }
        let places: [(String, Parameter.Place)] = [
            ("path.", .path), ("query.", .query), ("header.", .header), ("cookie.", .cookie),
        ]
        for (prefix, place) in places {
            if let name = text.dropping(prefix), !name.isEmpty { return .requestParameter(place: place, name: name) }
        }
        throw Mistake(reason: "a request has “body”, “path.NAME”, “query.NAME”, “header.NAME” and “cookie.NAME”")
    }

    private static func pointer(_ fragment: String) throws(Mistake) -> JSONPointer? {
        if fragment.isEmpty { return nil }
        guard fragment.hasPrefix("#") else { throw Mistake(reason: "“body” is followed by “#/pointer” or nothing") }
        do {
            return try JSONPointer(uriFragment: fragment)
        } catch {
            throw Mistake(reason: "“\(fragment)” isn't a JSON Pointer: \(error.reason)")
        }
    }
}

extension String {
    /// What is left behind a prefix; nil if it isn't there.
    func dropping(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
