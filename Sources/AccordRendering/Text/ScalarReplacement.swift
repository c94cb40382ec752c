// A Swift character is what a person sees as one: to `String.replacing` a quotation mark with an accent upon it isn't a
// quotation mark. Parsers of other languages look at scalars, so what is escaped for them is looked for by scalars.

extension String {
    /// The text with every scalar that the table names replaced.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        guard unicodeScalars.contains(where: { replacement($0) != nil }) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if let text = replacement(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// The text with every occurrence of a text replaced, wherever it stands.
    package func replacingBytes(_ wanted: String, with text: String) -> String {
        let bytes = Array(utf8)
        let wanted = Array(wanted.utf8)
        guard !wanted.isEmpty, bytes.count >= wanted.count else { return self }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == wanted[0], bytes[index...].starts(with: wanted) {
                result += text.utf8
                index += wanted.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
