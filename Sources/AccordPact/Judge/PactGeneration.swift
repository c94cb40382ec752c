// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordPact

/// Replaces values in the example request of a pact, as the pact's generators specify. `verify` then sends the request.
struct PactGeneration {
    let scope: Scope
    let baseURL: String

    func applied(_ generators: [PactGenerator], to request: HTTPRequest) throws(SubstitutionError) -> HTTPRequest {
        var request = request
        for generator in generators {
            guard let value = try value(of: generator) else { continue }
            switch generator.place {
            case .path: setPath(value.templateText, of: &request)
            case .query(let name): setQuery(name, value.templateText, of: &request)
            case .header(let name):
                request.headers.removeAll { $0.name.isFieldName(name) }
                request.headers.append(HTTPField(name, value.templateText))
            case .body(let path):
                guard var json = (try? JSONDocument(parsing: request.body)).map({ JSON($0.root) }) else { continue }
                Self.set(value, at: path.steps[...], in: &json)
                request.body = Array(json.compact.utf8)
            }
        }
        return request
    }

    /// Returns the value that replaces an example in the pact, such as the present date. Returns `nil` to keep the
    /// example.
    private func value(of generator: PactGenerator) throws(SubstitutionError) -> JSON? {
        switch generator.kind {
        case .none: return nil
        case .schema(let json):
            let seed = SeededRandom.hash("\(scope.identity)\(scope.runID)\(generator.location)".utf8)
            return (try? Schema.compile(json)).flatMap { try? $0.example(seed: seed | 1) }
        case .now(let format): return .string(PactDateFormat.text(format, secondsSince1970: scope.now))
        case .providerState(let expression): return try state(expression, generator.location)
        }
    }

    /// Replaces each `${name}` in an expression by a value from the provider-state handler. If the expression is a
    /// single `${name}`, the value keeps its JSON type.
    private func state(_ expression: String, _ location: SourceLocation) throws(SubstitutionError) -> JSON? {
        try TemplatePiece.filled(expression) { (name) throws(SubstitutionError) in
            // If there is no provider-state handler, or if it returns no values, Accord sends the example in the pact.
            if let value = scope.given[name] { return value }
            guard !scope.given.isEmpty else { return nil }
            throw SubstitutionError(
                "the provider-state handler returned no “\(name)”", at: location,
                advice: "Return a JSON object with the member “\(name)” from the provider-state handler.")
        }
    }

    // MARK: Places

    private func setPath(_ path: String, of request: inout HTTPRequest) {
        let query = URLParts(request.url).query
        let encoded = path.split(separator: "/", omittingEmptySubsequences: false).map {
            Percent.isWellFormed($0) && $0.contains("%") ? String($0) : Percent.encode(String($0))
        }.joined(separator: "/")
        request.url = URLParts.url(baseURL, path: encoded, query: query)
    }

    private func setQuery(_ text: String, _ value: String, of request: inout HTTPRequest) {
        var url = URLParts(request.url)
        let path = text.hasPrefix("$") ? try? PactPath(parsing: text) : nil
        var name = text
        if case .name(let first)? = path?.steps.first { name = first }
        let items = RawItem.split(url.query ?? "").map { item -> String in
            guard Percent.decodeText(item.name) == name else { return item.text }
            return "\(item.name)=\(Percent.encode(value))"
        }
        url.query = items.joined(separator: "&")
        request.url = url.description
    }

    private static func set(_ value: JSON, at steps: ArraySlice<PactPath.Step>, in json: inout JSON) {
        guard let step = steps.first else {
            json = value
            return
        }
        switch step {
        case .name(let name):
            guard var inner = json[name] else { return }
            set(value, at: steps.dropFirst(), in: &inner)
            json[name] = inner
        case .index(let index):
            guard var inner = json[index] else { return }
            set(value, at: steps.dropFirst(), in: &inner)
            json[index] = inner
        case .any, .anyIndex:
            let names = json.object.map { $0.map(\.key) } ?? []
            for name in names { set(value, at: [.name(name)] + steps.dropFirst(), in: &json) }
            for index in 0..<(json.array?.count ?? 0) { set(value, at: [.index(index)] + steps.dropFirst(), in: &json) }
        }
    }
}

extension PactDateFormat {
    /// Returns a time in UTC in the format of a pact.
    fileprivate static func text(_ format: String, secondsSince1970 seconds: Int) -> String {
        let parts = Timestamp.text(secondsSince1970: seconds).split { "-T:Z".contains($0) }.map(String.init)
        return pieces(of: format).map { piece, letter in
            func padded(_ part: Int) -> String { piece.count == 1 ? String(Int(parts[part]) ?? 0) : parts[part] }
            return switch letter {
            case "y", "u": piece.count == 2 ? String(parts[0].suffix(2)) : parts[0]
            case "M": padded(1)
            case "d": padded(2)
            case "H": padded(3)
            case "m": padded(4)
            case "s": padded(5)
            case "S": String(repeating: "0", count: piece.count)
            case "X": "Z"
            case "Z": "+0000"
            case "z": "UTC"
            default: piece
            }
        }.joined()
    }
}
