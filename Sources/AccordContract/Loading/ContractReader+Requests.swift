import AccordJSON

extension ContractReader {
    private static let requestKeys = [
        "method", "path", "pathParameters", "query", "querySchema", "headers", "cookies", "body",
    ]

    /// The request as an operation documents it.
    func request(_ value: JSONValue) -> RequestDescription? {
        let what = "a request"
        guard let fields = object(value, what, keys: Self.requestKeys, required: ["method", "path"]) else {
            return nil
        }
        let path = path(fields)
        let pathParameters = parameters(fields["pathParameters"], .path, "“pathParameters”")
        if let path { reportPlaces(of: path, pathParameters, fields) }
        let method = method(fields)
        let headers = parameters(fields["headers"], .header, "“headers” in a request")
        reportHeadersTwice(headers)
        let description = RequestDescription(
            location: SourceLocation(value), method: method ?? "GET",
            path: path ?? PathTemplate(parts: [.literal("/")], description: "/"), pathParameters: pathParameters,
            query: parameters(fields["query"], .query, "“query”"),
            querySchema: fields["querySchema"].flatMap { schema($0) }, headers: headers,
            cookies: parameters(fields["cookies"], .cookie, "“cookies”"),
            body: fields["body"].flatMap { body($0, "the request's body") })
        return method == nil || path == nil ? nil : description
    }

    private func method(_ fields: ObjectFields) -> String? {
        guard let method = name(fields, "method"), let value = fields["method"] else { return nil }
        let isMethod = method.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) }
        if HTTPMethod.registered.contains(method) { return method }
        if isMethod {
            report(
                .badValue, "“\(method)” isn't a method that is registered", at: value,
                advice: Suggestion.nearest(to: method, in: HTTPMethod.registered.sorted()).map {
                    "Did you mean “\($0)”?"
                }
                    ?? "Take one of IANA's registry of methods.")
            return method
        }
        report(
            .badValue, "“\(method)” isn't a method", at: value,
            advice: "Methods are written in capitals: “\(method.uppercased())”.",
            correction: method.allSatisfy { $0.isASCII && $0.isLetter } ? method.uppercased() : nil)
        return nil
    }

    private func path(_ fields: ObjectFields) -> PathTemplate? {
        guard let text = string(fields, "path"), let value = fields["path"] else { return nil }
        if let dots = text.split(separator: "/").first(where: { PathTemplate.isDots($0) }) {
            report(
                .path, "the segment “\(dots)” leads to another path: clients resolve it before they ask", at: value,
                advice: "Write the path that is really asked for (RFC 3986 section 5.2.4).")
        }
        do {
            return try PathTemplate(parsing: text)
        } catch {
            report(.path, "“\(text)”, \(error)", at: value)
            return nil
        }
    }

    /// Each place in the path has its schema, and each schema its place.
    private func reportPlaces(of path: PathTemplate, _ parameters: [Parameter], _ fields: ObjectFields) {
        let places = path.parameterNames
        let known = parameters.map(\.name)
        let declared = named(fields.layered["pathParameters"], "“pathParameters”").map(\.name)
        for name in places where !known.contains(name) && !declared.contains(name) {
            guard let value = fields["path"] else { continue }
            report(
                .path, "“{\(name)}” in the path has no schema under “pathParameters”", at: value,
                advice: Suggestion.nearest(to: name, in: known).map { "Did you mean “{\($0)}”?" }
                    ?? "Add \"pathParameters\": { \"\(name)\": { \"type\": \"string\" } }.")
        }
        for parameter in parameters where !places.contains(parameter.name) {
            report(
                .path, "the path has no place for “\(parameter.name)”", at: parameter.location,
                advice: Suggestion.nearest(to: parameter.name, in: places).map { "Did you mean “\($0)”?" }
                    ?? "Write “{\(parameter.name)}” in the path.")
        }
    }

    /// The names of headers are compared without case: two that differ only in it are one.
    func reportHeadersTwice(_ headers: [Parameter]) {
        var seen: [String: SourceLocation] = [:]
        for header in headers {
            if let first = seen[header.name.lowercased()] {
                report(
                    .duplicateID, "the header “\(header.name)” is there twice", at: header.location,
                    notes: [Diagnostic.Note("first here", at: first)],
                    advice: "Headers' names are compared without case: keep one.")
            } else {
                seen[header.name.lowercased()] = header.location
            }
        }
    }
}
