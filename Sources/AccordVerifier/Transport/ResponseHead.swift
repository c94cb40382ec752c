// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The status line and the header fields of a response, collected line by line.
///
/// An interim response (1xx) or a proxy's response can precede the final response, so each new status line starts a new
/// head. Trailer fields are ignored.
struct ResponseHead {
    private(set) var status = 0
    private(set) var fields: [HTTPField] = []
    /// The number of bytes in all lines, including the lines of interim responses.
    private(set) var byteCount = 0
    /// Whether the empty line that ends the head was received.
    private(set) var isComplete = false

    /// The description of a line that contains a NUL or a CR before its end (RFC 9112 section 2.2).
    private var brokenLine: String?

    /// A defect that makes the end of the header section or body ambiguous, or `nil`. Such a defect allows response
    /// splitting and request smuggling (RFC 9112 sections 2.2, 6.1 and 6.3).
    var flaw: String? {
        if let brokenLine { return brokenLine }
        let lengths = fields.values("Content-Length").flatMap { value in
            value.isEmpty ? [""] : value.split { $0 == "," || $0 == " " }
        }
        if lengths.contains(where: { $0 != lengths.first }) {
            return "the response has different Content-Length fields: \(lengths.joined(separator: " and "))"
        }
        guard let length = lengths.first else { return nil }
        if fields.first("Transfer-Encoding") != nil {
            return "the response has both Transfer-Encoding and Content-Length"
        }
        let isNumber = length.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber && Int64(length) != nil ? nil : "Content-Length “\(length.prefix(40))” isn't a 64-bit number"
    }

    mutating func append(_ line: UnsafeBufferPointer<UInt8>) {
        byteCount += line.count
        var line = line[...]
        if line.last == UInt8(ascii: "\n") { line = line.dropLast() }
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        if !isComplete, let end = line.firstIndex(where: { $0 == UInt8(ascii: "\r") || $0 == 0 }) {
            let mistake = line[end] == 0 ? "a NUL" : "a CR without LF"
            brokenLine = "\(mistake) in the line “\(Self.text(line[..<end].prefix(80)))”"
        }
        guard let first = line.first else {
            isComplete = true
            return
        }
        if line.starts(with: "HTTP/".utf8) {
            status = Self.status(of: line)
            fields.removeAll(keepingCapacity: true)
            brokenLine = nil
            isComplete = false
        } else if isComplete {
            return
        } else if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
            // Replaces obsolete line folding by a space (RFC 9112 section 5.2).
            guard !fields.isEmpty else { return }
            fields[fields.count - 1].value += " " + Self.text(Self.trimmed(line))
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            fields.append(HTTPField(Self.text(line[..<colon]), Self.text(Self.trimmed(line[(colon + 1)...]))))
        } else {
            fields.append(HTTPField(Self.text(line), ""))
        }
    }

    private static func status(of line: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return 0 }
        return line[(space + 1)...].prefix(3).reduce(0) { sum, digit in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) ? sum * 10 + Int(digit - UInt8(ascii: "0")) : sum
        }
    }

    private static func trimmed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        return bytes.drop(while: isSpace).trimmingEnd(while: isSpace)
    }

    /// Decodes UTF-8, or ISO 8859-1 if the bytes aren't UTF-8.
    private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        if let text = String(utf8: bytes) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
