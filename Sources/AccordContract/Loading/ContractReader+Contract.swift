// SPDX-License-Identifier: Apache-2.0
import AccordSchema

extension ContractReader {
    static let contractKeys = [
        "$schema", "contract", "info", "servers", "security", "client", "derived", "queryEncoding", "json",
        "operations", "components", "extends", "schemaDialect", "webhooks", "notSecret", "convertedFrom",
    ]

    static let componentSections = [
        "schemas", "parameters", "headers", "requestBodies", "responses", "securitySchemes",
    ]

    /// The version of the contract format that Accord supports.
    static let version = "1.0"

    /// Reads a contract. Reports an error if the document isn't a contract.
    func contract(_ document: JSONDocument) -> Contract? {
        guard isContract(document.root) else { return nil }
        guard let root = extended(document.root) else { return nil }
        let required = ["contract", "info", "operations"]
        let fields = object(root, "a contract", keys: Self.contractKeys, required: required, followsReferences: false)
        guard let fields else { return nil }
        reportVersion(fields)
        noteNotSecrets(fields)
        for key in ["$schema", "convertedFrom"] where fields[key] != nil { _ = string(fields, key) }
        let info = info(fields)
        var defaults = ContractDefaults()
        defaults.servers = servers(fields["servers"], "“servers”")
        let (schemas, schemes) = components(fields.layered["components"], server: defaults.servers.first?.url ?? "")
        defaults.security = security(fields["security"], "“security”") ?? []
        defaults.retry = clientDefaults(fields.layered["client"], "“client”")
        defaults.derived = derived(fields.layered["derived"], "“derived”")
        defaults.queryEncoding = choice(fields, "queryEncoding", of: [.rfc3986, .form])
        defaults.jsonReading = choice(fields, "json", of: [.lenient, .strict])
        let operations = operations(fields.layered["operations"], defaults)
        return Contract(
            file: document.file, document: document, title: info.title, version: info.version,
            servers: defaults.servers, operations: operations, securitySchemes: schemes, schemas: schemas,
            webhooks: webhooks(fields.layered["webhooks"], defaults),
            origin: translation(of: document.root)?.contract.origin ?? (translations.isEmpty ? .contract : .openAPI))
    }

    private func isContract(_ root: JSONValue) -> Bool {
        if root.kind == .object, root["contract"] != nil || root["extends"] != nil { return true }
        let kind = DocumentKind(root)
        report(
            .notAContract, kind.map { "expected a contract, got \($0.rawValue)" } ?? "the file isn't a contract",
            at: root, advice: kind?.adviceForContracts ?? DocumentKind.beginnings)
        return false
    }

    private func reportVersion(_ fields: ObjectFields) {
        guard let value = fields["contract"] else { return }
        if value.kind == .number, value.text == Self.version {
            return report(
                .wrongType, "“contract”: expected a string, got a number", at: value,
                advice: "Write \"contract\": \"\(Self.version)\".", correction: Self.version)
        }
        guard expect(value, .string, "“contract”"), value.string != Self.version else { return }
        report(
            .version, "unsupported version \(value.text) of the contract format", at: value,
            advice: "Write \"contract\": \"\(Self.version)\".")
    }

    private func info(_ fields: ObjectFields) -> (title: String, version: String) {
        guard let value = fields.layered["info"] else { return ("", "") }
        let keys = ["title", "version", "summary", "description", "contact", "license", "termsOfService"]
        guard let info = object(value, "“info”", keys: keys, required: ["title", "version"]) else { return ("", "") }
        for key in ["summary", "description", "termsOfService"] { _ = string(info, key) }
        return (string(info, "title") ?? "", string(info, "version") ?? "")
    }

    private func components(_ layered: Layered?, server: String) -> ([NamedSchema], [SecurityScheme]) {
        guard let layered, let fields = object(layered, "“components”", keys: Self.componentSections) else {
            return ([], [])
        }
        for layer in fields.layered["securitySchemes"]?.layers ?? [] where layer.kind == .object {
            schemeNames += layer.members.map(\.key)
        }
        let schemas = named(fields.layered["schemas"], "“schemas”").compactMap { member in
            schema(member.value.top).map { NamedSchema(name: member.name, schema: $0) }
        }
        let schemes = named(fields.layered["securitySchemes"], "“securitySchemes”").compactMap {
            securityScheme($0, server: server)
        }
        for section in ["parameters", "headers", "responses"] { _ = named(fields.layered[section], "“\(section)”") }
        securitySchemes = schemes
        return (schemas, schemes)
    }

    /// Returns the ids of an operation and of the operations that the steps of its cases call.
    private static func operationIDs(of operation: JSONMember) -> [String] {
        let steps = operation.value["cases"]?.members.flatMap { member in
            member.value["steps"]?.elements.compactMap { $0["operationId"]?.string } ?? []
        }
        return [operation.key] + (steps ?? [])
    }

    /// Returns the document, followed by the contracts that it extends directly and indirectly.
    private func extended(_ root: JSONValue) -> Layered? {
        var layers = [root]
        while let reference = layers[layers.count - 1]["extends"] {
            guard expect(reference, .string, "“extends”"), let path = reference.string else { return nil }
            guard let next = document(relative: path, for: reference, .extending) else { return nil }
            if layers.contains(where: { $0.document === next || $0.document.file == next.file }) {
                return reject(
                    .extending, "“extends” refers to its own file, directly or through other contracts", at: reference)
            }
            let extended = Set(layers.flatMap { $0["operations"]?.members.flatMap(Self.operationIDs) ?? [] })
            guard let next = translated(next, extended: extended) else { return nil }
            guard next.root.kind == .object else {
                return reject(.extending, "“\(path)” isn't a contract", at: reference)
            }
            layers.append(next.root)
        }
        return Layered(layers)
    }
}

/// The strings that look like secrets but aren't: `"notSecret": { "ch_3MmlLrLkdIwHu7ix0snN0B15": "an object's id" }`.
struct NotSecrets {
    private var locations: [String: SourceLocation] = [:]
    private var used: Set<String> = []

    mutating func add(_ text: String, at location: SourceLocation) {
        if locations[text] == nil { locations[text] = location }
    }

    /// Returns a string in which a space replaces each text that `notSecret` lists.
    mutating func cleared(_ text: String) -> String {
        var remainder = text
        for known in locations.keys where remainder.contains(known) {
            remainder = remainder.replacing(known, with: " ")
            used.insert(known)
        }
        return remainder
    }

    /// The locations of the texts in `notSecret` that aren't part of a value that looks like a secret. The order is the
    /// order in the file.
    var unused: [SourceLocation] {
        locations.filter { !used.contains($0.key) }.map(\.value).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }
}

extension ContractReader {
    /// Reads `notSecret`. Each text in it applies to the whole contract.
    func noteNotSecrets(_ fields: ObjectFields) {
        guard let layered = fields.layered["notSecret"] else { return }
        for member in named(layered, "“notSecret” in \(fields.subject)", followsReferences: false) {
            let reason = member.value.top
            guard expect(reason, .string, "the reason why “\(member.name)” isn't secret") else { continue }
            guard reason.string?.contains(where: { !$0.isWhitespace }) == true, !member.name.isEmpty else {
                report(
                    .badValue, "“notSecret” requires a text, and the reason why the text isn't secret", at: reason,
                    advice: "Write { \"ch_3Mm…\": \"the id of a charge in Stripe's documentation\" }.")
                continue
            }
            notSecrets.add(member.name, at: member.location)
        }
    }
}
