import Foundation
import Testing

/// Compares a text with the file of its name under `Golden/`; with `ACCORD_UPDATE_GOLDEN=1` writes it there.
func expectGolden(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["ACCORD_UPDATE_GOLDEN"] == "1" {
        try Data(text.utf8).write(to: file)
        return
    }
    let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    guard text != golden else { return }
    let wanted = golden.split(separator: "\n", omittingEmptySubsequences: false)
    let got = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(wanted, got).prefix { $0 == $1 }.count
    Issue.record(
        """
        Golden/\(name) differs from line \(line + 1) on:
        - \(line < wanted.count ? wanted[line] : "(nothing)")
        + \(line < got.count ? got[line] : "(nothing)")
        Look at it, and if it is better: ACCORD_UPDATE_GOLDEN=1 swift test --filter AccordReportTests
        """, sourceLocation: sourceLocation)
}
