import AccordContract

/// The Swift source of an operation's typed input.
struct InputSource {
    private let operation: Operation
    private let fields: [InputField]

    init(_ operation: Operation) {
        self.operation = operation
        fields = InputShape(operation).fields
    }

    var text: String {
        let properties = fields.map(property).joined()
        let reads = fields.map(read).joined(separator: "\n")
        return """
                /// What a case gives `\(operation.id)`.
                struct \(SwiftName.input(operation.id)): Sendable {
            \(properties)
                    init(_ values: CallInput) throws {
            \(reads)
                    }
                }

            """
    }

    private func property(_ field: InputField) -> String {
        let type = field.type.swiftName + (field.isOptional ? "?" : "")
        let comment = field.documentation.map { "        /// \(SwiftLiteral.oneLine($0))\n" } ?? ""
        return "\(comment)        let \(SwiftName.identifier(field.swiftName)): \(type)\n"
    }

    private func read(_ field: InputField) -> String {
        let method = field.type.readingMethod
        let name = field.isOptional ? "optional\(SwiftName.capitalized(method == "json" ? "JSON" : method))" : method
        let target = SwiftName.identifier(field.swiftName)
        return "            self.\(target) = try values.\(name)(\(SwiftLiteral.string(field.swiftName)))"
    }
}

extension InputType {
    fileprivate var swiftName: String {
        switch self {
        case .string: "String"
        case .int: "Int"
        case .double: "Double"
        case .bool: "Bool"
        case .json: "JSONInput"
        }
    }

    fileprivate var readingMethod: String {
        switch self {
        case .string: "string"
        case .int: "int"
        case .double: "double"
        case .bool: "bool"
        case .json: "json"
        }
    }
}
