// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Generates unique values for idempotency keys and nonces.
package enum FreshValue {
    /// Returns a valid value that depends only on the parameter and the identity (see ``Scope/identity``). Returns
    /// `nil` if no generated value is valid, or if the schema lists the allowed values. For a parameter that the
    /// contract marks as “fresh”, the value never comes from defaults and examples.
    static func made(_ parameter: Parameter, for identity: String) -> JSON? {
        guard parameter.mediaType == nil else { return nil }
        let view = parameter.schema.view
        let isFresh = parameter.isFresh || parameter.name.isIdempotencyKey
        let choices = ["enum", "const"] + (isFresh ? [] : ["default", "example", "examples"])
        guard !choices.contains(where: { view.keyword($0) != nil }), isFresh || parameter.types.isSubset(of: [.string])
        else { return nil }
        // Some requests have the shortest or the longest key, which a server could reject or cut. The id of the case
        // decides, so that a repeated case has a key of the same length. A shorter key wouldn't be unique.
        var length: Int?
        if parameter.name.isIdempotencyKey {
            let lengths = [nil, "minLength", "maxLength"].map { name in name.flatMap { view.keyword($0)?.int } }
            length = lengths[Int(SeededRandom.hash(identity.drop { $0 != "\n" }.utf8) % 3)]
            if let limit = length, !(8...4000).contains(limit) { length = nil }
        }
        return made("\(identity)\n\(parameter.name)", parameter.types, length: length) { parameter.schema.isValid($0) }
    }

    /// Generates values from an identity, and returns the first valid value.
    ///
    /// - Parameter length: The preferred length of a text.
    package static func made(
        _ identity: String, _ types: Set<JSONType>, length: Int? = nil, _ isValid: (JSON) -> Bool
    ) -> JSON? {
        var random = SeededRandom(state: SeededRandom.hash(identity.utf8))
        let hex = random.next().hexadecimal(16) + random.next().hexadecimal(16)
        let digits = String(random.next() | 1 << 63) + String(random.next() | 1 << 63)
        let first = length.map { String(String(repeating: hex, count: $0 / hex.count + 1).prefix($0)) }
        var texts = [first, uuid(for: identity), hex.uppercased(), hex + hex].compactMap(\.self)
        for length in [32, 24, 20, 16, 12, 10, 8] {
            texts.append(String(hex.prefix(length)))
            texts.append("k" + String(hex.prefix(length - 1)))
            texts.append(String(digits.prefix(length)))
        }
        var values: [JSON] = []
        if types.isEmpty || types.contains(.string) { values = texts.map { .string($0) } }
        if types.contains(.integer) || types.contains(.number) {
            values += [15, 9, 6, 4].compactMap { JSONNumber(String(digits.prefix($0))).map { .number($0) } }
        }
        return values.first(where: isValid)
    }

    /// Returns the body with a value for a property of its resource that depends on the identity, or `nil` if the schema
    /// allows no such value. A value with a pattern, such as the number of an order, is an example of the schema.
    package static func body(_ body: JSON, renewing name: String, of schema: Schema, for identity: String) -> JSON? {
        let view = schema.view
        let place = JSONPointer(tokens: view.resourcePath + [name])
        guard let property = view.resource.namedProperty(name) else { return nil }
        let identity = "\(identity)\n\(name)"
        func changed(_ value: JSON?) -> JSON? { value.flatMap { schema.setting($0, at: place, in: body) } }
        let (text, word) = (body.value(at: place)?.string ?? "", uuid(for: identity).prefix(8))
        // Keeps a long text, which a server could cut.
        let isLong = text.count > 60
        if isLong || name.lowercased().hasSuffix("email"),
            let first = changed(.string(isLong ? "\(text) \(word)" : "\(word)@example.com"))
        {
            return first
        }
        if let value = made(identity, property.types, { changed($0) != nil }) { return changed(value) }
        guard property.keyword("pattern") != nil else { return nil }
        var options = ExampleOptions(seed: SeededRandom.hash(identity.utf8), includesOptional: true, omits: .readOnly)
        options.variesPatterns = true
        return changed((try? schema.example(options))?.value(at: place))
    }

    /// Returns the body with a new key and new texts in its resource, or `nil` if the schema allows none. If some texts are
    /// the schema's examples, keeps the other texts. Keeps the ids of other resources, enumerations and times.
    package static func body(_ body: JSON, renewedOf schema: Schema, for identity: String) -> JSON? {
        let view = schema.view
        let names = (body.resource ?? [:]).filter { name, value in
            let format = view.resource.namedProperty(name)?.keyword("format")?.string
            return ["id", "number", "code", "key"].contains(name.lowercased())
                || value.string != nil && !name.endsLikeID && !["date", "date-time", "time"].contains(format)
        }
        let full = try? schema.example(ExampleOptions(includesOptional: true, omits: .readOnly))
        let usual = names.filter { $0.value == full?.value(at: JSONPointer(tokens: view.resourcePath + [$0.key])) }
        let renewed = (usual.isEmpty ? names : usual).reduce(body) { body, member in
            self.body(body, renewing: member.key, of: schema, for: identity) ?? body
        }
        return renewed == body ? nil : renewed
    }

    /// Returns a UUID of version 4 (RFC 9562) that depends only on the identity.
    static func uuid(for identity: String) -> String {
        var random = SeededRandom(state: SeededRandom.hash(identity.utf8))
        let digits = Array(random.next().hexadecimal(16) + random.next().hexadecimal(16))
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        return "\(part(0..<8))-\(part(8..<12))-4\(part(13..<16))-a\(part(17..<20))-\(part(20..<32))"
    }
}

extension BinaryInteger {
    /// Returns the number in hexadecimal, with zeros in front up to this number of digits.
    package func hexadecimal(_ digits: Int) -> String {
        let text = String(self, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

extension String {
    /// Whether the name of a property or parameter ends like that of another resource's id, such as `authorId`.
    package var endsLikeID: Bool { ["Id", "ID", "_id", "-id"].contains(where: hasSuffix) }
}
