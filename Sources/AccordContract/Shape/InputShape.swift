import AccordJSON
import AccordSchema

/// What a client's call takes: the properties of the input that is generated for an operation.
package struct InputShape: Sendable {
    /// Path parameters, query items, headers, cookies, body, credentials, arguments, each in the file's order.
    package let fields: [InputField]

    package init(_ operation: Operation) {
        var fields: [InputField] = []
        let request = operation.request
        for parameter in request.parameters {
            // What is constant is sent without being asked for, and what is forbidden never is.
            guard parameter.constant == nil, !parameter.isForbidden else { continue }
            fields.append(InputField(parameter))
        }
        if let body = request.body, !body.isForbidden { fields.append(InputField(body)) }
        if let credentials = InputField(credentialsOf: operation) { fields.append(credentials) }
        fields += Self.arguments(operation)
        self.fields = Self.withDistinctNames(fields)
    }

    package subscript(swiftName: String) -> InputField? {
        fields.first { $0.swiftName == swiftName }
    }

    /// Of two that collide the later is prefixed with its place, `queryId`; of two in one place, numbered.
    private static func withDistinctNames(_ fields: [InputField]) -> [InputField] {
        var result: [InputField] = []
        var taken: Set<String> = []
        for field in fields {
            var own = field
            if taken.contains(own.swiftName) {
                own.swiftName = own.source.rawValue + SwiftName.capitalized(own.swiftName)
            }
            let base = own.swiftName
            var number = 2
            while taken.contains(own.swiftName) {
                own.swiftName = base + String(number)
                number += 1
            }
            taken.insert(own.swiftName)
            result.append(own)
        }
        return result
    }

    /// `client.arguments` of the cases that a client runs; optional unless each of them has it.
    private static func arguments(_ operation: Operation) -> [InputField] {
        let cases = operation.cases.filter { $0.appliesTo != .server }
        var names: [String] = []
        var values: [String: [JSONValue]] = [:]
        for definition in cases {
            for argument in definition.client?.arguments ?? [] {
                if values[argument.name] == nil { names.append(argument.name) }
                values[argument.name, default: []].append(RowTemplate.filled(argument.value, definition.row))
            }
        }
        return names.map { name in
            let found = values[name] ?? []
            let types = Set(found.map(JSONType.init(of:)))
            let isOptional = found.count < cases.count || types.contains(.null)
            return InputField(
                name: name, swiftName: SwiftName.camelCased(name), type: InputType(types), isOptional: isOptional,
                source: .argument)
        }
    }
}

/// A property of an operation's input.
package struct InputField: Sendable, Hashable {
    package enum Source: String, Sendable, Hashable {
        case path, query, header, cookie, body, credentials, argument
    }

    /// As the contract writes it, `page_no`.
    package var name: String
    /// As Swift writes it, `pageNo`; it may be a keyword, which needs backticks.
    package var swiftName: String
    package var type: InputType
    package var isOptional: Bool
    package var documentation: String?
    package var source: Source
}

/// The Swift type of a property of an input.
package enum InputType: String, Sendable, Hashable {
    case string, int, double, bool
    /// JSON that decodes into any type.
    case json

    /// The type that holds every value of these JSON types; null is the optional's business.
    package init(_ types: Set<JSONType>) {
        switch types.subtracting([.null]) {
        case [.string]: self = .string
        case [.integer]: self = .int
        case [.number], [.integer, .number]: self = .double
        case [.boolean]: self = .bool
        default: self = .json
        }
    }
}

extension InputField {
    fileprivate init(_ parameter: Parameter) {
        let source: Source
        switch parameter.place {
        case .path: source = .path
        case .query: source = .query
        case .header: source = .header
        case .cookie: source = .cookie
        }
        self.init(
            name: parameter.name, swiftName: SwiftName.camelCased(parameter.name),
            type: parameter.mediaType == nil ? InputType(parameter.types) : .json,
            isOptional: !parameter.isRequired || parameter.types.contains(.null),
            documentation: parameter.description, source: source)
    }

    fileprivate init(_ body: BodyDescription) {
        var type = InputType.json
        var isNullable = false
        if body.content.count == 1, let only = body.content.first, let schema = only.schema {
            let types = SchemaView(schema.source).types
            isNullable = types.contains(.null)
            if only.mediaType.isJSON {
                type = InputType(types)
            } else if only.mediaType.type == "text", only.itemSchema == nil {
                type = .string
            }
        }
        self.init(
            name: "body", swiftName: "body", type: type, isOptional: !body.isRequired || isNullable,
            documentation: body.description, source: .body)
    }

    /// nil where neither the operation nor a case of it needs credentials.
    fileprivate init?(credentialsOf operation: Operation) {
        let own = operation.cases.filter { $0.appliesTo != .server }.map { $0.security ?? operation.security }
        let all = own.isEmpty ? [operation.security] : own
        let needs = all.map { alternatives in alternatives.first.map { !$0.uses.isEmpty } ?? false }
        guard needs.contains(true) else { return nil }
        self.init(
            name: "credentials", swiftName: "credentials", type: .json, isOptional: needs.contains(false),
            documentation: "What the request proves its sender with, by the names of its security scheme.",
            source: .credentials)
    }
}
