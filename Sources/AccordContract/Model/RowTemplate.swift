import AccordJSON

/// `${row.x}` alone in its string, where a value is needed while a contract is read.
enum RowTemplate {
    /// The row's value, or the value itself.
    static func filled(_ value: JSONValue, _ row: JSONValue?) -> JSONValue {
        guard let row, let text = value.string, text.hasPrefix("${row."), text.hasSuffix("}") else { return value }
        return row[String(text.dropFirst(6).dropLast())] ?? value
    }
}
