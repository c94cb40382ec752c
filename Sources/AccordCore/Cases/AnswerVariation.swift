import AccordContract
import AccordJSON
import AccordSchema

/// Another answer that the same schema allows, as like the documented one as can be.
///
/// Texts change in a digit or a letter, integers by a few; dates and addresses stay, for a client reads more into them
/// than their schema says.
struct AnswerVariation {
    /// Of a longer body only so many values are changed one by one.
    private static let mostLeaves = 40

    let answer: DocumentedAnswer

    init(_ answer: DocumentedAnswer) {
        self.answer = answer
    }

    /// The body of the variation with a number from 1; nil where nothing of it can be changed.
    func body(_ number: Int) -> [UInt8]? {
        if let document = answer.document {
            let json = JSON(document.root)
            return varied(json, number).map { JSONWriter.compactBytes($0) }
        }
        guard let text = String(validating: answer.response.body, as: UTF8.self) else { return nil }
        let other = Self.varied(text, number)
        guard !other.isSame(as: text), answer.isValid(.string(other)) else { return nil }
        return Array(other.utf8)
    }

    private func varied(_ json: JSON, _ number: Int) -> JSON? {
        var leaves = 0
        let whole = Self.varied(json, number, &leaves) { _ in true }
        if whole != json, answer.isValid(whole) { return whole }
        var changed: Set<Int> = []
        for leaf in 0..<min(leaves, Self.mostLeaves) {
            let candidate = Self.varied(json, number, changed.union([leaf]))
            if answer.isValid(candidate) { changed.insert(leaf) }
        }
        let other = Self.varied(json, number, changed)
        guard other != json else { return nil }
        return other
    }

    private static func varied(_ json: JSON, _ number: Int, _ changed: Set<Int>) -> JSON {
        var leaves = 0
        return varied(json, number, &leaves) { changed.contains($0) }
    }

    /// Changes the values that are asked for, by their number in the order of the document.
    private static func varied(
        _ json: JSON, _ number: Int, _ leaves: inout Int, _ isChanged: (Int) -> Bool
    ) -> JSON {
        switch json {
        case .null, .bool: return json
        case .array(let elements):
            return .array(elements.map { varied($0, number, &leaves, isChanged) })
        case .object(let object):
            var other = JSONObject()
            for member in object { other[member.key] = varied(member.value, number, &leaves, isChanged) }
            return .object(other)
        case .string(let text):
            defer { leaves += 1 }
            return isChanged(leaves) ? .string(varied(text, number)) : json
        case .number:
            defer { leaves += 1 }
            guard isChanged(leaves), let integer = json.int else { return json }
            let (other, isOver) = integer.addingReportingOverflow(number)
            return isOver ? json : .number(JSONNumber(other))
        }
    }

    /// Moves the last digit, or else the last letter of ASCII, on by a few.
    private static func varied(_ text: String, _ number: Int) -> String {
        looksSpecial(Array(text.utf8)) ? text : moved(text, number)
    }

    /// The same, whatever the text looks like.
    static func moved(_ text: String, _ number: Int) -> String {
        var bytes = Array(text.utf8)
        func move(_ first: UInt8, _ count: UInt8) -> Bool {
            guard let index = bytes.lastIndex(where: { $0 >= first && $0 < first + count }) else { return false }
            bytes[index] = first + (bytes[index] - first + UInt8(number % Int(count))) % count
            return true
        }
        _ = move(UInt8(ascii: "0"), 10) || move(UInt8(ascii: "a"), 26) || move(UInt8(ascii: "A"), 26)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A date begins with a year, an address has a scheme.
    static func looksSpecial(_ bytes: [UInt8]) -> Bool {
        isDate(bytes) || zip(bytes, bytes.dropFirst()).contains { $0 == 0x2F && $1 == 0x2F }
    }

    static func isDate(_ bytes: [UInt8]) -> Bool {
        bytes.count > 4 && bytes.prefix(4).allSatisfy { (0x30...0x39).contains($0) } && bytes[4] == 0x2D
    }
}
