// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A line of a contract, which reports show below a finding.
package struct ContractQuote: Sendable, Hashable {
    package var file: String
    package var line: Int
    package var text: String
    /// The number of omitted characters at the start of the line. Lines are truncated, because a minified contract is
    /// one long line.
    package var offset: Int = 0

    fileprivate func contains(column: Int) -> Bool { column > offset && column <= offset + text.count }
}

/// The lines of a contract around a location. Reports mark the column of the location.
package struct ContractExcerpt: Sendable, Hashable {
    /// The lines in order, without their common indentation.
    package var lines: [ContractQuote]
    /// The line number of the location in the contract.
    package var line: Int
    /// The number of shown characters before the location in its line. It is `nil` if the shown text doesn't contain
    /// the location.
    package var caret: Int?
}

extension RunReport {
    /// The maximum number of characters in a quoted line.
    private static let longestQuote = 160
    /// The number of lines to show before and after the line of a location.
    private static let context = 2

    /// Adds the contract lines of findings and the lines around them to the report. Skips unreadable files.
    ///
    /// - Parameter read: Returns the bytes of a contract, given its name in the report.
    package mutating func quoteContracts(reading read: (String) throws -> [UInt8]) {
        var columns: [String: [Int: Set<Int>]] = [:]
        for result in cases {
            for place in result.located.compactMap(\.contract) {
                columns[place.file, default: [:]][place.line, default: []].insert(place.column)
            }
        }
        quotes = columns.keys.sorted().flatMap { file -> [ContractQuote] in
            guard let bytes = try? read(file) else { return [] }
            return Self.quotes(of: bytes, file: file, columns: columns[file] ?? [:])
        }
    }

    private static func quotes(of bytes: [UInt8], file: String, columns: [Int: Set<Int>]) -> [ContractQuote] {
        let known = columns.keys.filter { (0...bytes.count + 1).contains($0) }
        let around = Set(known.flatMap { ($0 - context)...($0 + context) })
        var result: [ContractQuote] = []
        var number = 0
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            guard around.contains(number) else { continue }
            let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            result += quotes(of: text, columns[number] ?? []).map { offset, text in
                ContractQuote(file: file, line: number, text: text, offset: offset)
            }
        }
        return result
    }

    /// Returns a short line without changes. For a long line, returns an excerpt around each column in `columns`.
    private static func quotes(of line: String, _ columns: Set<Int>) -> [(offset: Int, text: String)] {
        guard line.utf8.count > longestQuote, line.count > longestQuote else { return [(0, line)] }
        let starts = Set(columns.map { max(0, ($0 &- 1) / (longestQuote / 2) * (longestQuote / 2) - longestQuote / 4) })
        return (starts.isEmpty ? [0] : starts.sorted()).map { start in
            let text = line.dropFirst(start)
            return (start, text.count > longestQuote ? text.prefix(longestQuote) + "…" : String(text))
        }
    }

    /// Returns the contract lines in the report, indexed by file and line for `excerpt(_:)`.
    package func excerpts() -> ContractExcerpts { ContractExcerpts(quotes) }
}

/// Finds contract lines in a report by file and line.
package struct ContractExcerpts: Sendable {
    /// The lines by their file and number, such as `todos.json:7`.
    private let quotes: [String: [ContractQuote]]

    fileprivate init(_ quotes: [ContractQuote]) {
        self.quotes = Dictionary(grouping: quotes) { "\($0.file):\($0.line)" }
    }

    /// Returns the lines around a location, or `nil` if the report doesn't contain its line.
    package func excerpt(_ location: SourceLocation) -> ContractExcerpt? {
        func quote(_ line: Int) -> ContractQuote? {
            let all = quotes["\(location.file):\(line)"]
            guard line == location.line else { return all?.first }
            return all?.first { $0.contains(column: location.column) } ?? all?.first
        }
        guard let quoted = quote(location.line) else { return nil }
        func neighbors(_ step: Int) -> [ContractQuote] {
            (1...2).map { quote(location.line + step * $0) }.prefix { $0 != nil }.compactMap(\.self)
        }
        var lines = neighbors(-1).reversed() + [quoted] + neighbors(1)
        let indent =
            lines.filter { $0.text.contains { !$0.isWhitespace } }.map { $0.text.prefix(while: \.isWhitespace).count }
            .min() ?? 0
        let caret = quoted.contains(column: location.column) ? location.column - 1 - quoted.offset - indent : nil
        for index in lines.indices { lines[index].text = String(lines[index].text.dropFirst(indent)) }
        return ContractExcerpt(lines: lines, line: location.line, caret: caret.flatMap { $0 < 0 ? nil : $0 })
    }
}
