import AccordJSON

/// Types of JSON Schema as a set; `number` is both whole numbers and those with a fraction.
struct ExampleTypes: OptionSet, Hashable {
    let rawValue: UInt8

    static let null = ExampleTypes(rawValue: 1)
    static let boolean = ExampleTypes(rawValue: 2)
    static let integer = ExampleTypes(rawValue: 4)
    static let fraction = ExampleTypes(rawValue: 8)
    static let string = ExampleTypes(rawValue: 16)
    static let array = ExampleTypes(rawValue: 32)
    static let object = ExampleTypes(rawValue: 64)
    static let number: ExampleTypes = [.integer, .fraction]
    static let all: ExampleTypes = [.null, .boolean, .integer, .fraction, .string, .array, .object]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The type with a name of JSON Schema; none for any other word.
    init(name: String) {
        switch name {
        case "null": self = .null
        case "boolean": self = .boolean
        case "integer": self = .integer
        case "number": self = .number
        case "string": self = .string
        case "array": self = .array
        case "object": self = .object
        default: self = []
        }
    }

    /// The types that a `type` keyword allows.
    init(keyword value: JSONValue) {
        self = value.string.map { ExampleTypes(name: $0) } ?? []
        for element in value.elements { formUnion(ExampleTypes(name: element.string ?? "")) }
    }

    /// The type of a value.
    init(of value: JSON) {
        switch value {
        case .null: self = .null
        case .bool: self = .boolean
        case .number(let number): self = number.isInteger ? .integer : .fraction
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }

    /// The types to try one after another, those that keywords speak of first and `null` last.
    func ordered(hints: ExampleTypes) -> [ExampleTypes] {
        let order: [ExampleTypes] = [.object, .array, .string, .number, .boolean]
        let rest: [ExampleTypes] = [.string, .number, .boolean, .object, .array, .null]
        var result: [ExampleTypes] = []
        for type in order where !isDisjoint(with: type) && !hints.isDisjoint(with: type) {
            result.append(intersection(type))
        }
        for type in rest where !isDisjoint(with: type) && hints.isDisjoint(with: type) {
            result.append(intersection(type))
        }
        return result
    }
}
