/// Why reports could not be written; what was there before is still there.
package struct ReportWritingError: Error, Sendable, Hashable, CustomStringConvertible {
    package var path: String
    /// What failed, in words, with the system's reason.
    package var reason: String
    /// What to do.
    package var advice: String

    package var description: String { "\(path): error: \(reason); \(advice)" }
}
