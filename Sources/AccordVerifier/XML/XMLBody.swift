import AccordCore
import Foundation

extension XPathReader {
    /// Reads by libxml2.
    package static let libxml2: XPathReader = XPathReader { path, document in
        guard let library = XMLLibrary.shared else { return .failure(.unavailable("libxml2 isn't there")) }
        do throws(XPathReader.Failure) {
            return .success(try XMLBody(document, library).texts(path))
        } catch {
            return .failure(error)
        }
    }
}

/// An XML body, freed with the value. A document type declaration is refused: without one there are no entities, neither
/// external ones nor such that grow.
private final class XMLBody {
    /// How many nodes a path may find: each takes a reading of its own.
    private static let mostNodes = 1000
    /// XML_PARSE_NOERROR, XML_PARSE_NOWARNING and XML_PARSE_NONET.
    private static let options: CInt = 1 << 5 | 1 << 6 | 1 << 11

    private let library: XMLLibrary
    private let document: XMLLibrary.Pointer
    private let context: XMLLibrary.Pointer

    init(_ bytes: [UInt8], _ library: XMLLibrary) throws(XPathReader.Failure) {
        if let reason = XMLProlog(bytes).refusal { throw .document(reason) }
        self.library = library
        // Errors would be printed otherwise.
        library.setErrorReceiver(nil) { _, _ in }
        let read = bytes.withUnsafeBytes { buffer in
            library.readMemory(
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(clamping: bytes.count), nil, nil,
                Self.options)
        }
        guard let read else { throw .document("the body isn't well-formed XML") }
        guard let made = library.newContext(read) else {
            library.freeDocument(read)
            throw .document("the body can't be read")
        }
        document = read
        context = made
        // The prefixes that the root element declares; a default namespace has none.
        for (prefix, uri) in namespaces() { _ = library.registerNamespace(context, prefix, uri) }
    }

    deinit {
        library.freeContext(context)
        library.freeDocument(document)
    }

    func texts(_ path: String) throws(XPathReader.Failure) -> [String] {
        guard let count = value("count(\(path))", library.number) else {
            guard let single = text(path) else { throw .path }
            return [single]
        }
        guard count <= Double(Self.mostNodes) else {
            throw .document("it finds \(Int(count)) nodes, and at most \(Self.mostNodes) are judged")
        }
        return (0..<Int(count)).compactMap { text("string((\(path))[\($0 + 1)])") }
    }

    private func namespaces() -> [(prefix: String, uri: String)] {
        let count = value("count(/*/namespace::*)", library.number).map { Int($0) } ?? 0
        return (0..<min(count, 100)).compactMap { index in
            let node = "/*/namespace::*[\(index + 1)]"
            guard let prefix = text("name(\(node))"), !prefix.isEmpty, prefix != "xml",
                let uri = text("string(\(node))")
            else { return nil }
            return (prefix, uri)
        }
    }

    private func text(_ expression: String) -> String? {
        value(expression) { object in
            guard let text = library.text(object) else { return "" }
            defer { free(text) }
            return String(cString: text)
        }
    }

    /// nil where the expression is none.
    private func value<Value>(_ expression: String, _ read: (XMLLibrary.Pointer?) -> Value) -> Value? {
        guard let object = library.evaluate(expression, context) else { return nil }
        defer { library.freeObject(object) }
        return read(object)
    }
}

/// What stands in front of a document's root element, as far as it decides whether the document is read.
private struct XMLProlog {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Encodings in which ASCII is ASCII, so that nothing can be hidden from a look at the bytes.
    private static let encodings = ["utf-8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "windows-1252"]

    /// What the XML declaration says; nil where it says nothing.
    private var encoding: String? {
        let text = String(decoding: bytes.prefix(1024), as: UTF8.self)
        guard text.contains("<?xml"), let end = text.firstRange(of: "?>"),
            let name = text[..<end.lowerBound].firstMatch(of: /encoding\s*=\s*["']([^"']*)/)
        else { return nil }
        return name.1.lowercased()
    }

    /// Why the document isn't read; nil where it is.
    var refusal: String? {
        guard !bytes.contains(0) else { return "the body isn't XML in UTF-8, and is not read" }
        if let name = encoding, !Self.encodings.contains(name) { return "XML in the encoding “\(name)” is not read" }
        let isDeclared = bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "<") && bytes[index...].starts(with: "<!DOCTYPE".utf8)
        }
        return isDeclared ? "the body has a document type declaration, which may hold entities, and is not read" : nil
    }
}
