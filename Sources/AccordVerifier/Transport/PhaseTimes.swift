/// Microseconds from the start of a request to the end of each of its phases, as libcurl counts them.
///
/// A phase that a reused connection skips is 0.
package struct PhaseTimes: Sendable, Hashable {
    package var nameLookup = 0
    package var connect = 0
    package var tlsHandshake = 0
    /// When the request was about to be sent, on a kept connection too.
    package var ready = 0
    package var firstByte = 0
    package var total = 0

    package init() {}
}
