import AccordContract
import AccordJSON
import AccordSchema

/// Writes a JSON value as XML, as a schema's `xml` says: the XML Object of OpenAPI 3.1.1, section 4.8.26.
enum XMLWriter {
    /// The document's bytes. Its root is named by `xml`, else by the reference that the schema is, else `root`; a list has one
    /// in any case, as a document has.
    static func bytes(_ value: JSON, _ schema: SchemaView?) -> [UInt8] {
        let reference = schema?.keyword("$ref")?.string?.split(separator: "/").last.map(String.init)
        var text = #"<?xml version="1.0" encoding="UTF-8"?>"#
        write(value, name(reference ?? "root", schema), schema, &text)
        return Array(text.utf8)
    }

    private static func write(_ value: JSON, _ name: String, _ schema: SchemaView?, _ text: inout String) {
        text += "<\(name)\(namespace(schema))"
        var content = ""
        for (key, member) in value.object ?? [:] {
            let own = schema?.property(key)
            if let elements = member.array {
                list(elements, named: self.name(key, own), key, own, &content)
            } else if own?.keyword("xml")?["attribute"]?.bool == true {
                text += " \(self.name(key, own))=\"\(escaped(scalar(member)))\""
            } else {
                write(member, self.name(key, own), own, &content)
            }
        }
        // Without names of their own the elements have the list's.
        for element in value.array ?? [] { write(element, self.name(name, schema?.items), schema?.items, &content) }
        if value.object == nil, value.array == nil { content = escaped(scalar(value)) }
        text += content.isEmpty ? "/>" : ">\(content)</\(name)>"
    }

    /// A list's elements, below an element of the list's own where it is `wrapped`. The name of an element is that of its
    /// own schema; without one it is the list's where that is wrapped, and the property's where it isn't.
    private static func list(
        _ elements: [JSON], named name: String, _ property: String, _ schema: SchemaView?, _ text: inout String
    ) {
        if schema?.keyword("xml")?["wrapped"]?.bool == true { return write(.array(elements), name, schema, &text) }
        let elementName = self.name(property, schema?.items)
        for element in elements { write(element, elementName, schema?.items, &text) }
    }

    private static func name(_ fallback: String, _ schema: SchemaView?) -> String {
        let xml = schema?.keyword("xml")
        let name = elementName(xml?["name"]?.string ?? fallback)
        return xml?["prefix"]?.string.map { "\($0):\(name)" } ?? name
    }

    /// The name with what the name of an element can't hold replaced by `_`; the rest of XML's names is left as it is.
    private static func elementName(_ name: String) -> String {
        func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value <= 0x20 || "\"#$%&'()*+,/;<=>?@[\\]^`{|}~!".unicodeScalars.contains(scalar)
        }
        var scalars = name.unicodeScalars.map { isForbidden($0) ? "_" : $0 }
        if let first = scalars.first, "0123456789-.".unicodeScalars.contains(first) { scalars.insert("_", at: 0) }
        return scalars.isEmpty ? "_" : String(String.UnicodeScalarView(scalars))
    }

    private static func namespace(_ schema: SchemaView?) -> String {
        guard let xml = schema?.keyword("xml"), let namespace = xml["namespace"]?.string else { return "" }
        let prefix = xml["prefix"]?.string.map { ":\($0)" } ?? ""
        return " xmlns\(prefix)=\"\(escaped(namespace))\""
    }

    private static func scalar(_ value: JSON) -> String {
        switch value {
        case .string(let text): text
        case .null: ""
        default: value.compact
        }
    }

    /// The text with what means something in XML written as references; what XML 1.0 can't hold is left out.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension MediaTypeDescription {
    /// True where the schema states types, or its keywords imply some, and a string isn't among them.
    package var allowsNoString: Bool {
        guard let source = schema?.source else { return false }
        let types = SchemaView(source).impliedTypes
        return !types.isEmpty && !types.contains(.string)
    }

    /// True of XML whose schema describes its elements.
    package var isStructuredXML: Bool { mediaType.isXML && allowsNoString }
}
