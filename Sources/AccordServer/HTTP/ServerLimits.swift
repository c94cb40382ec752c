/// What a server takes of its clients, one by one and all together; what is beyond is refused.
package struct ServerLimits: Sendable, Hashable {
    /// Of one request's body; more is refused with 413.
    package var bodyBytes = 10 * 1024 * 1024
    /// Of all bodies that are unfinished or being answered; what doesn't fit in is refused with 503.
    package var totalBodyBytes = 64 * 1024 * 1024
    /// Of the request line and all fields together; more is refused with 431 or 414.
    package var headerBytes = 256 * 1024
    package var headerFields = 200
    /// Connections at a time; one more is answered 503 and closed.
    package var connections = 1024
    /// Seconds that a connection may stand without a request.
    package var idleSeconds = 60.0
    /// Seconds that a request's head may take from its first byte on.
    package var headSeconds = 10.0
    /// Seconds that a body may pause for.
    package var bodySeconds = 20.0
    /// Seconds that an answer may lie unread.
    package var writeSeconds = 60.0
    /// Bodies from this size on are judged on a thread of their own, so that nobody waits for them.
    package var inlineBodyBytes = 16 * 1024

    package init() {}

    /// An hour for everything: for a server whose only clients are those of a test, which are slow on a busy machine and
    /// stand still in a debugger.
    package static let patient: ServerLimits = {
        var limits = ServerLimits()
        (limits.idleSeconds, limits.headSeconds, limits.bodySeconds, limits.writeSeconds) = (3600, 3600, 3600, 3600)
        return limits
    }()
}
