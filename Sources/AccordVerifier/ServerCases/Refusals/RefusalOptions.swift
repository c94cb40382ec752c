/// Which refusals are derived, and what counts as one.
package struct RefusalOptions: Sendable {
    /// True: also of operations with unsafe methods (RFC 9110 section 9.2.1), which a server that fails to refuse
    /// carries out.
    package var allowsUnsafe: Bool
    /// Statuses that refuse anything, documented or not.
    package var statuses: Set<Int>

    package init(allowsUnsafe: Bool = false, statuses: Set<Int> = []) {
        self.allowsUnsafe = allowsUnsafe
        self.statuses = statuses
    }
}
