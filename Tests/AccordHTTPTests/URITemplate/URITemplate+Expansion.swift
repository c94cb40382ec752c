import AccordJSON

extension URITemplate {
    /// Expands the template, RFC 6570 section 3.2; a variable without a value, or with `null`, leaves nothing behind.
    ///
    /// Lists and objects are JSON arrays and objects of scalars. Throws where a prefix is asked of one of them.
    package func expand(_ values: JSONObject) throws(Failure) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .literal(let text): result += text
            case .expression(let kind, let variables):
                var pieces: [String] = []
                for variable in variables {
                    guard let value = values[variable.name] else { continue }
                    if let piece = try expand(variable, value, kind) { pieces.append(piece) }
                }
                if !pieces.isEmpty { result += kind.first + pieces.joined(separator: kind.separator) }
            }
        }
        return result
    }

    private func expand(_ variable: Variable, _ value: JSON, _ kind: URITemplateOperator) throws(Failure) -> String? {
        func encoded(_ text: String) -> String {
            URIEncoding.percentEncoded(text, keepingReserved: kind.allowsReserved)
        }
        func named(_ name: String, _ text: String) -> String {
            text.isEmpty ? name + kind.ifEmpty : "\(name)=\(text)"
        }
        let explodes = variable.modifier == .explode
        let pairs: [(key: String?, text: String)]
        switch value {
        case .null: return nil
        case .array(let elements):
            pairs = elements.compactMap { element in element.scalarText.map { (nil, $0) } }
        case .object(let object):
            pairs = object.compactMap { member in member.value.scalarText.map { (member.key, $0) } }
        case .bool, .number, .string:
            var text = value.scalarText ?? ""
            if case .prefix(let length) = variable.modifier { text = String(text.unicodeScalars.prefix(length)) }
            return kind.isNamed ? named(variable.name, encoded(text)) : encoded(text)
        }
        if case .prefix = variable.modifier {
            throw Failure(reason: "“\(variable.name)” is a list or an object, which has no prefix", column: 1)
        }
        if pairs.isEmpty { return nil }
        if explodes {
            return pairs.map { pair in
                if let key = pair.key {
                    return kind.isNamed
                        ? named(encoded(key), encoded(pair.text)) : "\(encoded(key))=\(encoded(pair.text))"
                }
                return kind.isNamed ? named(variable.name, encoded(pair.text)) : encoded(pair.text)
            }
            .joined(separator: kind.separator)
        }
        let joined = pairs.flatMap { pair in [pair.key, pair.text].compactMap { $0 }.map(encoded) }.joined(
            separator: ",")
        return kind.isNamed ? "\(variable.name)=\(joined)" : joined
    }
}

extension JSON {
    /// The text that a scalar is written as in a URL; numbers as they were written. `nil` for null, lists and objects.
    fileprivate var scalarText: String? {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.lexeme
        case .string(let text): text
        case .null, .array, .object: nil
        }
    }
}

/// Percent-encoding as RFC 6570 asks for it.
enum URIEncoding {
    private static let unreserved = Set("-._~".utf8)
    private static let reserved = Set(":/?#[]@!$&'()*+,;=".utf8)

    /// Encodes all but unreserved characters; with `keepingReserved`, reserved ones and `%41` stay as they are.
    static func percentEncoded(_ text: String, keepingReserved: Bool) -> String {
        let bytes = Array(text.utf8)
        var result = ""
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let isEncoded =
                byte == UInt8(ascii: "%") && index + 2 < bytes.count
                && isHex(bytes[index + 1]) && isHex(bytes[index + 2])
            if isAlphanumeric(byte) || unreserved.contains(byte)
                || keepingReserved && (reserved.contains(byte) || isEncoded)
            {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
            index += 1
        }
        return result
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
