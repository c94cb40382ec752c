// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Links between operations: the response of one operation contains a value that a request of the other operation
/// needs. Links come from “links” in a contract, and from paths such as `/users` and `/users/{id}`.
package struct DocumentedLinks {
    package struct Link {
        /// The operation whose response provides the values.
        package var source: String
        /// The operation that uses the values.
        package var target: String
        package var status: Int
        /// The parameters that the link sets.
        package var values: [Value]
        /// The body of the request, with its outputs, if the link specifies it.
        package var body: Filling?
        package var location: SourceLocation
        /// Whether the resource may lack what the target asks for, such as `/jobs/{id}/result`.
        package var isForPart = false

        /// The values in the response of the source that the request uses.
        package var outputs: [Output] { values.flatMap(\.filling.outputs) + (body?.outputs ?? []) }

        /// Sets the values of the link in a request of the target.
        package func fill(_ request: inout RequestDefinition) {
            for value in values {
                let template = JSONDocument(value.filling.template, file: location.file).root
                request.set(NamedValue(name: value.name, value: template), in: value.place)
            }
            if let body { request.body = BodyDefinition(body.template, at: location) }
        }
    }

    package struct Value {
        package var place: Parameter.Place
        package var name: String
        package var filling: Filling
    }

    /// A value of a link: a template such as `r${outputs.getUser_id}`, and its outputs. A constant has none.
    package struct Filling {
        package var template: JSON
        package var outputs: [Output] = []

        fileprivate init(_ template: JSON = .null) { self.template = template }

        fileprivate init(_ output: Output) {
            template = .string("${outputs.\(output.name)}")
            outputs = [output]
        }
    }

    private(set) var links: [Link] = []
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var inferred: [String] = []
    private let contract: Contract

    init(_ contract: Contract) { self.init(contract, of: contract.operations) }

    private init(_ contract: Contract, of sources: [Operation]) {
        self.contract = contract
        for operation in sources {
            for response in operation.responses {
                let status = response.status.sample(in: operation)
                guard (200..<300).contains(status) else { continue }
                for link in response.links { add(link, of: operation, response, status) }
            }
        }
    }

    private mutating func add(
        _ link: LinkDescription, of operation: Operation, _ response: ResponseDescription, _ status: Int
    ) {
        guard let target = contract.operation(link.operationID.value) else { return }
        let described = target.request
        let parameters = described.parameters
        var values: [Value] = []
        for named in link.parameters {
            guard
                let parameter = parameters.first(where: {
                    $0.name.isExactly(named.name) && (named.place == nil || $0.place == named.place)
                })
            else {
                return warn(
                    link, "Accord ignores the link “\(link.name)”: “\(named.name)” isn't a parameter of “\(target.id)”")
            }
            let name = Self.outputName(operation, parameter.name)
            if let filling = filling(named.value, name, link, of: operation, response, isNeeded: parameter.isRequired) {
                values.append(Value(place: parameter.place, name: parameter.name, filling: filling))
            } else if parameter.isRequired {
                return
            }
        }
        var body: Filling?
        if let written = link.requestBody {
            body = filling(written, Self.outputName(operation, "body"), link, of: operation, response, isNeeded: true)
            if body == nil { return }
        }
        guard !values.isEmpty || body != nil else {
            return link.parameters.isEmpty
                ? warn(link, "the link “\(link.name)” passes no value to its target operation") : ()
        }
        add(
            Link(
                source: operation.id, target: target.id, status: status, values: values, body: body,
                location: link.location))
    }

    /// Returns the template for a value of a link, with its outputs. The value is an expression such as
    /// `$response.body#/id`, a text with expressions in braces such as `r{$response.body#/id}` (OpenAPI 3.0.4, Runtime
    /// Expressions), or a constant. Reports an expression without a value and returns `nil`. Accord then ignores
    /// the link if it needs the value, and otherwise only the value.
    private mutating func filling(
        _ value: JSONValue, _ name: String, _ link: LinkDescription, of operation: Operation,
        _ response: ResponseDescription, isNeeded: Bool
    ) -> Filling? {
        let ignores = "Accord ignores \(isNeeded ? "" : "a value of ")the link “\(link.name)”"
        var filling = Filling()
        var isUsable = true
        filling.template = JSON(value) { string in
            var template = ""
            for (piece, isExpression) in OutputExpression.pieces(of: string.string ?? "") {
                guard isExpression else {
                    template += piece.withoutTemplates
                    continue
                }
                guard let source = OutputExpression.source(piece) else {
                    isUsable = false
                    warn(link, "\(ignores): it can't evaluate the expression “\(piece)”")
                    break
                }
                guard Self.isThere(source, in: operation, response) else {
                    isUsable = false
                    warn(
                        link, "\(ignores): a documented message may lack \(piece)",
                        advice: "If each message has the value, document it, and list it under “required”.")
                    break
                }
                let count = filling.outputs.count
                let output = Output(
                    name: count == 0 ? name : "\(name)_\(count + 1)", location: link.location, source: source)
                filling.outputs.append(output)
                template += "${outputs.\(output.name)}"
            }
            return .string(template)
        }
        return isUsable ? filling : nil
    }

    /// Whether the operation documents the value to which a link refers. A value in the request or in a response header
    /// field must be required.
    private static func isThere(
        _ source: OutputSource, in operation: Operation, _ response: ResponseDescription
    ) -> Bool {
        let request = operation.request
        switch source {
        case .responseStatus, .requestURL, .requestMethod: return true
        case .responseHeader(let name): return response.headers.contains { $0.isRequired && $0.name.isFieldName(name) }
        case .responseBody(let pointer):
            return response.body?.jsonSchema.map { holds(pointer, $0.source, isRequired: false) } ?? false
        case .requestBody(let pointer):
            return request.body?.jsonSchema.map { holds(pointer, $0.source, isRequired: true) } ?? false
        case .requestParameter(let place, let name):
            let parameters = request.parameters
            return parameters.contains { $0.place == place && $0.name.isExactly(name) && $0.isRequired }
        case .jsonPath: return false
        }
    }

    /// Whether a schema documents the value at a JSON Pointer: it has a property for each token of the pointer.
    private static func holds(_ pointer: JSONPointer?, _ schema: JSONValue, isRequired: Bool) -> Bool {
        var current = SchemaView(schema)
        for token in pointer?.tokens ?? [] {
            guard let next = property(token, of: current), !isRequired || current.required.contains(token) else {
                return false
            }
            current = next
        }
        return true
    }

    /// The search for a property follows nested `oneOf` and `anyOf` down to this depth.
    private static let maximumDepth = 8

    /// Returns the schema of a property. In a `oneOf` or `anyOf`, each alternative must have the property, except an
    /// alternative that allows only null.
    private static func property(_ name: String, of schema: SchemaView, depth: Int = 0) -> SchemaView? {
        if let named = schema.namedProperty(name) { return named }
        guard depth < maximumDepth else { return nil }
        for alternatives in schema.nodes.flatMap({ node in ["oneOf", "anyOf"].compactMap { node[$0] } }) {
            let objects = alternatives.elements.map { SchemaView($0) }.filter { $0.impliedTypes != [.null] }
            let properties = objects.compactMap { property(name, of: $0, depth: depth + 1) }
            if let first = properties.first, properties.count == objects.count { return first }
        }
        return nil
    }

    private mutating func warn(
        _ link: LinkDescription, _ message: String,
        advice: String = "Under “parameters” of the link, write each value as an expression such as $response.body#/id."
    ) {
        diagnostics.append(
            Diagnostic(.warning, rule: ContractRule.link.rawValue, message, at: link.location, advice: advice))
    }

    private mutating func add(_ link: Link) {
        // Skip links from an operation to itself, and repeated links.
        guard link.source != link.target,
            !links.contains(where: { $0.source == link.source && $0.target == link.target })
        else { return }
        links.append(link)
    }

    package static func outputName(_ operation: Operation, _ name: String) -> String {
        let name = name.unicodeScalars.map { scalar in
            scalar.isASCII && (Character(scalar).isLetter || Character(scalar).isNumber) ? Character(scalar) : "_"
        }
        return "\(operation.id)_\(String(name))"
    }

    // MARK: Plain from the paths

    /// Adds links that follow from the paths, such as from `POST /users` to `GET /users/{id}`.
    mutating func infer() {
        for creating in contract.operations where creating.request.method == "POST" { infer(from: creating) }
    }

    /// Returns the links from an operation. The documented links precede the links that follow from the paths.
    package static func all(from creating: Operation, in contract: Contract) -> [Link] {
        var links = DocumentedLinks(contract, of: [creating])
        links.infer(from: creating)
        return links.links
    }

    private mutating func infer(from creating: Operation) {
        for response in creating.responses {
            let status = response.status.sample(in: creating)
            guard (200..<300).contains(status) else { continue }
            // The id in a response with 202 may be the id of a job, such as in POST `/scans` and GET `/jobs/{id}`.
            guard status != 202 || isResource(response, of: creating) else { continue }
            for target in contract.operations where Self.isBelow(target, creating) {
                infer(from: creating, response, status, to: target)
            }
        }
    }

    /// Whether a response of the creating operation contains the resource that a GET request for its path returns.
    private func isResource(_ response: ResponseDescription, of creating: Operation) -> Bool {
        let outer = "\(Self.shape(creating))/{}"
        let reading = contract.operations.first { $0.request.method == "GET" && Self.shape($0) == outer }
        let schemas = [response, reading?.response(for: 200)].map { $0?.body?.jsonSchema?.source }
        return schemas[0] != nil && schemas[0] == schemas[1]
    }

    private mutating func infer(
        from creating: Operation, _ response: ResponseDescription, _ status: Int, to target: Operation
    ) {
        guard let parameter = target.request.pathParameters.last,
            parameter.name == target.request.path.parameterNames.last,
            let (source, pattern, words) = Self.source(of: parameter, in: response)
        else { return }
        let count = links.count
        var values = [
            Value(
                place: .path, name: parameter.name,
                filling: Filling(
                    Output(
                        name: Self.outputName(creating, parameter.name), location: response.location, source: source,
                        pattern: pattern)))
        ]
        // The other path parameters have the same values in both operations, such as `user` in `/users/{user}/posts`
        // and `/users/{user}/posts/{post}`.
        for name in target.request.path.parameterNames.dropLast() {
            guard let outer = creating.request.pathParameters.first(where: { $0.name.isExactly(name) }) else { return }
            values.append(
                Value(
                    place: .path, name: name,
                    filling: Filling(
                        Output(
                            name: Self.outputName(creating, outer.name), location: response.location,
                            source: .requestParameter(place: .path, name: name)))))
        }
        add(
            Link(
                source: creating.id, target: target.id, status: status, values: values, location: response.location,
                isForPart: !Self.shape(target).hasSuffix("{}")))
        if links.count > count { inferred.append("\(creating.id) → \(target.id), using \(words)") }
    }

    /// Whether the target's path is the path of the creating operation followed by one parameter, such as `/users/{id}`
    /// for `/users`. The target's method must be GET, PATCH, PUT or DELETE. A GET, or a POST that creates, may be for a
    /// part of the resource, such as `/users/{id}/notes`.
    private static func isBelow(_ target: Operation, _ creating: Operation) -> Bool {
        let outer = "\(shape(creating))/{}"
        guard shape(target).hasPrefix(outer) else { return false }
        let rest = shape(target).dropFirst(outer.count)
        let method = target.request.method
        guard !rest.isEmpty else { return ["GET", "PATCH", "PUT", "DELETE"].contains(method) }
        let isCreating = method == "POST" && target.response(for: 201)?.status == .exact(201)
        return (method == "GET" || isCreating) && rest.hasPrefix("/") && !rest.contains("{}")
    }

    /// Returns the shape of the operation's path without a slash at its end.
    private static func shape(_ operation: Operation) -> String {
        let shape = operation.request.path.shape
        return shape.hasSuffix("/") ? String(shape.dropLast()) : shape
    }

    /// Returns the part of a response that contains the id of the created resource: a property of the body, or the
    /// `Location` header field.
    private static func source(
        of parameter: Parameter, in response: ResponseDescription
    ) -> (OutputSource, String?, String)? {
        let hasLocation = response.headers.contains { $0.name.isFieldName("Location") && $0.isRequired }
        if let shape = response.body?.jsonSchema?.view {
            let names = [parameter.name, "id", SwiftName.camelCased(parameter.name)]
            // Laravel and JSON:API wrap a resource in an envelope, such as `{"data": {"id": 1}, "included": []}`.
            let outer = shape.propertyNames.count == 1 ? shape.propertyNames : ["data"]
            let inner = outer.compactMap { name in shape.property(name).map { ([name], $0) } }
            for (path, view) in [([], shape)] + inner {
                guard let name = names.first(where: { property($0, of: view) != nil }) else { continue }
                // In `/photos/{photo}` of Laravel, the parameter may be the id or a slug. `Location` has the right one.
                if name == "id", hasLocation, !parameter.name.lowercased().hasSuffix("id") { break }
                return (.responseBody(JSONPointer(tokens: path + [name])), nil, "“\(name)” in the response body")
            }
        }
        guard hasLocation else { return nil }
        return (.responseHeader("Location"), "/([^/?#]+)/?(?:[?#].*)?$", "the last path segment in the Location header")
    }
}
