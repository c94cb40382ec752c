/// What a server takes of one request; what is beyond is refused with 413 or 431.
package struct ServerLimits: Sendable, Hashable {
    package var bodyBytes = 10 * 1024 * 1024
    /// Of all fields together.
    package var headerBytes = 256 * 1024
    package var headerFields = 200

    package init() {}
}
