// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

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

/// Reads XML with Foundation's parser. Document type declarations are errors, because they can define entities that
/// expand without limit.
final class XMLReader: NSObject, XMLParserDelegate {
    private var open: [XMLElement] = []
    private var root: XMLElement?
    /// For each prefix, its namespaces, the innermost last.
    private var namespaces: [String: [String]] = ["xml": ["http://www.w3.org/XML/1998/namespace"]]
    private var declaresEntities = false

    static func element(_ bytes: [UInt8]) throws(Mistake) -> XMLElement {
        let parser = XMLParser(data: Data(bytes))
        let reader = XMLReader()
        parser.delegate = reader
        parser.shouldProcessNamespaces = true
        parser.shouldReportNamespacePrefixes = true
        let isRead = parser.parse()
        guard !reader.declaresEntities, Data(bytes).range(of: Data("<!DOCTYPE".utf8)) == nil else {
            throw Mistake("Accord doesn't support a document type declaration")
        }
        guard isRead, parser.parserError == nil, let root = reader.root else {
            let reason = (parser.parserError as NSError?).flatMap { reasons[$0.code] } ?? "the text isn't well-formed"
            throw Mistake("\(reason), line \(parser.lineNumber)")
        }
        return root
    }

    /// Reasons by the error number of libxml2.
    private static let reasons = [
        4: "no element", 26: "an unknown entity", 42: "a duplicate attribute",
        76: "an end tag closes a different element", 77: "an element isn't closed", 201: "an undeclared prefix",
    ]

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let named = attributes.filter { $0.key != "xmlns" && !$0.key.hasPrefix("xmlns:") }.map { key, value in
            let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
            let namespace = parts.count == 2 ? namespaces[parts[0]]?.last ?? "" : ""
            return (name: XMLElement.Name(namespace: namespace, local: parts.last ?? key), value: value)
        }
        let element = XMLElement(
            XMLElement.Name(namespace: namespaceURI ?? "", local: name), named.sorted { $0.name.local < $1.name.local })
        if let parent = open.last { parent.children.append(element) } else { root = element }
        open.append(element)
    }

    func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, didStartMappingPrefix prefix: String, toURI namespace: String) {
        namespaces[prefix, default: []].append(namespace)
    }

    func parser(_ parser: XMLParser, didEndMappingPrefix prefix: String) { _ = namespaces[prefix]?.popLast() }

    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }

    func parser(_ parser: XMLParser, foundCDATA data: Data) { open.last?.text += String(decoding: data, as: UTF8.self) }

    func parser(_ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?) {
        declaresEntities = true
        parser.abortParsing()
    }
}
