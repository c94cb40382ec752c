// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Writes the value of a parameter in its style, as in OpenAPI and RFC 6570.
package struct ParameterWriter {
    package var shape: ParameterShape

    package init(_ shape: ParameterShape) { self.shape = shape }

    /// Returns the encoded name-value pairs of a query or cookie. A comma inside an element is encoded: `["a,b", "c"]`
    /// becomes `a%2Cb,c`.
    package func items(_ value: JSON) -> [RawItem] {
        let name = Percent.encode(shape.name, keeping: .bracketedName)
        if shape.style == .querystring {
            let isForm = shape.mediaType?.isForm == true
            let text =
                isForm
                ? Form.serialize(exploded(value).map { Form.Item($0.name ?? "", $0.value) })
                : Percent.encode(mediaText(value), keeping: .path.union("?"))
            return [RawItem(name: text, value: "", hasEqualsSign: false)]
        }
        if shape.mediaType != nil { return [RawItem(name: name, value: Percent.encode(mediaText(value)))] }
        switch value {
        case .null: return []
        case .bool, .number, .string: return [RawItem(name: name, value: encode(ScalarText.text(value) ?? ""))]
        case .array, .object:
            if shape.style == .deepObject { return deepItems(name, value) }
            if shape.explode {
                return exploded(value).map {
                    RawItem(name: $0.name.map { Percent.encode($0) } ?? name, value: encode($0.value))
                }
            }
            let text = flat(value).map { encode($0, isElement: true) }.joined(separator: delimiter)
            return [RawItem(name: name, value: text)]
        }
    }

    /// Returns the percent-encoded string of a path parameter.
    package func pathText(_ value: JSON, holdsSlashes: Bool = false) -> String {
        if shape.mediaType != nil { return Percent.encode(mediaText(value)) }
        func encoded(_ text: String) -> String {
            let isElement = ScalarText.text(value) == nil
            guard holdsSlashes else { return encode(text, isElement: isElement) }
            return text.split(separator: "/", omittingEmptySubsequences: false)
                .map { encode(String($0), isElement: isElement) }.joined(separator: "/")
        }
        let name = Percent.encode(shape.name)
        if let text = ScalarText.text(value) {
            switch shape.style {
            case .matrix: return text.isEmpty ? ";\(name)" : ";\(name)=\(encoded(text))"
            case .label: return ".\(encoded(text))"
            default: return encoded(text)
            }
        }
        let pairs = exploded(value).map { (name: $0.name.map { encoded($0) }, value: encoded($0.value)) }
        switch (shape.style, shape.explode) {
        case (.matrix, true):
            return pairs.isEmpty ? ";\(name)" : pairs.map { ";\($0.name ?? name)=\($0.value)" }.joined()
        case (.matrix, false):
            let text = flat(value).map(encoded).joined(separator: delimiter)
            return text.isEmpty ? ";\(name)" : ";\(name)=\(text)"
        case (.label, true): return "." + pairs.map { Self.pair($0.name, $0.value) }.joined(separator: ".")
        case (.label, false): return "." + flat(value).map(encoded).joined(separator: ",")
        case (_, true): return pairs.map { Self.pair($0.name, $0.value) }.joined(separator: ",")
        case (_, false): return flat(value).map(encoded).joined(separator: delimiter)
        }
    }

    /// Returns the value of a header field, which isn't percent-encoded.
    package func headerText(_ value: JSON) -> String {
        if shape.mediaType != nil { return mediaText(value) }
        if let text = ScalarText.text(value) { return text }
        let pieces = shape.explode ? exploded(value).map { Self.pair($0.name, $0.value) } : flat(value)
        return pieces.joined(separator: String(shape.style.separator))
    }

    /// Returns the `name=value` pairs of a `Cookie` header field.
    package func cookies(_ value: JSON) -> [RawItem] {
        // The style `cookie` of OpenAPI 3.2 has no escapes. Encodes only characters that a cookie can't contain.
        let kept: ByteSet = shape.style == .cookie ? .cookieOctet.union("%, \"\\") : .cookieOctet
        func encoded(_ text: String) -> String { Percent.encode(text, keeping: kept) }
        if let text = ScalarText.text(value) { return [RawItem(name: shape.name, value: encoded(text))] }
        if shape.mediaType != nil { return [RawItem(name: shape.name, value: encoded(mediaText(value)))] }
        if value.isNull { return [] }
        if shape.explode {
            return exploded(value).map { RawItem(name: $0.name ?? shape.name, value: encoded($0.value)) }
        }
        return [RawItem(name: shape.name, value: flat(value).map(encoded).joined(separator: ","))]
    }

    private var delimiter: String { shape.style.separator == "," ? "," : Percent.encode(String(shape.style.separator)) }

    /// Percent-encodes a value, or an element of a value with delimiters. With `allowReserved`, reserved characters
    /// stay as they are unless they have a meaning in the path or the query (RFC 6570 section 3.2.3). `%` is encoded, so
    /// that decoding restores the value.
    private func encode(_ text: String, isElement: Bool = false) -> String {
        guard shape.allowsReserved else { return Percent.encode(text) }
        let allowed: ByteSet = shape.place == .path ? .segment : .queryValue
        return Percent.encode(text, keeping: isElement ? allowed.subtracting(",;=") : allowed)
    }

    private func mediaText(_ value: JSON) -> String {
        shape.mediaType?.isJSON == false ? ScalarText.text(value) ?? value.compact : value.compact
    }

    /// Returns the elements of a list without names, or the members of an object with their names. Null values are left
    /// out.
    private func exploded(_ value: JSON) -> [(name: String?, value: String)] {
        switch value {
        case .array(let elements): elements.compactMap { leaf($0).map { (nil, $0) } }
        case .object(let object): object.compactMap { member in leaf(member.value).map { (member.key, $0) } }
        default: ScalarText.text(value).map { [(nil, $0)] } ?? []
        }
    }

    private func flat(_ value: JSON) -> [String] {
        exploded(value).flatMap { pair in [pair.name, pair.value].compactMap { $0 } }
    }

    /// Returns a scalar as a string. Returns a nested list or object as JSON, because no style supports nested values,
    /// except for the collection formats of Swagger 2.0.
    private func leaf(_ value: JSON, _ level: Int = 0) -> String? {
        if let elements = value.array, level < shape.innerSeparators.count {
            return elements.compactMap { leaf($0, level + 1) }.joined(separator: String(shape.innerSeparators[level]))
        }
        return value.isNull ? nil : ScalarText.text(value) ?? value.compact
    }

    private static func pair(_ name: String?, _ value: String) -> String { name.map { "\($0)=\(value)" } ?? value }

    /// Returns the name-value pairs of a `deepObject`, such as `a[b][c]=1` and `a[0]=1`.
    private func deepItems(_ name: String, _ value: JSON) -> [RawItem] {
        switch value {
        case .null: []
        case .bool, .number, .string: [RawItem(name: name, value: encode(ScalarText.text(value) ?? ""))]
        case .array(let elements):
            elements.enumerated().flatMap { deepItems("\(name)%5B\($0.offset)%5D", $0.element) }
        case .object(let object):
            object.flatMap { deepItems("\(name)%5B\(Percent.encode($0.key))%5D", $0.value) }
        }
    }
}

extension ByteSet { fileprivate static let bracketedName: ByteSet = ByteSet.unreserved.union("[]") }
