import AccordContract
import AccordRendering

/// `accord lint --fix`: mistakes that have one right answer, corrected in the file.
struct LintFixes {
    /// A correction may uncover another mistake; after so many rounds something is going in circles.
    private static let mostRounds = 20

    /// Corrects a contract and the files that it refers to; says what was changed.
    ///
    /// - Throws: `ExitStatus.usage` where a file can't be written.
    static func apply(to file: String, referenceRoot: String?) throws {
        for _ in 0..<mostRounds {
            let found = ContractLoader.load(file, referenceRoot: referenceRoot).diagnostics
            let byFile = Dictionary(grouping: found.filter { $0.severity != .note }) { $0.location.file }
            var isChanged = false
            for (name, diagnostics) in byFile.sorted(by: { $0.key < $1.key }) {
                if try correct(name, diagnostics) { isChanged = true }
            }
            guard isChanged else { return }
        }
    }

    private static func correct(_ file: String, _ diagnostics: [Diagnostic]) throws -> Bool {
        guard let original = try? DiskFiles().read(file) else { return false }
        let edits = diagnostics.compactMap { Edit($0, in: original) }.sorted {
            $0.range.lowerBound > $1.range.lowerBound
        }
        var bytes = original
        var changed: [Edit] = []
        for edit in edits where changed.last.map({ edit.range.upperBound <= $0.range.lowerBound }) ?? true {
            bytes.replaceSubrange(edit.range, with: edit.replacement)
            changed.append(edit)
        }
        guard !changed.isEmpty, bytes != original else { return false }
        do {
            try FolderWriter.write([(file, String(decoding: bytes, as: UTF8.self))], to: "")
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
        for edit in changed.reversed() { Output.line("fixed \(edit.text)") }
        return true
    }
}

/// What is written in place of some bytes of a file.
private struct Edit {
    var range: Range<Int>
    var replacement: [UInt8]
    /// `Specs/todos.json:41:9: "sumary" → "summary"`
    var text: String

    init?(_ diagnostic: Diagnostic, in bytes: [UInt8]) {
        let location = diagnostic.location
        guard let start = Self.offset(of: location, in: bytes) else { return nil }
        if let correction = diagnostic.correction {
            let end = Self.end(ofTokenAt: start, in: bytes)
            range = start..<end
            replacement = Array(Self.quoted(correction).utf8)
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

    /// Columns count Unicode scalars from 1.
    private static func offset(of location: SourceLocation, in bytes: [UInt8]) -> Int? {
        var line = 1
        var index = 0
        while line < location.line {
            guard let feed = bytes[index...].firstIndex(of: 0x0A) else { return nil }
            index = feed + 1
            line += 1
        }
        var column = 1
        while column < location.column, index < bytes.count {
            index += 1
            while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
            column += 1
        }
        return index < bytes.count ? index : nil
    }

    /// Behind a string, a number or a word.
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

    /// The comma in front of a closing bracket.
    private static func trailingComma(before index: Int, in bytes: [UInt8]) -> Int? {
        guard bytes[index] == UInt8(ascii: "}") || bytes[index] == UInt8(ascii: "]") else { return nil }
        let before = bytes[..<index].lastIndex { !" \t\r\n".utf8.contains($0) }
        return before.flatMap { bytes[$0] == UInt8(ascii: ",") ? $0 : nil }
    }

    /// Corrections are names that need no escape but these.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
