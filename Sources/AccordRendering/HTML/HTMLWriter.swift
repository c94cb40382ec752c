// SPDX-License-Identifier: Apache-2.0
/// Writes HTML as UTF-8 bytes. Escapes text, and writes markup unchanged.
struct HTMLWriter {
    private(set) var bytes: [UInt8] = []

    mutating func markup(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func text(_ text: String) {
        if text.utf8.allSatisfy(Self.isPlain) {
            bytes.append(contentsOf: text.utf8)
        } else {
            bytes.append(contentsOf: HTMLEscaping.escape(text).utf8)
        }
    }

    /// Writes an attribute, with a space before it.
    mutating func attribute(_ name: StaticString, _ value: String) {
        bytes.append(0x20)
        markup(name)
        markup("=\"")
        text(value)
        markup("\"")
    }

    /// Writes an element that contains `text`, or nothing if `text` is `nil`.
    mutating func element(_ name: StaticString, class kind: StaticString, _ text: String?) {
        guard let text else { return }
        markup("<")
        markup(name)
        markup(" class=\"")
        markup(kind)
        markup("\">")
        self.text(text)
        markup("</")
        markup(name)
        markup(">\n")
    }

    /// Returns the bytes written so far, and removes them from the writer.
    mutating func drain() -> [UInt8] {
        let drained = bytes
        bytes.removeAll(keepingCapacity: true)
        return drained
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"),
            UInt8(ascii: "`"):
            false
        default: byte == 0x0A || byte == 0x09 || (0x20...0x7E).contains(byte)
        }
    }
}

extension String {
    /// Returns the beginning of the string, at most `limit` bytes of UTF-8, and whether the string is longer.
    func cut(to limit: Int) -> (text: String, isCut: Bool) {
        guard utf8.count > limit else { return (self, false) }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return (String(self[..<end]), true)
    }
}
