import AccordContract
import AccordJSON

/// Compares header values by their grammar rather than letter by letter.
struct HeaderComparison {
    let name: String
    let shape: ParameterShape

    init(_ name: String, _ shape: ParameterShape) {
        self.name = name.lowercased()
        self.shape = shape
    }

    /// True when the lines say what `expected` says; a list is several lines.
    func isSame(_ expected: JSON, _ lines: [String]) -> Bool {
        let reader = ParameterReader(shape, layer: .plain, expecting: expected)
        if reader.readHeader(lines).contains(where: { $0.matches(expected, as: shape) }) { return true }
        let writer = ParameterWriter(shape)
        let wanted = expected.array.map { $0.map { writer.headerText($0) } } ?? [writer.headerText(expected)]
        return isSame(text: wanted.joined(separator: ", "), lines.joined(separator: ", "))
    }

    private func isSame(text expected: String, _ actual: String) -> Bool {
        let wanted = HeaderGrammar.trimmed(expected)
        let got = HeaderGrammar.trimmed(actual)
        if wanted.isExactly(got) { return true }
        switch name {
        case "content-type":
            guard let type = MediaType(parsing: wanted), let other = MediaType(parsing: got) else { return false }
            return type.covers(other)
        case "accept": return sameMembers(wanted, got) { Self.range($0, covers: $1) }
        case "authorization", "proxy-authorization": return Self.sameCredentials(wanted, got)
        case "cache-control", "vary", "connection", "accept-encoding", "accept-language", "content-encoding", "te",
            "allow", "accept-ranges", "transfer-encoding", "pragma":
            return sameMembers(wanted, got) { $0.lowercased() == $1.lowercased() }
        case "if-match", "if-none-match", "link", "accept-charset", "prefer", "via", "forwarded":
            return sameMembers(wanted, got) { $0.isExactly($1) }
        default: return false
        }
    }

    /// Comma-separated members, whatever their order and the space around them.
    private func sameMembers(_ expected: String, _ actual: String, _ isSame: (String, String) -> Bool) -> Bool {
        let wanted = HeaderGrammar.list(expected)
        var rest = HeaderGrammar.list(actual)
        guard wanted.count == rest.count else { return false }
        return wanted.allSatisfy { member in
            guard let index = rest.firstIndex(where: { isSame(member, $0) }) else { return false }
            rest.remove(at: index)
            return true
        }
    }

    private static func range(_ expected: String, covers actual: String) -> Bool {
        guard let type = MediaType(parsing: expected), let other = MediaType(parsing: actual) else { return false }
        return type.essence == other.essence && type.covers(other)
    }

    /// The scheme without case, RFC 9110 section 11.1; the rest to the letter.
    private static func sameCredentials(_ expected: String, _ actual: String) -> Bool {
        let wanted = expected.split(separator: " ", maxSplits: 1)
        let got = actual.split(separator: " ", maxSplits: 1)
        guard wanted.count == 2, got.count == 2 else { return false }
        return wanted[0].lowercased() == got[0].lowercased()
            && HeaderGrammar.trimmed(wanted[1]).isExactly(HeaderGrammar.trimmed(got[1]))
    }
}
