// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A line of a contract that reports show with its violation.
package struct ContractQuote: Sendable, Hashable {
    package var file: String
    package var line: Int
    package var text: String
}

extension RunReport {
    /// The maximum number of characters in a quoted line. A minified contract may be one line of a megabyte.
    private static let longestQuote = 160

    /// Adds the contract lines of findings to the report. Skips unreadable files.
    ///
    /// - Parameter read: Returns the bytes of a contract, given its name in the report.
    package mutating func quoteContracts(reading read: (String) throws -> [UInt8]) {
        var quotedLines: [String: Set<Int>] = [:]
        for result in cases {
            for place in result.located.compactMap(\.contract) {
                quotedLines[place.file, default: []].insert(place.line)
            }
        }
        quotes = quotedLines.keys.sorted().flatMap { file -> [ContractQuote] in
            guard let bytes = try? read(file) else { return [] }
            return Self.quotes(of: bytes, file: file, lines: quotedLines[file] ?? [])
        }
    }

    /// Returns the quoted line of a file, or `nil` if the report doesn't contain that line.
    package func quote(_ file: String, line: Int) -> String? {
        quotes.first { $0.line == line && $0.file == file }?.text
    }

    private static func quotes(of bytes: [UInt8], file: String, lines: Set<Int>) -> [ContractQuote] {
        var result: [ContractQuote] = []
        var number = 0
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            guard lines.contains(number) else { continue }
            let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            result.append(ContractQuote(file: file, line: number, text: shortened(text)))
        }
        return result
    }

    private static func shortened(_ text: String) -> String {
        text.count > longestQuote ? text.prefix(longestQuote) + "…" : text
    }
}
