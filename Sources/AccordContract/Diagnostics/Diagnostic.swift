// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A mistake in a contract, with its location. Its text is composed only when the diagnostic is printed.
package struct Diagnostic: Sendable, Hashable, Error {
    package enum Severity: String, Sendable, CaseIterable, Comparable { case note, warning, error }

    /// A note that points to a second location, such as the first of two duplicate keys.
    package struct Note: Sendable, Hashable {
        package var message: String
        package var location: SourceLocation

        package init(_ message: String, at location: SourceLocation) {
            self.message = message
            self.location = location
        }
    }

    package var severity: Severity
    /// The rule's id, such as `contract.unknown-key`.
    package var rule: String
    package var message: String
    package var location: SourceLocation
    /// The line of the contract that contains the location.
    package var sourceLine: String?
    /// The number of Unicode scalars before the printed caret in `sourceLine`. If it is `nil`, the caret is at the
    /// column of `location`.
    package var caret: Int?
    package var notes: [Note]
    /// The recommended next step, in one sentence.
    package var advice: String?
    /// The correct spelling of the key or value at the location, if only one is possible.
    package var correction: String?

    package init(
        _ severity: Severity, rule: String, _ message: String, at location: SourceLocation,
        sourceLine: String? = nil, notes: [Note] = [], advice: String? = nil
    ) {
        self.severity = severity
        self.rule = rule
        self.message = message
        self.location = location
        self.sourceLine = sourceLine
        self.notes = notes
        self.advice = advice
    }

    /// A piece of a printed diagnostic, such as the location or the message. Each piece may have its own color.
    package enum Part: Sendable { case place, error, warning, note, message, rule, caret, advice }

    /// The diagnostic as text: location and message, the line with a caret, notes and advice.
    package var rendered: String { rendered { text, _ in text } }

    /// Returns the diagnostic as text with colored parts.
    ///
    /// - Parameter columns: the maximum width of the diagnostic's lines, by default the width of the stored source
    ///   line.
    package func rendered(columns: Int? = nil, painting paint: (String, Part) -> String) -> String {
        let place = paint(VisibleText.of(location.description), .place)
        let word = paint("\(severity.rawValue):", part)
        var text = "\(place): \(word) \(paint(VisibleText.of(message), .message)) \(paint("[\(rule)]", .rule))"
        if let sourceLine {
            let caret = caret ?? location.column - 1
            let window = SourceWindow(sourceLine, caret: caret, width: columns.map { $0 - 3 } ?? SourceWindow.width + 2)
            let padding = SourceWindow.padding(window.line, window.caret)
            text += "\n\(window.line)\n\(padding)\(paint("^", .caret))"
        }
        for note in notes {
            let place = paint(VisibleText.of(note.location.description), .place)
            text += "\n\(place): \(paint("note:", .note)) \(VisibleText.of(note.message))"
        }
        if let advice { text += "\n  \(paint("→", .advice)) \(VisibleText.of(advice))" }
        return text
    }

    private var part: Part {
        switch severity {
        case .error: .error
        case .warning: .warning
        case .note: .note
        }
    }

    /// Adds a note with the name of the OpenAPI element that Accord ignores because of the error.
    mutating func noteLeftOutElement() {
        guard let tokens = try? JSONPointer(parsing: location.pointer).tokens,
            let element = Self.element(at: tokens[...])
        else { return }
        notes.append(Note("not checked because of this error: \(element)", at: location))
    }

    private static func element(at tokens: ArraySlice<String>) -> String? {
        guard tokens.count > 1, let first = tokens.first else { return nil }
        let name = tokens[tokens.startIndex + 1]
        switch first {
        case "paths":
            var keys = tokens.dropFirst(2)
            if keys.first == "additionalOperations" { keys = keys.dropFirst() }
            guard let key = keys.first, key != "$ref" else { return "the operations of \(name)" }
            if key == "parameters" { return element(at: keys, of: "each operation of \(name)") }
            return element(at: keys.dropFirst(), of: "\(key.uppercased()) \(name)")
        case "components" where tokens.count > 2:
            let component = "#/components/\(name)/\(tokens[tokens.startIndex + 2])"
            return name == "schemas" && isPart(tokens.dropFirst(3))
                ? "a part of \(component)" : "every element that refers to \(component)"
        default: return nil
        }
    }

    /// Whether the location within a schema is a part of it, without which Accord uses the schema. The target of the
    /// schema's own reference isn't such a part.
    private static func isPart(_ tokens: ArraySlice<String>) -> Bool { !tokens.isEmpty && tokens != ["$ref"] }

    private static func element(at tokens: ArraySlice<String>, of operation: String) -> String {
        if isPart(tokens.drop { $0 != "schema" }.dropFirst()) { return "a part of a schema of \(operation)" }
        switch tokens.first {
        case "parameters": return "a parameter of \(operation)"
        case "requestBody": return "the request body of \(operation)"
        case "responses" where tokens.count > 1:
            let keys = tokens.dropFirst(2)
            let response = "the response \(tokens[tokens.startIndex + 1]) of \(operation)"
            switch keys.first {
            case "content", "schema": return "the body of \(response)"
            case "headers" where keys.count > 1: return "the header field \(keys[keys.startIndex + 1]) of \(response)"
            default: return response
            }
        default: return operation
        }
    }
}

/// The part of a long source line that a diagnostic prints: the text around the diagnostic's location.
struct SourceWindow {
    let line: String
    /// The number of Unicode scalars in `line` before the location.
    let caret: Int

    /// Returns the whitespace before a printed caret: the first `caret` scalars of the line, with each scalar except
    /// tabs replaced by a space. The caret is then below the right character.
    static func padding(_ line: String, _ caret: Int) -> String {
        var padding = ""
        for scalar in line.unicodeScalars.prefix(caret) { padding += scalar == "\t" ? "\t" : " " }
        return padding
    }

    static let width = 160

    init(_ line: String, caret: Int, width: Int = Self.width) {
        let width = max(20, width)
        let scalars = line.unicodeScalars
        var start = scalars.startIndex
        if caret > width - width / 4 {
            start = scalars.index(start, offsetBy: caret - width / 2, limitedBy: scalars.endIndex) ?? start
        }
        let isCut = start != scalars.startIndex
        let end = scalars.index(start, offsetBy: width, limitedBy: scalars.endIndex) ?? scalars.endIndex
        let shown = VisibleText.of(String(scalars[start..<end]))
        self.line = (isCut ? "…" : "") + shown + (end == scalars.endIndex ? "" : "…")
        self.caret = isCut ? width / 2 + 1 : max(0, caret)
    }
}

extension CaseIterable where Self: Comparable {
    /// Returns whether the enumeration lists `left` before `right`.
    package static func < (left: Self, right: Self) -> Bool {
        left != right && allCases.first { $0 == left || $0 == right } == left
    }
}

extension [Diagnostic] {
    /// The errors, and the first warning of each document and rule with the number of similar warnings. An OpenAPI
    /// document may have thousands of warnings, which `accord lint` prints.
    package var counted: [Diagnostic] {
        func kind(_ diagnostic: Diagnostic) -> String { "\(diagnostic.rule)\n\(diagnostic.location.file)" }
        let warnings = filter { $0.severity == .warning }
        let counts = Dictionary(grouping: warnings, by: kind).mapValues(\.count)
        var seen: Set<String> = []
        return filter { $0.severity != .warning || seen.insert(kind($0)).inserted }.map { diagnostic in
            var shown = diagnostic
            if shown.severity == .warning, let count = counts[kind(shown)], count > 1 {
                shown.message += " (and \(count - 1) more of this kind)"
                shown.sourceLine = nil
                shown.notes = []
            }
            return shown
        }
    }
}
