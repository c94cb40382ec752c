import AccordJSON

/// The version of the specification that a document follows.
package enum OpenAPIVersion: String, Sendable, CaseIterable, Comparable {
    case swagger2 = "2.0"
    case openAPI30 = "3.0"
    case openAPI31 = "3.1"
    case openAPI32 = "3.2"

    /// The version that the root key of a document names; nil where it names none that is known.
    init?(_ root: JSONValue) {
        let value = root["openapi"] ?? root["swagger"]
        // In YAML a version may look like a number.
        let text = value?.string ?? value?.number?.lexeme ?? ""
        let isSwagger = root["openapi"] == nil
        guard let known = Self.allCases.first(where: { text == $0.rawValue || text.hasPrefix($0.rawValue + ".") }),
            isSwagger == (known == .swagger2)
        else { return nil }
        self = known
    }

    /// The dialect of schemas that don't say another.
    var schemaDialect: String {
        switch self {
        case .swagger2: "https://spec.openapis.org/oas/2.0/dialect"
        case .openAPI30: "https://spec.openapis.org/oas/3.0/dialect"
        case .openAPI31, .openAPI32: "https://spec.openapis.org/oas/3.1/dialect/base"
        }
    }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
