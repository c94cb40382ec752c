/// A token that a server issued, and which of those that it issued in this run it is.
package struct AccessToken: Sendable, Hashable {
    package var value: String
    /// 1 for the first; one more after each renewal.
    package var generation: Int
}
