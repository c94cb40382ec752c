// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// Decodes a parameter that is written in a style of OpenAPI, such as `form`. If a string is ambiguous, returns all
/// possible interpretations.
package struct ParameterReader {
    /// The encoding of a parameter's text: percent-encoding, form encoding or none.
    package enum Layer: String, Sendable {
        case rfc3986, form, plain

        package func decode(_ text: some StringProtocol) -> String {
            switch self {
            case .rfc3986: Percent.decodeText(text)
            case .form: Form.decode(text)
            case .plain: String(text)
            }
        }
    }

    /// The name-value pairs of a query, form or cookie that belong to a parameter.
    package struct Found {
        /// The possible interpretations of the pairs, the standard one first. For example, `a%2Cb` is the one element
        /// `a,b`, or else the two elements `a` and `b`. The list is empty if the parameter is missing.
        package var trees: [TextTree]
        /// The indices of the name-value pairs that belong to the parameter.
        package var used: [Int]
    }

    package var shape: ParameterShape
    package var layer: Layer
    /// Whether to decode a scalar, an array or an object. The schema may allow several of them.
    package var kind: ParameterShape.Kind

    package init(_ shape: ParameterShape, layer: Layer, expecting value: JSON? = nil) {
        self.shape = shape
        self.layer = layer
        switch value {
        case .array: kind = .array
        case .object: kind = .object
        case .bool, .number, .string: kind = .scalar
        case .null, nil: kind = shape.kind
        }
    }

    /// Finds the name-value pairs of the parameter. A pair whose name is in `others` belongs to a different parameter.
    package func find(in items: [RawItem], others: @autoclosure () -> Set<String> = []) -> Found {
        let names = items.map { layer.decode($0.name) }
        let used = names.indices.filter { names[$0].isExactly(shape.name) }
        if shape.mediaType == nil || used.isEmpty, shape.style == .deepObject { return findDeep(items, names) }
        if shape.mediaType == nil, kind == .object, shape.explode { return findExploded(items, names, others()) }
        guard let first = used.first else { return Found(trees: [], used: []) }
        if shape.mediaType != nil { return Found(trees: [mediaTree(items[first].value)], used: [first]) }
        switch kind {
        // Several pairs of a parameter that may be a text or a list are a list.
        case .array where shape.explode, .unknown where shape.explode && used.count > 1 && shape.types.contains(.array):
            return Found(trees: [.list(used.map { nested(layer.decode(items[$0].value)) })], used: used)
        case .array, .object: return Found(trees: flat(items[first].value), used: [first])
        case .scalar, .unknown: return Found(trees: [.text(layer.decode(items[first].value))], used: [first])
        }
    }

    /// Returns the possible interpretations of the text of a path parameter. The list is empty if the text lacks the
    /// prefix of its style.
    package func readPath(_ text: String) -> [TextTree] {
        let prefix: String
        switch shape.style {
        case .matrix: return readMatrix(text)
        case .label: prefix = "."
        default: prefix = ""
        }
        guard text.hasPrefix(prefix) else { return [] }
        let value = String(text.dropFirst(prefix.count))
        if shape.mediaType != nil { return [mediaTree(value)] }
        guard kind == .array || kind == .object else { return [.text(layer.decode(value))] }
        let isPaired = kind == .object && shape.explode
        if shape.style == .label, shape.explode { return flat(value, separator: ".", isPaired: isPaired) }
        return isPaired ? flat(value, separator: ",", isPaired: true) : flat(value)
    }

    /// Returns the possible interpretations of a header field, whose lines are joined by commas. Only lines of
    /// `Set-Cookie` aren't joined (RFC 9110 section 5.3).
    package func readHeader(_ values: [String]) -> [TextTree] {
        let lines = values.map { HeaderGrammar.trimmed($0) }
        let text = lines.joined(separator: ", ")
        if shape.mediaType != nil { return [mediaTree(text)] }
        guard kind == .array || kind == .object else { return [.text(text)] }
        let separator = shape.style.separator
        let pieces =
            if shape.name.isFieldName("Set-Cookie") {
                lines
            } else if separator == "," {
                HeaderGrammar.list(text)
            } else {
                lines.flatMap { $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init) }
            }
        return [tree(pieces, isPaired: kind == .object && shape.explode, decode: { $0 }) ?? .text(text)]
    }

    private func readMatrix(_ text: String) -> [TextTree] {
        guard text.hasPrefix(";") else { return [] }
        let pairs = text.dropFirst().split(separator: ";", omittingEmptySubsequences: false).map { piece in
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return RawItem(name: parts[0], value: parts.count > 1 ? parts[1] : "", hasEqualsSign: parts.count > 1)
        }
        return find(in: pairs).trees
    }

    /// Returns the possible interpretations of a delimited string. The first interpretation splits the string, and then
    /// percent-decodes each piece. A second interpretation percent-decodes the string, and then splits the result.
    ///
    /// For example, `a%2Cb` is the list `["a,b"]` or the list `["a", "b"]`.
    private func flat(_ text: String) -> [TextTree] {
        let separator = shape.style.separator
        guard separator != "," else { return flat(text, separator: separator) }
        let (plain, encoded) = (String(separator), Percent.encode(String(separator)))
        let text = text.replacing(encoded, with: plain).replacing(encoded.lowercased(), with: plain)
        return flat(layer == .form ? text.replacing("+", with: " ") : text, separator: separator)
    }

    private func flat(_ text: String, separator: Character, isPaired: Bool = false) -> [TextTree] {
        func cut(_ text: String) -> [String] {
            text.isEmpty ? [] : text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        }
        var trees: [TextTree] = []
        if let strict = tree(cut(text), isPaired: isPaired, decode: layer.decode) { trees.append(strict) }
        let decoded = layer.decode(text)
        if decoded != text, let lenient = tree(cut(decoded), isPaired: isPaired, decode: { $0 }),
            !trees.contains(lenient)
        {
            trees.append(lenient)
        }
        if text.isEmpty, kind == .array { trees.append(.list([.text("")])) }
        // An object whose names and values aren't complete stays text, which the schema rejects.
        return trees.isEmpty ? [.text(decoded)] : trees
    }

    private func tree(_ pieces: [String], isPaired: Bool, decode: (String) -> String) -> TextTree? {
        guard kind == .object else { return .list(pieces.map { nested(decode($0)) }) }
        var members: [TextTree.Member] = []
        if isPaired {
            for piece in pieces {
                guard let equals = piece.firstIndex(of: "=") else { return nil }
                let value = String(piece[piece.index(after: equals)...])
                members.append(.init(name: decode(String(piece[..<equals])), tree: .text(decode(value))))
            }
        } else {
            guard pieces.count.isMultiple(of: 2) else { return nil }
            for index in stride(from: 0, to: pieces.count, by: 2) {
                members.append(.init(name: decode(pieces[index]), tree: .text(decode(pieces[index + 1]))))
            }
        }
        return .map(members)
    }

    /// Returns the text of an element, or the list that the text contains in a collection format of Swagger 2.0.
    private func nested(_ text: String, _ level: Int = 0) -> TextTree {
        guard level < shape.innerSeparators.count else { return .text(text) }
        let pieces = text.split(separator: shape.innerSeparators[level], omittingEmptySubsequences: false)
        return .list(text.isEmpty ? [] : pieces.map { nested(String($0), level + 1) })
    }

    private func findExploded(_ items: [RawItem], _ decoded: [String], _ others: Set<String>) -> Found {
        let names = Set(shape.view?.propertyNames ?? [])
        let isOpen = names.isEmpty || shape.view?.keyword("additionalProperties") != nil && shape.view?.isOpen == true
        let used = items.indices.filter { names.contains(decoded[$0]) || isOpen && !others.contains(decoded[$0]) }
        guard !used.isEmpty else { return Found(trees: [], used: []) }
        let members = used.map { TextTree.Member(name: decoded[$0], tree: .text(layer.decode(items[$0].value))) }
        return Found(trees: [.map(members)], used: used)
    }

    private func findDeep(_ items: [RawItem], _ decoded: [String]) -> Found {
        var root = DeepNode()
        var used: [Int] = []
        for index in items.indices {
            guard let path = DeepNode.path(decoded[index], of: shape.name) else { continue }
            used.append(index)
            root.insert(layer.decode(items[index].value), at: path[...])
        }
        return used.isEmpty ? Found(trees: [], used: []) : Found(trees: [root.tree], used: used)
    }

    private func mediaTree(_ text: String) -> TextTree {
        if shape.mediaType?.isForm == true {
            return .map(Form.parse(text).map { .init(name: $0.name, tree: .text($0.value)) })
        }
        let decoded = layer.decode(text)
        if shape.mediaType?.isJSON == true, let value = try? JSON(parsing: decoded) { return .value(value) }
        return .value(.string(decoded))
    }
}
