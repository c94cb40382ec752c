import AccordContract

/// A value in the path with a bare ? or #, which ends the path there, or with a slash, which parts it.
struct TornPath {
    static let advice = "Percent-encode every character outside A-Z a-z 0-9 - . _ ~: `.urlPathAllowed` leaves / alone."

    /// What happened, to follow the parameter's name.
    let message: String

    /// Nil where `text`, the path from the value on, isn't `value` up to a ? or # that was sent as it is.
    init?(_ sent: URLParts, meaning value: String, of text: String) {
        let head = Array(Percent.decodeText(text).utf8)
        let whole = Array(value.utf8)
        guard head.count < whole.count, whole.starts(with: head) else { return nil }
        let end = whole[head.count]
        guard end == UInt8(ascii: "#") || end == UInt8(ascii: "?") && sent.query != nil else { return nil }
        let character = String(UnicodeScalar(end))
        message =
            text.contains("/")
            ? "was sent with a bare / and \(character): they part the path, and end it"
            : "was sent with a bare \(character), which ends the path"
    }
}
