// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Writes a JSON value as XML according to a schema's `xml` (OpenAPI 3.1.1, section 4.8.26).
enum XMLWriter {
    /// Returns an XML document. The name of the root element comes from `xml` in the schema, or from the schema's
    /// `$ref`. The default name is `root`. A list becomes children of a root element, because an XML document has only
    /// one root element.
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
            let property = schema?.property(key)
            if let elements = member.array {
                list(elements, named: self.name(key, property), key, property, &content)
            } else if property?.keyword("xml")?["attribute"]?.bool == true {
                text += " \(self.name(key, property))=\"\(escaped(scalar(member)))\""
            } else {
                write(member, self.name(key, property), property, &content)
            }
        }
        // If the schema gives the elements no name, the elements get the name of the list.
        for element in value.array ?? [] { write(element, self.name(name, schema?.items), schema?.items, &content) }
        if value.object == nil, value.array == nil { content = escaped(scalar(value)) }
        text += content.isEmpty ? "/>" : ">\(content)</\(name)>"
    }

    /// Writes the elements of a list. For example, the property is `tags`, and its `xml` specifies the name `list`. A
    /// `wrapped` list becomes `<list><list>a</list></list>`, and any other list becomes `<tags>a</tags>`. If `xml` of
    /// `items` specifies a name, the elements have this name.
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

    /// Returns the name with invalid characters replaced by `_`.
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

    /// Returns the string with XML's special characters escaped and its invalid characters removed.
    private static func escaped(_ text: String) -> String {
        text.replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "\t", "\n", "\r": "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": ""
            default: nil
            }
        }
    }
}

extension MediaTypeDescription {
    /// Whether the schema specifies or implies types, but not `string`.
    package var allowsNoString: Bool {
        let types = schema?.view.impliedTypes ?? []
        return !types.isEmpty && !types.contains(.string)
    }

    /// Whether the schema describes something in the body that Accord doesn't read: the elements of an XML document, the
    /// rows of a table, the values of a YAML text, or multipart parts by their positions.
    package var hasUnreadSchema: Bool {
        if mediaType.isMultipart { return schema?.view.impliedTypes == [.array] }
        let isRead = !mediaType.isXML && !mediaType.isTable && !["yaml", "x-yaml"].contains(mediaType.subtype)
        return !isRead && allowsNoString
    }
}
