// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// The Swift properties of the input type that Accord generates for an operation.
package struct InputShape: Sendable {
    /// The properties of the input type: path parameters, query parameters, header fields, cookies, body, credentials
    /// and arguments. Parameters of one kind have the order of the file.
    package let fields: [InputField]

    package init(_ operation: Operation) {
        var fields: [InputField] = []
        let request = operation.request
        for parameter in request.parameters {
            // A caller can't set constants, which are always sent, or forbidden parameters, which are never sent.
            guard parameter.constant == nil, !parameter.isForbidden else { continue }
            fields.append(InputField(parameter))
        }
        if let body = request.body, !body.isForbidden { fields.append(InputField(body)) }
        if let credentials = InputField(credentialsOf: operation) { fields.append(credentials) }
        fields += Self.arguments(operation)
        self.fields = Self.withDistinctNames(fields)
    }

    package subscript(swiftName: String) -> InputField? { fields.first { $0.swiftName == swiftName } }

    /// Gives each property a unique name. Adds a prefix, as in `queryId`, or a number.
    private static func withDistinctNames(_ fields: [InputField]) -> [InputField] {
        var result: [InputField] = []
        var taken: Set<String> = []
        for field in fields {
            var unique = field
            if taken.contains(unique.swiftName) {
                unique.swiftName = unique.source.rawValue + SwiftName.capitalized(unique.swiftName)
            }
            unique.swiftName = taken.insertUnused(unique.swiftName)
            result.append(unique)
        }
        return result
    }

    /// Returns a property for each argument in `client.arguments` of the cases for clients. The property is optional if
    /// a case lacks the argument.
    private static func arguments(_ operation: Operation) -> [InputField] {
        let cases = operation.cases.filter { $0.appliesTo != .server }
        var names: [String] = []
        var values: [String: [JSONValue]] = [:]
        for definition in cases {
            for argument in definition.client?.arguments ?? [] {
                if values[argument.name] == nil { names.append(argument.name) }
                values[argument.name, default: []].append(TemplateText.filled(argument.value, definition.row))
            }
        }
        return names.map { name in
            let argumentValues = values[name] ?? []
            let types = Set(argumentValues.map(JSONType.init(of:)))
            let isOptional = argumentValues.count < cases.count || types.contains(.null)
            return InputField(
                name: name, swiftName: SwiftName.camelCased(name), type: InputType(types), isOptional: isOptional,
                source: .argument)
        }
    }
}

/// A property of the Swift type for an operation's input.
package struct InputField: Sendable, Hashable {
    package enum Source: String, Sendable, Hashable { case path, query, header, cookie, body, credentials, argument }

    /// The property's name in the contract, such as `page_no`.
    package var name: String
    /// The property's name in Swift, such as `pageNo`, without backticks.
    package var swiftName: String
    package var type: InputType
    package var isOptional: Bool
    package var documentation: String?
    package var source: Source
}

/// The Swift type of an input property.
package enum InputType: String, Sendable, Hashable {
    case string, int, double, bool
    /// A JSON value that may have any type.
    case json

    /// Creates the type for values with the given JSON types. Null has no influence on the type, because it only makes
    /// the property optional.
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

    /// Creates the property for credentials. Returns `nil` if neither the operation nor one of its cases requires
    /// credentials.
    fileprivate init?(credentialsOf operation: Operation) {
        let alternatives = operation.cases.filter { $0.appliesTo != .server }.map { $0.security ?? operation.security }
        let all = alternatives.isEmpty ? [operation.security] : alternatives
        let needs = all.map { alternatives in alternatives.first.map { !$0.uses.isEmpty } ?? false }
        guard needs.contains(true) else { return nil }
        self.init(
            name: "credentials", swiftName: "credentials", type: .json, isOptional: needs.contains(false),
            documentation: "The credentials of the request, keyed by name, such as `token` or `username`.",
            source: .credentials)
    }
}
