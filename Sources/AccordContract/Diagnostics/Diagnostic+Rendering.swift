import AccordJSON

extension Diagnostic {
    /// The diagnostic for people: place and message, the line with a caret, notes, and what to do next.
    package var rendered: String {
        var text = "\(location): \(severity.rawValue): \(VisibleText.of(message)) [\(rule)]"
        if let sourceLine {
            let line = VisibleText.of(sourceLine)
            text += "\n\(line)\n\(SourceWindow.padding(line, caret ?? location.column - 1))^"
        }
        for note in notes { text += "\n\(note.location): note: \(VisibleText.of(note.message))" }
        if let advice { text += "\n  → \(VisibleText.of(advice))" }
        return text
    }

    /// The diagnostic for machines.
    package var json: JSON {
        var object: JSONObject = ["severity": .string(severity.rawValue), "rule": .string(rule)]
        object["message"] = .string(message)
        for (key, value) in location.members { object[key] = value }
        if let sourceLine { object["sourceLine"] = .string(sourceLine) }
        object["notes"] = .array(
            notes.map { note in
                var entry: JSONObject = ["message": .string(note.message)]
                for (key, value) in note.location.members { entry[key] = value }
                return .object(entry)
            })
        if let advice { object["advice"] = .string(advice) }
        return .object(object)
    }
}

extension SourceLocation {
    fileprivate var members: [(String, JSON)] {
        [
            ("file", .string(file)), ("line", .number(JSONNumber(line))), ("column", .number(JSONNumber(column))),
            ("pointer", .string(pointer)),
        ]
    }
}

/// The part of a line around a place, so that a contract in one long line has readable diagnostics too.
struct SourceWindow {
    let line: String
    /// How many scalars of the line are in front of the place.
    let caret: Int

    /// What stands in front of the caret: blanks, and tabs where the line has them.
    static func padding(_ line: String, _ caret: Int) -> String {
        var padding = ""
        for scalar in line.unicodeScalars.prefix(caret) { padding += scalar == "\t" ? "\t" : " " }
        return padding
    }

    private static let width = 160

    init(_ line: String, caret: Int) {
        let scalars = line.unicodeScalars
        var start = scalars.startIndex
        if caret > Self.width - 40 {
            start = scalars.index(start, offsetBy: caret - Self.width / 2, limitedBy: scalars.endIndex) ?? start
        }
        let isCut = start != scalars.startIndex
        let end = scalars.index(start, offsetBy: Self.width, limitedBy: scalars.endIndex) ?? scalars.endIndex
        let shown = VisibleText.of(String(scalars[start..<end]))
        self.line = (isCut ? "…" : "") + shown + (end == scalars.endIndex ? "" : "…")
        self.caret = isCut ? Self.width / 2 + 1 : max(0, caret)
    }
}

/// Text in which nothing can act on a terminal.
enum VisibleText {
    static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isInvisible) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isInvisible(scalar) ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x20 { return scalar != "\t" }
        if scalar.value < 0x7F { return false }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        case .format: return scalar.value != 0x200D && scalar.value != 0x200C
        default: return false
        }
    }
}
