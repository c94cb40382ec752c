// SPDX-License-Identifier: Apache-2.0
import AccordContract

#if YAML
    import Yams
#endif

/// Reads YAML (the core schema of YAML 1.2) as JSON. Each value keeps its line and column.
///
/// Without the package trait `YAML`, reading fails. The error names the trait.
package struct YAMLDocuments: DocumentReader {
    package init() {}

    package func reads(_ path: String) -> Bool { path.hasSuffix(".yaml") || path.hasSuffix(".yml") }

    package func document(_ bytes: [UInt8], file: String) throws(JSONSyntaxError) -> JSONDocument {
        #if YAML
            // JSON is YAML, too, but libyaml rejects the surrogate pairs with which JSON encoders escape emoji.
            if bytes.first == UInt8(ascii: "{"), let document = try? JSONDocument(parsing: bytes, file: file) {
                return document
            }
            return try Self.read(bytes, file: file)
        #else
            throw JSONSyntaxError(
                file: file, text: bytes, offset: 0,
                reason: "this build of Accord doesn't support YAML: add the trait “YAML” to the dependency on accord")
        #endif
    }
}

#if YAML
    extension YAMLDocuments {
        private static func read(_ bytes: [UInt8], file: String) throws(JSONSyntaxError) -> JSONDocument {
            let text = String(decoding: bytes, as: UTF8.self)
            if bytes.prefix(4).contains(0) {
                let reason = "the text looks like UTF-16 or UTF-32: save the text as UTF-8"
                throw JSONSyntaxError(file: file, text: bytes, offset: 0, reason: reason)
            }
            if text.utf8.count != bytes.count || !text.utf8.elementsEqual(bytes) {
                throw JSONSyntaxError(file: file, text: bytes, offset: 0, reason: "the YAML text isn't UTF-8")
            }
            let lines = LineStarts(bytes)
            var writer = YAMLWriter(limit: 1_000_000 + bytes.count)
            do {
                guard let root = try Parser(yaml: text, resolver: .basic).singleRoot() else {
                    throw YAMLProblem("the YAML text is empty", nil)
                }
                try writer.write(root)
            } catch let problem as YAMLProblem {
                throw JSONSyntaxError(
                    file: file, text: bytes, offset: problem.mark.map(lines.offset) ?? 0, reason: problem.reason)
            } catch let error as YamlError { throw syntaxError(error, bytes, lines, file) } catch {
                throw JSONSyntaxError(file: file, text: bytes, offset: 0, reason: "\(error)")
            }
            let places = WrittenPlaces(text: bytes, lines: writer.lines, columns: writer.columns)
            return try JSONDocument(
                parsing: writer.bytes, file: file, limits: JSONLimits(maximumDepth: .max), places: .written(places))
        }

        private static func syntaxError(_ error: YamlError, _ bytes: [UInt8], _ lines: LineStarts, _ file: String)
            -> JSONSyntaxError
        {
            let (reason, offset): (String, Int) =
                switch error {
                case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
                    .composer(_, let problem, let mark, _):
                    (problem, lines.offset(of: mark))
                case .duplicatedKeysInMapping(let keys, let context):
                    (
                        "duplicate key “\(keys.joined(separator: "”, “"))”",
                        lines.repetition(of: keys.first ?? "", context.mark, in: bytes)
                    )
                case .reader(let problem, _, _, _): (problem, 0)
                case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded: ("\(error)", 0)
                }
            let isTab = bytes.indices.contains(offset) && bytes[offset] == UInt8(ascii: "\t")
            return JSONSyntaxError(
                file: file, text: bytes, offset: offset,
                reason: isTab
                    ? "a tab can't indent YAML: replace the tab with spaces (YAML 1.2, section 6.1)"
                    : "invalid YAML: \(reason)")
        }
    }

    /// The reason why a YAML text can't be read as JSON.
    struct YAMLProblem: Error {
        var reason: String
        /// The position of the error, or `nil` for the start of the text.
        var mark: Mark?

        init(_ reason: String, _ mark: Mark?) {
            self.reason = reason
            self.mark = mark
        }
    }

    /// The offsets of the lines in a text.
    struct LineStarts {
        private let starts: [Int]

        init(_ bytes: [UInt8]) {
            var starts = [0]
            for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }
            self.starts = starts
        }

        func offset(of mark: Mark) -> Int {
            guard starts.indices.contains(mark.line - 1) else { return starts[starts.count - 1] }
            return starts[mark.line - 1] + max(0, mark.column - 1)
        }

        /// Returns the offset of a key's second occurrence in a mapping. If the mapping is in one line, returns the offset
        /// of the first occurrence.
        func repetition(of key: String, _ first: Mark, in bytes: [UInt8]) -> Int {
            let spellings = ["", "\"", "'"].map { Array("\($0)\(key)\($0):".utf8) }
            let indentation = max(0, first.column - 1)
            for start in starts.dropFirst(max(0, first.line)) {
                let line = bytes[start...]
                let isAlike = line.prefix(indentation).allSatisfy { $0 == UInt8(ascii: " ") }
                let rest = line.dropFirst(indentation)
                if isAlike, spellings.contains(where: rest.starts) { return rest.startIndex }
            }
            return offset(of: first)
        }
    }
#endif
