// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import Foundation
import Testing

/// Compares a text with a file in `Golden/`. With `ACCORD_UPDATE_GOLDEN=1`, writes the file instead.
func expectGolden(
    _ text: String, _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["ACCORD_UPDATE_GOLDEN"] == "1" {
        try Data(text.utf8).write(to: file)
        return
    }
    let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    guard text != golden else { return }
    let expected = golden.split(separator: "\n", omittingEmptySubsequences: false)
    let actual = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(expected, actual).prefix { $0 == $1 }.count
    Issue.record(
        """
        Golden/\(name) differs from line \(line + 1) on:
        - \(line < expected.count ? expected[line] : "(nothing)")
        + \(line < actual.count ? actual[line] : "(nothing)")
        If the change is right, run make golden
        """, sourceLocation: sourceLocation)
}

extension HTMLReport {
    static func render(
        _ report: RunReport, history: RunHistory = RunHistory(), templates: ReportTemplates = .builtIn
    ) throws -> String {
        try collected { try write(report, history: history, templates: templates, $0) }
    }
}

extension CTRFReport {
    static func render(_ report: RunReport) -> String { collected { write(report, $0) } }
}

extension HARReport {
    static func render(_ report: RunReport) -> String { collected { write(report, $0) } }
}

extension TAPReport {
    static func render(_ report: RunReport) -> String { collected { write(report, $0) } }
}

/// Returns what a function writes in parts.
private func collected(_ write: (([UInt8]) -> Void) throws -> Void) rethrows -> String {
    var bytes: [UInt8] = []
    try write { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
}
