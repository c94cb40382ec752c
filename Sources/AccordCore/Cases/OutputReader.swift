// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Reads values from a request and its response. Runtime expressions such as `$response.body#/id` name the values.
package struct OutputReader {
    let operation: Operation
    let request: HTTPRequest
    let response: HTTPResponse

    package init(_ operation: Operation, _ request: HTTPRequest, _ response: HTTPResponse) {
        self.operation = operation
        self.request = request
        self.response = response
    }

    /// Returns the values of the step's outputs by name, and the outputs for which the request and the response contain
    /// no value.
    package static func outputs(
        of step: CaseStep, request: HTTPRequest, response: HTTPResponse
    ) -> (values: [String: JSON], missing: [MissingOutput]) {
        var values: [String: JSON] = [:]
        var missing: [MissingOutput] = []
        let reader = OutputReader(step.operation, request, response)
        for output in step.outputs {
            guard let value = reader.value(of: output.source) else {
                missing.append(MissingOutput(output: output, reason: "\(output.source.expression) has no value"))
                continue
            }
            func decoded(_ text: String) -> JSON { .string(output.isPercentDecoded ? Percent.decodeText(text) : text) }
            guard let pattern = output.pattern else {
                values[output.name] = output.isPercentDecoded ? decoded(value.templateText) : value
                continue
            }
            let match = (try? ECMAPattern(pattern))?.firstMatch(in: value.templateText)
            if let part = match.flatMap({ $0.groups.count > 1 ? $0.groups[1] : $0.groups.first ?? nil }) {
                values[output.name] = decoded(part)
            } else {
                let reason = "“\(pattern)” doesn't match \(output.source.expression)"
                missing.append(MissingOutput(output: output, reason: reason, value: value))
            }
        }
        return (values, missing)
    }

    /// Returns the value that a runtime expression names, or `nil` if the request and the response lack it.
    package func value(of source: OutputSource) -> JSON? {
        switch source {
        case .responseBody(let pointer): Self.value(response.body, response.headers, pointer)
        case .requestBody(let pointer): Self.value(request.body, request.headers, pointer)
        case .responseStatus: .int(response.status)
        case .responseHeader(let name): header(name)
        case .requestParameter(let place, let name): parameter(name, in: place)
        case .requestURL: .string(request.url)
        case .requestMethod: .string(request.method)
        case .jsonPath(let path):
            (try? JSONDocument(parsing: response.body)).flatMap { try? path.query($0.root).first.map { JSON($0) } }
        }
    }

    private static func value(_ body: [UInt8], _ headers: [HTTPField], _ pointer: JSONPointer?) -> JSON? {
        if let document = try? JSONDocument(parsing: body) {
            return document.root.value(at: pointer ?? .root).map { JSON($0) }
        }
        guard pointer == nil, !body.isEmpty else { return nil }
        return String(utf8: body).map { .string($0) } ?? .string(Base64.encode(body))
    }

    /// Returns the value of a header field, parsed according to its documented schema.
    private func header(_ name: String) -> JSON? {
        let lines = response.headers.values(name)
        guard !lines.isEmpty else { return nil }
        let documented = operation.response(for: response.status)?.headers.first { $0.name.isFieldName(name) }
        guard let documented else { return .string(lines.joined(separator: ", ")) }
        let shape = documented.shape
        return ParameterReader(shape, layer: .plain).readHeader(lines).first?.readings(as: shape).first
    }

    private func parameter(_ name: String, in place: Parameter.Place) -> JSON? {
        let url = URLParts(request.url)
        func shape(_ parameters: [Parameter]) -> ParameterShape {
            parameters.first { $0.name.isExactly(name) }.map(\.shape) ?? ParameterShape(name: name, place: place)
        }
        switch place {
        case .header: return request.headers.first(name).map { .string($0) }
        case .query:
            let shape = shape(operation.request.query)
            let match = ParameterReader(shape, layer: .rfc3986).find(
                in: operation.request.query.items(of: url.query ?? ""))
            return match.trees.first?.readings(as: shape).first
        case .cookie:
            let items = request.headers.values("Cookie").flatMap { HeaderGrammar.cookies($0) }
            return items.first { $0.name.isExactly(name) }.map { .string(Percent.decodeText($0.value)) }
        case .path:
            let shape = shape(operation.request.pathParameters)
            let base = URLParts(url.baseURL(matching: operation)).path
            let values = PathMatcher(operation.request.path, base: base)
                .match(url.path, operation.request.pathParameters)
            guard let text = values?[name] else { return nil }
            return ParameterReader(shape, layer: .rfc3986).readPath(text).first?.readings(as: shape).first
        }
    }
}

/// An output of a step that has no value. The request and the response lack the value, or the output's pattern doesn't
/// match.
package struct MissingOutput: Sendable {
    package let output: Output
    /// The reason why the value is missing. Messages show it after the output's name.
    package let reason: String
    /// The value that the output's pattern doesn't match, or `nil` if the request and the response lack the value.
    package var value: JSON?
}
