import AccordContract
import AccordJSON

extension Translation {
    /// Copies a schema, its references leading to the contract's components.
    func writeSchema(_ schema: JSONValue) {
        var strings: [(value: JSONValue, text: String)] = []
        collect(schema, isInResource: false, &strings)
        schemaNodes.append(writer.nodeCount)
        writer.copy(schema, replacing: strings)
    }

    private static let maps: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies",
    ]
    private static let lists: Set<String> = ["allOf", "anyOf", "oneOf", "prefixItems", "items"]
    private static let single: Set<String> = [
        "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "additionalItems",
        "unevaluatedItems", "unevaluatedProperties", "contentSchema",
    ]

    /// The strings in a schema that read differently in the contract, in the order of the text.
    private func collect(
        _ schema: JSONValue, isInResource: Bool, _ strings: inout [(value: JSONValue, text: String)]
    ) {
        guard schema.kind == .object else { return }
        var isInResource = isInResource
        if let id = schema["$id"]?.string, !id.hasPrefix("#") { isInResource = true }
        for member in schema.members {
            let key = member.key
            let value = member.value
            if key == "$ref" {
                if let text = value.string, let own = schemaReference(value, text, isInResource), own != text {
                    strings.append((value, own))
                }
            } else if key == "discriminator" {
                collectMapping(value, isInResource, &strings)
            } else if Self.maps.contains(key) {
                for inner in value.members { collect(inner.value, isInResource: isInResource, &strings) }
            } else if value.kind == .array, Self.lists.contains(key) {
                for inner in value.elements { collect(inner, isInResource: isInResource, &strings) }
            } else if Self.single.contains(key) {
                collect(value, isInResource: isInResource, &strings)
            }
        }
    }

    /// The values of a discriminator's mapping: references, or names of schemas.
    private func collectMapping(
        _ discriminator: JSONValue, _ isInResource: Bool, _ strings: inout [(value: JSONValue, text: String)]
    ) {
        guard let mapping = discriminator["mapping"] else { return }
        for member in mapping.members {
            guard let text = member.value.string else { continue }
            let isName = !text.contains("/") && !text.contains("#") && root["components"]?["schemas"]?[text] != nil
            guard !isName, let own = schemaReference(member.value, text, isInResource), own != text else { continue }
            strings.append((member.value, own))
        }
    }

    /// The text by which the contract refers to the schema that a reference means; nil where it may stay.
    private func schemaReference(_ reference: JSONValue, _ text: String, _ isInResource: Bool) -> String? {
        // Within a schema that has a base URI of its own, a reference is seen from there.
        if isInResource, text.hasPrefix("#") { return nil }
        let key = SchemaReference(document: ObjectIdentifier(reference.document), text: text)
        if let known = schemaReferences[key] { return known }
        let own: String
        if isInResource || identifiers(of: reference.document).contains(text.withoutFragment) {
            own = text
        } else if let target = target(of: reference) {
            let name = components.name(of: target, in: .schemas, wanted: Self.name(of: text))
            own = "#/components/schemas/\(name.asFragment)"
        } else {
            let name = components.name(of: reference, in: .schemas, wanted: "Unresolved")
            own = "#/components/schemas/\(name)"
        }
        schemaReferences[key] = own
        return own
    }

    /// What a document's schemas call themselves by `$id`.
    private func identifiers(of document: JSONDocument) -> Set<String> {
        if let known = schemaIdentifiers[ObjectIdentifier(document)] { return known }
        var found: Set<String> = []
        if ByteSearch.holds(document.bytes, "\"$id\"") {
            var pending = [document.root]
            while let value = pending.popLast() {
                pending += value.elements
                for member in value.members {
                    pending.append(member.value)
                    if member.key == "$id", let text = member.value.string { found.insert(text.withoutFragment) }
                }
            }
            found.remove("")
        }
        schemaIdentifiers[ObjectIdentifier(document)] = found
        return found
    }

    /// `Pet` of `#/components/schemas/Pet`, `Error` of `../common/Error.json`.
    static func name(of reference: String) -> String {
        let last = reference.split(whereSeparator: { $0 == "/" || $0 == "#" }).last.map(String.init) ?? "schema"
        let decoded = Percent.decodeText(last)
        for ending in [".json", ".yaml", ".yml"] where decoded.hasSuffix(ending) {
            return String(decoded.dropLast(ending.count))
        }
        return decoded
    }

    /// Writes the components that anything refers to, and those that the document lists.
    func writeComponents() {
        let listed = root["components"] ?? root
        if version != .swagger2, let components = root["components"] { checkFields(of: components, .components) }
        writer.key("components", from: listed)
        writer.beginObject(from: listed)
        writeSecuritySchemes()
        for section in SharedComponents.Section.allCases {
            writer.key(section.rawValue, from: listed[section.rawValue] ?? listed)
            writer.beginObject(from: listed[section.rawValue] ?? listed)
            var index = 0
            while let entry = components.next(in: section, from: &index) {
                if let key = entry.key {
                    writer.key(entry.name, of: key)
                } else {
                    writer.key(entry.name, from: entry.value)
                }
                write(entry.value, in: section)
            }
            writer.endObject()
        }
        writer.endObject()
    }

    private func write(_ value: JSONValue, in section: SharedComponents.Section) {
        switch section {
        case .responses: writeResponseObject(value)
        case .requestBodies: writeRequestBodyObject(value)
        case .parameters: writeParameterObject(value)
        case .headers: writeHeaderObject(value)
        case .schemas:
            if value.kind == .string {
                // A reference that leads nowhere, and was reported.
                writer.bool(true, from: value)
            } else {
                writeSchema(value)
            }
        }
    }

    /// The document's own components keep their names; unless only some operations are wanted, all are written.
    func reserveComponents() {
        for section in SharedComponents.Section.allCases {
            let isOld = version == .swagger2
            let listed =
                isOld
                ? (section == .schemas ? root["definitions"] : nil) : root["components"]?[section.rawValue]
            guard let listed, expect(listed, .object, "“\(section.rawValue)”") else { continue }
            for member in listed.members where !member.key.hasPrefix("x-") || section == .schemas {
                let value = section == .schemas ? member.value : resolved(member.value)
                guard let value, section == .schemas || expect(value, .object, "“\(member.key)”") else { continue }
                let isWritten = options.operations == nil || section == .schemas && value["$id"] != nil
                components.reserve(member, value, in: section, isWritten: isWritten)
            }
        }
    }

    /// Looks through the components that are written only where something refers to them.
    func checkOtherComponents() {
        guard options.operations == nil, let listed = root["components"] else { return }
        let (kept, nodes) = (writer, schemaNodes)
        defer { (writer, schemaNodes) = (kept, nodes) }
        func each(_ section: String, _ check: (JSONMember, JSONValue) -> Void) {
            guard let members = listed[section], expect(members, .object, "“\(section)”") else { return }
            for member in members.members where !member.key.hasPrefix("x-") {
                guard let value = resolved(member.value), expect(value, .object, "“\(member.key)”") else { continue }
                check(member, value)
            }
        }
        each("links") { _, value in checkFields(of: value, .link) }
        each("examples") { _, value in
            checkFields(of: value, .example)
            checkExclusions(value)
        }
        each("mediaTypes") { _, value in writeMediaType(value) }
        each("pathItems") { member, value in
            for operation in operations(in: value, path: "", pathMember: member) {
                writeOperationObject(operation, isCallback: true)
            }
        }
        each("callbacks") { _, value in
            for member in value.members where !member.key.hasPrefix("x-") {
                for operation in operations(in: member.value, path: "", pathMember: member) {
                    writeOperationObject(operation, isCallback: true)
                }
            }
        }
    }
}

extension String {
    /// As one token of a JSON Pointer in a URI's fragment.
    var asFragment: String { Percent.encode(String(JSONPointer(tokens: [self]).description.dropFirst())) }

    fileprivate var withoutFragment: String { String(prefix { $0 != "#" }) }
}
