// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A value in a contract, followed by the values at the same JSON Pointer in the extended contracts. The first value
/// has precedence.
struct Layered {
    let layers: [JSONValue]
    /// The misspelled key in the document for each correct key, such as `componets` for `components`. Accord reads the
    /// value of the misspelled key, and doesn't report the correct key as missing.
    var mistyped: [String: String] = [:]

    init(_ value: JSONValue) { layers = [value] }

    init?(_ layers: [JSONValue]) {
        guard !layers.isEmpty else { return nil }
        self.layers = layers
    }

    /// The first value, which has precedence.
    var top: JSONValue { layers[0] }

    subscript(_ key: String) -> Layered? {
        let misspelled = mistyped[key]
        if layers.count == 1, misspelled == nil { return layers[0][key].map { Layered($0) } }
        return Layered(layers.compactMap { layer in layer[key] ?? misspelled.flatMap { layer[$0] } })
    }

    /// The merged members, in which each name occurs once. Members of extended contracts come first. If an object
    /// contains a name twice, its last member counts.
    var members: [LayeredMember] {
        if layers.count == 1 { return Self.members(of: layers[0]) }
        return layers.reversed().flatMap(Self.members).merging(by: \.name) { $0 = $1.over($0) }
    }

    private static func members(of value: JSONValue) -> [LayeredMember] {
        var result: [LayeredMember] = []
        let hasDuplicates = !value.document.duplicateKeys.isEmpty
        for member in value.members {
            let name = member.key
            if hasDuplicates, value[name]?.byteRange != member.value.byteRange { continue }
            result.append(
                LayeredMember(name: name, location: SourceLocation(keyOf: member), value: Layered(member.value)))
        }
        return result
    }
}

/// A member of an object. Its value includes the values of the same member in the extended contracts.
struct LayeredMember {
    var name: String
    /// The location of the member's name.
    var location: SourceLocation
    var value: Layered

    func over(_ lower: LayeredMember) -> LayeredMember {
        let layers = value.layers + lower.value.layers
        return LayeredMember(name: name, location: location, value: Layered(layers) ?? value)
    }
}

/// An object of the contract, after Accord reported its unknown and missing keys.
struct ObjectFields {
    /// The noun for the object in messages, such as `an operation`.
    let subject: String
    let layered: Layered

    var value: JSONValue { layered.top }
    var location: SourceLocation { SourceLocation(value) }

    subscript(_ key: String) -> JSONValue? { layered[key]?.top }
}

extension ContractReader {
    /// Returns an object after resolving its references. Reports a value that isn't an object, unknown keys and missing
    /// keys.
    func object(
        _ layered: Layered, _ subject: String, keys: [String], required: [String] = [], followsReferences: Bool = true
    ) -> ObjectFields? {
        guard var layered = followsReferences ? resolved(layered) : layered else { return nil }
        for layer in layered.layers {
            guard expect(layer, .object, subject) else { return nil }
            layered.mistyped.merge(reportUnknownKeys(of: layer, subject, keys: keys)) { first, _ in first }
        }
        let fields = ObjectFields(subject: subject, layered: layered)
        reportMissing(required, in: fields)
        return fields
    }

    func reportMissing(_ keys: [String], in fields: ObjectFields) {
        for key in keys where fields[key] == nil {
            report(.missingKey, "\(fields.subject) needs “\(key)”", at: fields.value)
        }
    }

    func object(
        _ value: JSONValue, _ subject: String, keys: [String], required: [String] = [], followsReferences: Bool = true
    ) -> ObjectFields? {
        object(Layered(value), subject, keys: keys, required: required, followsReferences: followsReferences)
    }

    /// Reports unknown keys. Returns the misspelled key for each correct key. The result is empty for a document that
    /// wasn't written for Accord.
    @discardableResult
    func reportUnknownKeys(of value: JSONValue, _ subject: String, keys: [String]) -> [String: String] {
        var mistyped: [String: String] = [:]
        for member in value.members {
            let key = member.key
            guard !keys.contains(key), !key.hasPrefix("x-") else { continue }
            report(
                .unknownKey, "unknown key “\(key)” in \(subject)", at: SourceLocation(keyOf: member),
                advice: Suggestion.advice(for: key, in: keys),
                correction: Suggestion.certain(for: key, in: keys).flatMap { value[$0] == nil ? $0 : nil })
            if let meant = Suggestion.nearest(to: key, in: keys), value[meant] == nil { mistyped[meant] = key }
        }
        return value.document.isTranslation || value.document.isConverted ? [:] : mistyped
    }

    /// Returns the members of an object that may have any keys, such as the schemas in `components`. Reports a value
    /// that isn't an object.
    func named(_ layered: Layered?, _ subject: String, followsReferences: Bool = true) -> [LayeredMember] {
        guard let layered, let object = followsReferences ? resolved(layered) : layered else { return [] }
        for layer in object.layers where !expect(layer, .object, subject) { return [] }
        return object.members
    }

    /// Returns whether a value has the expected JSON type. Otherwise, reports the value.
    @discardableResult
    func expect(_ value: JSONValue, _ kind: JSONKind, _ subject: String) -> Bool {
        if value.kind == kind { return true }
        report(.wrongType, "\(subject): expected \(kind.withArticle), got \(value.kind.withArticle)", at: value)
        return false
    }

    func string(_ fields: ObjectFields, _ key: String) -> String? {
        guard let value = fields[key], expect(value, .string, "“\(key)” in \(fields.subject)") else { return nil }
        return value.string
    }

    /// Reads a string with at least one character.
    func name(_ fields: ObjectFields, _ key: String) -> String? {
        guard let text = string(fields, key) else { return nil }
        if text.isEmpty, let value = fields[key] {
            return reject(.badValue, "“\(key)” in \(fields.subject) must not be empty", at: value)
        }
        return text
    }

    func bool(_ fields: ObjectFields, _ key: String) -> Bool? {
        guard let value = fields[key], expect(value, .bool, "“\(key)” in \(fields.subject)") else { return nil }
        return value.bool
    }

    /// Reads a number of seconds above a minimum, and at most a year. If `allowsMinimum` is true, the number may equal
    /// the minimum.
    func number(_ fields: ObjectFields, _ key: String, minimum: Double, allowsMinimum: Bool) -> Double? {
        guard let value = fields[key], expect(value, .number, "“\(key)” in \(fields.subject)") else { return nil }
        let number = value.number?.double ?? 0
        guard number > minimum || allowsMinimum && number == minimum, number <= 31_536_000 else {
            let bound =
                number > minimum
                ? "at most 31536000" : "\(allowsMinimum ? "at least" : "more than") \(JSON.whole(minimum))"
            return reject(.badValue, "“\(key)” in \(fields.subject) must be \(bound)", at: value)
        }
        return number
    }

    func integer(_ fields: ObjectFields, _ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let value = fields[key] else { return nil }
        return integer(value, "“\(key)” in \(fields.subject)", in: range)
    }

    func integer(_ value: JSONValue, _ subject: String, in range: ClosedRange<Int>) -> Int? {
        guard expect(value, .number, subject) else { return nil }
        guard let number = value.int, range.contains(number) else {
            let bounds =
                range.upperBound == Int.max
                ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            return reject(.badValue, "\(subject) must be an integer \(bounds)", at: value)
        }
        return number
    }

    /// Reads a string that must be a raw value of an enumeration.
    func choice<Value: RawRepresentable>(
        _ fields: ObjectFields, _ key: String, of known: [Value]
    ) -> Value? where Value.RawValue == String {
        guard let text = string(fields, key), let value = fields[key] else { return nil }
        if let match = known.first(where: { $0.rawValue == text }) { return match }
        return reject(
            .badValue, "invalid value of “\(key)” in \(fields.subject): “\(text)”", at: value,
            advice: Suggestion.advice(for: text, in: known.map(\.rawValue)),
            correction: Suggestion.certain(for: text, in: known.map(\.rawValue)))
    }

    func strings(_ fields: ObjectFields, _ key: String) -> [String] {
        guard let value = fields[key] else { return [] }
        return located(value, "“\(key)” in \(fields.subject)").map(\.value)
    }

    /// Reads a list of strings with their locations.
    func located(_ value: JSONValue, _ subject: String) -> [Located<String>] {
        guard expect(value, .array, subject) else { return [] }
        var result: [Located<String>] = []
        for element in value.elements where expect(element, .string, "each of \(subject)") {
            result.append(Located(element.string ?? "", at: SourceLocation(element)))
        }
        return result
    }

    /// Returns whether an object has two keys that exclude each other. If so, reports both keys at the location of the
    /// second key.
    func reportTogether(_ keys: [String], in fields: ObjectFields) -> Bool {
        let present = keys.filter { fields[$0] != nil }
        guard present.count > 1, let second = fields[present[1]] else { return false }
        report(
            .badValue, "“\(present[0])” and “\(present[1])” in \(fields.subject) are mutually exclusive", at: second,
            advice: "Remove one of the two keys.")
        return true
    }
}

extension JSONKind {
    /// The JSON type with an article for messages, such as `a string`.
    package var withArticle: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number, .string: "a \(self)"
        case .array, .object: "an \(self)"
        }
    }
}

extension JSON {
    /// Returns a number as a string, without a fraction if the number is whole.
    static func whole(_ number: Double) -> String { number == number.rounded() ? String(Int(number)) : String(number) }
}
