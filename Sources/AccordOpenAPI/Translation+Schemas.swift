// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension Translation {
    /// Copies a schema. Changes its references so that they refer to the contract's components.
    func buildSchema(_ schema: JSONValue) {
        var strings: [Int: String] = [:]
        collect(schema, isInResource: false, &strings)
        schemaNodes.append(writer.nodeCount)
        writer.copy(schema, replacing: strings)
    }

    /// Collects the references and names whose text must change: adds the node and the new text of each to `strings`.
    private func collect(_ schema: JSONValue, isInResource: Bool, _ strings: inout [Int: String]) {
        guard schema.kind == .object else { return }
        var isInResource = isInResource
        if let id = schema["$id"]?.string, !id.hasPrefix("#") { isInResource = true }
        for member in schema.members {
            checkKeyword(member)
            if member.key == "$ref", let text = member.value.string {
                strings[member.value.node] = schemaReference(member.value, text, isInResource)
            } else if member.key == "x-nullable", version == .swagger2 {
                // Swagger 2.0 has no “nullable”. The tools of go-swagger and drf-yasg write this extension.
                strings[member.keyValue.node] = "nullable"
            } else if member.key == "nullable", version > .openAPI30 {
                // Later versions have no such keyword. As an extension, it has no meaning in the contract, either.
                strings[member.keyValue.node] = "x-nullable"
            } else if member.key == "discriminator" {
                collectMapping(member.value, isInResource, &strings)
            } else if member.key == "xml", let type = member.value["nodeType"],
                let old = ["attribute", "wrapped"].first(where: { member.value[$0] != nil })
            {
                error(.badValue, "“nodeType” and “\(old)” exclude each other", at: type)
            }
        }
        checkKeywords(of: schema)
        if version == .openAPI30, let nullable = schema["nullable"], nullable.bool == true, schema["type"] == nil,
            ["allOf", "anyOf", "oneOf"].contains(where: { schema[$0] != nil }),
            foreignKeywords.insert("nullable").inserted
        {
            warn(
                .unknownKey, "“nullable” has no effect without “type” in OpenAPI 3.0, but Accord accepts null here",
                at: nullable, advice: "Add “type” here, and “nullable” to each subschema; or use OpenAPI 3.1.")
        }
        for inner in schema.subschemas { collect(inner, isInResource: isInResource, &strings) }
    }

    /// Reports the first use of each keyword that only other versions of OpenAPI have, and of a list of types.
    private func checkKeyword(_ member: JSONMember) {
        let isList = member.key == "type" && member.value.kind == .array && version <= .openAPI30
        let isForeign =
            OpenAPIField.names[version]?[.schema]?.contains(member.key) == false
            && OpenAPIField.keywords.contains(member.key)
        guard isList || isForeign, foreignKeywords.insert(member.key).inserted else { return }
        let name = isList ? "a list in “type”" : "“\(member.key)”"
        warn(
            .unknownKey, "\(name) has no meaning in schemas of OpenAPI \(version.rawValue): most tools ignore it",
            at: SourceLocation(keyOf: member),
            advice: version > .openAPI30
                ? "Add “null” to “type”." : "Use OpenAPI 3.1, or describe the values differently.")
    }

    /// Reports keywords that contradict each other, and keywords without effect.
    private func checkKeywords(of schema: JSONValue) {
        guard checked.insert(NodeID(schema)).inserted else { return }
        if let values = schema["enum"], values.kind == .array, values.elements.isEmpty {
            warn(.empty, "“enum” is empty, so that no value is valid", at: values)
        }
        if schema["readOnly"]?.bool == true, let flag = schema["writeOnly"], flag.bool == true {
            warn(.badValue, "“readOnly” and “writeOnly” exclude each other", at: flag)
        }
        var names: Set<String> = []
        if let required = schema["required"] {
            for name in required.elements where name.string.map({ !names.insert($0).inserted }) == true {
                warn(.badValue, "“required” contains \(name.text) twice", at: name, advice: "Remove one of the two.")
            }
        }
        if version == .openAPI30, schema["type"]?.string == "array", schema["items"] == nil {
            warn(
                .missingKey, "an array requires “items” in OpenAPI 3.0", at: schema,
                advice: "Add “items”, or \"items\": {} for any elements.")
        }
        guard version <= .openAPI30, schema["$ref"]?.kind == .string else { return }
        for member in schema.members
        where OpenAPIField.keywords.contains(member.key) && !Self.descriptive.contains(member.key)
            && foreignKeywords.insert("$ref \(member.key)").inserted
        {
            warn(
                .unknownKey, "“\(member.key)” has no effect beside “$ref” in OpenAPI \(version.rawValue)",
                at: SourceLocation(keyOf: member), advice: "Write the reference in “allOf”, or use OpenAPI 3.1.")
        }
    }

    /// Keywords that are harmless beside a reference: tools that ignore them accept the same values.
    private static let descriptive: Set<String> = [
        "$ref", "title", "description", "example", "deprecated", "externalDocs", "xml",
    ]

    /// Collects the references in a discriminator's `mapping`. Skips names of schemas such as `Cat`.
    private func collectMapping(_ discriminator: JSONValue, _ isInResource: Bool, _ strings: inout [Int: String]) {
        guard let mapping = discriminator["mapping"] else { return }
        for member in mapping.members {
            guard let text = member.value.string else { continue }
            let isName = !text.contains("/") && !text.contains("#") && root["components"]?["schemas"]?[text] != nil
            if !isName { strings[member.value.node] = schemaReference(member.value, text, isInResource) }
        }
    }

    /// Returns the reference that replaces `text` in the contract, or `nil` to keep `text`.
    private func schemaReference(_ reference: JSONValue, _ text: String, _ isInResource: Bool) -> String? {
        // In a schema with its own base URI, a reference that starts with `#` refers to that schema. Keep the
        // reference.
        if isInResource, text.hasPrefix("#") { return nil }
        let key = SchemaReference(document: ObjectIdentifier(reference.document), text: text)
        if let known = schemaReferences[key] { return known }
        let resolved: String
        if isInResource || identifiers(of: reference.document).contains(text.withoutFragment) {
            resolved = text
        } else if let target = target(of: reference) {
            let name = components.name(of: target, in: .schemas, preferring: Self.name(of: text))
            resolved = "#/components/schemas/\(name.asFragment)"
        } else {
            let name = components.name(of: reference, in: .schemas, preferring: "Unresolved")
            resolved = "#/components/schemas/\(name)"
        }
        schemaReferences[key] = resolved
        return resolved
    }

    /// Returns the `$id`s in a document.
    private func identifiers(of document: JSONDocument) -> Set<String> {
        if let known = schemaIdentifiers[ObjectIdentifier(document)] { return known }
        var ids: Set<String> = []
        if document.bytes.holds("\"$id\"") {
            ids = Set(document.root.values(named: "$id").compactMap { $0.string?.withoutFragment }).subtracting([""])
        }
        schemaIdentifiers[ObjectIdentifier(document)] = ids
        return ids
    }

    /// Returns `Pet` for `#/components/schemas/Pet`, and `Error` for `../common/Error.json`.
    static func name(of reference: String) -> String {
        let last = reference.split(whereSeparator: { $0 == "/" || $0 == "#" }).last.map(String.init) ?? "schema"
        let decoded = Percent.decodeText(last)
        for ending in [".json", ".yaml", ".yml"] where decoded.hasSuffix(ending) {
            return String(decoded.dropLast(ending.count))
        }
        return decoded
    }
}

extension String { fileprivate var withoutFragment: String { String(prefix { $0 != "#" }) } }
