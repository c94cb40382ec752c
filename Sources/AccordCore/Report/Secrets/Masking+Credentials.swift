import AccordContract

extension Masking {
    /// The value of a header, secrets hidden; of `Basic` credentials that hold one, all of them.
    ///
    /// A short secret leaves no trace in base64 that could be told from chance: there the credentials are decoded
    /// (RFC 7617).
    func maskedField(_ field: HTTPField) -> HTTPField {
        if let basic = BasicCredentials(field.value), mask(basic.bytes) != basic.bytes {
            return HTTPField(field.name, "\(basic.scheme) \(Self.mark)")
        }
        return HTTPField(mask(field.name), mask(field.value))
    }
}
