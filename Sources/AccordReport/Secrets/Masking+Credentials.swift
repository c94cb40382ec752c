import AccordHTTP
import AccordSchema

extension Masking {
    /// The value of a header, secrets hidden; of `Basic` credentials that hold one, all of them.
    ///
    /// A short secret leaves no trace in base64 that could be told from chance: there the credentials are decoded
    /// (RFC 7617).
    func maskedField(_ field: HTTPField) -> HTTPField {
        let parts = field.value.split(separator: " ", maxSplits: 1)
        if parts.count == 2, parts[0].lowercased() == "basic", let decoded = Base64.decode(String(parts[1])) {
            if mask(decoded) != decoded { return HTTPField(field.name, "\(parts[0]) \(Self.mark)") }
        }
        return HTTPField(mask(field.name), mask(field.value))
    }
}
