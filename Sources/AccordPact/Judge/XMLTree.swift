// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// An element of an XML document with resolved namespaces.
final class XMLElement {
    struct Name: Hashable, CustomStringConvertible {
        var namespace: String
        var local: String

        var description: String { namespace.isEmpty ? local : "{\(namespace)}\(local)" }
    }

    let name: Name
    let attributes: [(name: Name, value: String)]
    fileprivate(set) var children: [XMLElement] = []
    /// The text of the element, without the text of inner elements.
    fileprivate(set) var text = ""

    fileprivate init(_ name: Name, _ attributes: [(name: Name, value: String)]) {
        self.name = name
        self.attributes = attributes
    }

    func attribute(_ name: Name) -> String? { attributes.first { $0.name == name }?.value }

    /// The text without surrounding white space.
    var trimmedText: String {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(String.UnicodeScalarView(scalars[first...last]))
    }
}

/// The error for a text that isn't well-formed XML.
struct XMLSyntaxError: Error {
    var reason: String
}

/// Reads XML 1.0 with namespaces. Document type declarations are errors, because they can define entities that expand
/// without limit.
struct XMLReader {
    private let bytes: [UInt8]
    private var index = 0
    private var open: [(element: XMLElement, tag: String, namespaces: [String: String])] = []
    private var root: XMLElement?

    private static let maximumDepth = 200

    static func element(_ bytes: [UInt8]) throws(XMLSyntaxError) -> XMLElement {
        var reader = XMLReader(bytes)
        return try reader.read()
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    private mutating func read() throws(XMLSyntaxError) -> XMLElement {
        while index < bytes.count {
            if take("<!--") {
                try skip(past: "-->", "a comment")
            } else if take("<![CDATA[") {
                let start = index
                try skip(past: "]]>", "a CDATA section")
                try addText(String(decoding: bytes[start..<(index - 3)], as: UTF8.self))
            } else if take("<?") {
                try skip(past: "?>", "a processing instruction")
            } else if take("<!") {
                throw error("Accord doesn't support a document type declaration")
            } else if take("</") {
                try close()
            } else if take("<") {
                try begin()
            } else {
                let start = index
                while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
                try addText(try decoded(bytes[start..<index]))
            }
        }
        guard open.isEmpty, let root else {
            throw error(open.isEmpty ? "no element" : "“<\(open[open.count - 1].tag)>” isn't closed")
        }
        return root
    }

    // MARK: Elements

    private mutating func begin() throws(XMLSyntaxError) {
        let tag = try name()
        var attributes: [(name: String, value: String)] = []
        var namespaces = open.last?.namespaces ?? ["xml": "http://www.w3.org/XML/1998/namespace"]
        var isEmpty = false
        while true {
            skipBlanks()
            if take("/>") {
                isEmpty = true
                break
            }
            if take(">") { break }
            let key = try name()
            skipBlanks()
            guard take("=") else { throw error("expected “=” after the attribute “\(key)”") }
            skipBlanks()
            let value = try quoted()
            if key == "xmlns" {
                namespaces[""] = value
            } else if key.hasPrefix("xmlns:") {
                namespaces[String(key.dropFirst(6))] = value
            } else {
                guard !attributes.contains(where: { $0.name == key }) else {
                    throw error("duplicate attribute “\(key)”")
                }
                attributes.append((key, value))
            }
        }
        var named: [(name: XMLElement.Name, value: String)] = []
        for (key, value) in attributes { named.append((try resolved(key, namespaces, isAttribute: true), value)) }
        let element = XMLElement(try resolved(tag, namespaces, isAttribute: false), named)
        if let parent = open.last {
            parent.element.children.append(element)
        } else if root == nil {
            root = element
        } else {
            throw error("a second root element")
        }
        guard !isEmpty else { return }
        guard open.count < Self.maximumDepth else { throw error("more than \(Self.maximumDepth) levels") }
        open.append((element, tag, namespaces))
    }

    private mutating func close() throws(XMLSyntaxError) {
        let tag = try name()
        skipBlanks()
        guard take(">") else { throw error("expected “>” after “</\(tag)”") }
        guard let last = open.popLast(), last.tag == tag else { throw error("“</\(tag)>” closes a different element") }
    }

    private func resolved(
        _ text: String, _ namespaces: [String: String], isAttribute: Bool
    ) throws(XMLSyntaxError) -> XMLElement.Name {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            return XMLElement.Name(namespace: isAttribute ? "" : namespaces[""] ?? "", local: text)
        }
        guard let namespace = namespaces[parts[0]] else { throw error("undeclared prefix “\(parts[0])”") }
        return XMLElement.Name(namespace: namespace, local: parts[1])
    }

    // MARK: Texts

    private func addText(_ text: String) throws(XMLSyntaxError) {
        if let element = open.last?.element {
            element.text += text
        } else if text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) {
            throw error("text outside the root element")
        }
    }

    private mutating func name() throws(XMLSyntaxError) -> String {
        let start = index
        let ends = Set(" \t\r\n=/><\"'".utf8)
        while index < bytes.count, !ends.contains(bytes[index]) { index += 1 }
        guard start < index else { throw error("expected a name") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func quoted() throws(XMLSyntaxError) -> String {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
            throw error("expected a quotation mark before an attribute's value")
        }
        let start = index + 1
        guard let end = bytes[start...].firstIndex(of: bytes[index]) else {
            throw error("an attribute's value has no closing quotation mark")
        }
        index = end + 1
        return try decoded(bytes[start..<end])
    }

    private func decoded(_ bytes: ArraySlice<UInt8>) throws(XMLSyntaxError) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        for (number, piece) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
            guard number > 0 else {
                result += piece
                continue
            }
            guard let end = piece.firstIndex(of: ";"), let character = Self.character(String(piece[..<end])) else {
                throw error("an unknown entity “&\(piece.prefix(10))”")
            }
            result += character
            result += piece[piece.index(after: end)...]
        }
        return result
    }

    private static func character(_ name: String) -> String? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return code.flatMap { Unicode.Scalar($0) }.map { String($0) }
        }
    }

    private mutating func skipBlanks() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }

    private mutating func skip(past end: String, _ what: String) throws(XMLSyntaxError) {
        while index < bytes.count {
            if take(end) { return }
            index += 1
        }
        throw error("\(what) without its end")
    }

    private func error(_ reason: String) -> XMLSyntaxError {
        let line = bytes.prefix(index).count { $0 == 0x0A } + 1
        return XMLSyntaxError(reason: "\(reason), line \(line)")
    }
}
