// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The Swift source of the type for an operation's input.
package struct InputSource {
    private let operation: Operation
    private let typeName: String
    private let fields: [InputField]
    /// The structs for properties that are JSON objects. The key is the Swift name of the property.
    private var types: [String: TypedInput] = [:]

    /// Generates the source of the input type.
    ///
    /// - Parameter typeName: The name of the struct; by default `LoginInput` for `login`.
    package init(_ operation: Operation, inputs: ContractSource.Inputs = .json, typeName: String? = nil) {
        self.operation = operation
        self.typeName = typeName ?? "\(SwiftName.capitalized(operation.id))Input"
        fields = InputShape(operation).fields
        guard inputs == .typed else { return }
        for field in fields where field.type == .json {
            guard let schema = Self.schema(of: field, operation.request) else { continue }
            types[field.swiftName] = TypedInput(schema, named: field.swiftName)
        }
    }

    /// Returns the schema of a parameter or body. Returns `nil` for a body with several media types, or with one media
    /// type that is neither JSON nor a form.
    private static func schema(of field: InputField, _ request: RequestDescription) -> JSONValue? {
        guard field.source == .body else {
            let place = field.source.rawValue
            return request.parameters.first { $0.place.rawValue == place && $0.name == field.name }?.schema.source
        }
        guard let content = request.body?.content, content.count == 1, let only = content.first else { return nil }
        return only.mediaType.hasProperties ? only.schema?.source : nil
    }

    package var text: String {
        let properties = fields.map(property).joined()
        let reads = fields.map(read).joined(separator: "\n")
        let structs = fields.compactMap { types[$0.swiftName] }.flatMap { [""] + $0.lines }.map {
            $0.isEmpty ? "\n" : "        \($0)\n"
        }.joined()
        return """
                /// The input of `\(operation.id)`.
                struct \(typeName): Sendable {
            \(properties)
                    private let _accordInput: AccordTesting.CallInput

                    init(_ values: AccordTesting.CallInput) throws {
                        _accordInput = values
            \(reads)
                    }
            \(structs)    }

            """
    }

    /// Returns the input expressions that a closure can use, such as `input.id` and `input.body.title`, in order.
    package func expressions(_ schemes: [SecurityScheme]) -> [String] {
        fields.flatMap { field -> [String] in
            let name = "input.\(SwiftName.identifier(field.swiftName))"
            if field.source == .credentials {
                let uses = (operation.security.first?.uses ?? []).map(\.scheme)
                let names = schemes.filter { uses.contains($0.name) }.flatMap { scheme in
                    scheme.credentials.isEmpty ? scheme.kind.inputNames : scheme.credentials.map(\.name)
                }
                return names.map { "\(name)[\(SwiftLiteral.string($0))]" }
            }
            guard let type = types[field.swiftName] else {
                return [field.type == .json ? name + TypedInput.untyped : name]
            }
            if type.name.hasPrefix("[") { return [name] }
            return type.properties.map { "\(name)\(field.isOptional ? "?" : "").\($0)" }
        }
    }

    private func property(_ field: InputField) -> String {
        let type = (types[field.swiftName]?.name ?? field.type.swiftName) + (field.isOptional ? "?" : "")
        let comment = field.documentation.map { "        /// \(SwiftLiteral.oneLine($0))\n" } ?? ""
        let value = "_accordInput.reading(\(SwiftLiteral.string(field.swiftName)), _\(field.swiftName))"
        return "\(comment)        var \(SwiftName.identifier(field.swiftName)): \(type) { \(value) }\n"
            + "        private let _\(field.swiftName): \(type)\n"
    }

    private func read(_ field: InputField) -> String {
        let method = field.type.rawValue
        let name = field.isOptional ? "optional\(SwiftName.capitalized(method == "json" ? "JSON" : method))" : method
        let ending = types[field.swiftName].map { "\(field.isOptional ? "?" : "").decode(\($0.name).self)" } ?? ""
        return "            _\(field.swiftName) = try values.\(name)(\(SwiftLiteral.string(field.swiftName)))\(ending)"
    }
}

extension InputType {
    fileprivate var swiftName: String { self == .json ? "JSONInput" : SwiftName.capitalized(rawValue) }
}
