// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordRendering

/// Implements `accord lint --fix`, which corrects a mistake if only one correction is possible.
struct LintFixes {
    /// The maximum number of passes over a file. A correction can reveal a new mistake, which the next pass corrects.
    /// The limit prevents an endless loop.
    private static let maximumRounds = 20

    /// Corrects a contract and the files that it references, and prints the changes.
    ///
    /// - Throws: `ExitStatus.usage` if a file can't be written.
    static func apply(to file: String, referenceRoot: String?) throws {
        for _ in 0..<maximumRounds {
            let diagnostics = ContractLoader.load(file, referenceRoot: referenceRoot).diagnostics
            let byFile = Dictionary(grouping: diagnostics.filter { $0.severity != .note }) { $0.location.file }
            var isChanged = false
            for (name, diagnostics) in byFile.sorted(by: { $0.key < $1.key }) {
                if try correct(name, diagnostics) { isChanged = true }
            }
            guard isChanged else { return }
        }
    }

    private static func correct(_ file: String, _ diagnostics: [Diagnostic]) throws -> Bool {
        guard let original = try? DiskFiles().read(file) else { return false }
        let lines = LineIndex(original)
        let edits = diagnostics.compactMap { Edit($0, in: original, lines) }.sorted {
            $0.range.lowerBound > $1.range.lowerBound
        }
        var bytes = original
        var changed: [Edit] = []
        for edit in edits where changed.last.map({ edit.range.upperBound <= $0.range.lowerBound }) ?? true {
            bytes.replaceSubrange(edit.range, with: edit.replacement)
            changed.append(edit)
        }
        guard !changed.isEmpty, bytes != original else { return false }
        try ExitStatus.usageOnError {
            try ReportFolder(path: "").write([(file, String(decoding: bytes, as: UTF8.self))])
        }
        for edit in changed.reversed() { Output.line("fixed \(edit.text)") }
        return true
    }
}

/// A replacement of some bytes of a file.
private struct Edit {
    var range: Range<Int>
    var replacement: [UInt8]
    /// A line that describes the change for the user, such as `Specs/todos.json:41:9: "sumary" → "summary"`.
    var text: String

    init?(_ diagnostic: Diagnostic, in bytes: [UInt8], _ lines: LineIndex) {
        let location = diagnostic.location
        guard let start = lines.offset(ofLine: location.line, column: location.column, in: bytes) else { return nil }
        if let correction = diagnostic.correction {
            let end = Self.end(ofTokenAt: start, in: bytes)
            range = start..<end
            replacement = Array(JSON.string(correction).compact.utf8)
        } else if diagnostic.rule == ContractRule.syntax.rawValue,
            let comma = Self.trailingComma(before: start, in: bytes)
        {
            range = comma..<comma + 1
            replacement = []
        } else {
            return nil
        }
        let before = String(decoding: bytes[range], as: UTF8.self)
        text =
            "\(location): \(before) → \(replacement.isEmpty ? "nothing" : String(decoding: replacement, as: UTF8.self))"
    }

    /// Returns the index after the string, number or literal that starts at `start`.
    private static func end(ofTokenAt start: Int, in bytes: [UInt8]) -> Int {
        guard bytes[start] == UInt8(ascii: "\"") else {
            return bytes[start...].firstIndex { " \t\r\n,]}".utf8.contains($0) } ?? bytes.count
        }
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }

    /// Returns the index of a comma directly before the closing bracket at `index`, or `nil` if no comma precedes the
    /// bracket.
    private static func trailingComma(before index: Int, in bytes: [UInt8]) -> Int? {
        guard bytes[index] == UInt8(ascii: "}") || bytes[index] == UInt8(ascii: "]") else { return nil }
        let before = bytes[..<index].lastIndex { !" \t\r\n".utf8.contains($0) }
        return before.flatMap { bytes[$0] == UInt8(ascii: ",") ? $0 : nil }
    }
}
