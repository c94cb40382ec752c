import AccordContract

/// An answer that sends elsewhere (RFC 9110 section 15.4): what to say of it, as nothing follows it by itself.
struct Redirect {
    /// Where it sends, as it is written; nil where it doesn't say.
    private let target: String?
    private let status: Int

    /// nil for any other answer.
    init?(_ response: HTTPResponse) {
        guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
        status = response.status
        target = response.headers.first("Location")
    }

    var details: [String] { [target.map { "it leads to \($0)" } ?? "it doesn't say where to: it has no Location"] }

    var advice: String {
        "No redirect is followed by itself. If it is meant, document \(status) and let the case have “steps”, the second one "
            + "asking for what Location names; if not, ask where it leads: by another base URL (https, a host, a prefix) or "
            + "path (a slash at its end)."
    }
}
