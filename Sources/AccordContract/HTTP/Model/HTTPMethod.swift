/// What a method's name promises, RFC 9110 section 9.2.
package enum HTTPMethod {
    /// True for methods that ask for nothing to be changed.
    package static func isSafe(_ method: String) -> Bool {
        ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method)
    }

    /// True for methods that do the same however often they are sent.
    package static func isIdempotent(_ method: String) -> Bool {
        isSafe(method) || method == "PUT" || method == "DELETE"
    }

    /// Of IANA's registry of methods what servers take.
    package static let registered: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "QUERY", "ACL", "BIND", "CHECKOUT", "COPY",
        "LINK", "LOCK", "MERGE", "MKACTIVITY", "MKCALENDAR", "MKCOL", "MOVE", "PROPFIND", "PROPPATCH", "REBIND",
        "REPORT", "SEARCH", "UNBIND", "UNLINK", "UNLOCK",
    ]
}
