// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Translates one OpenAPI document into a contract.
final class Translation: ContractBuilder {
    let document: JSONDocument
    let store: DocumentStore
    let options: OpenAPIOptions
    private(set) var diagnostics: [Diagnostic] = []
    var version: OpenAPIVersion = .openAPI31
    var writer = DocumentBuilder()
    var components = SharedComponents()
    /// The nodes of the schemas in the contract that is being built.
    var schemaNodes: [Int] = []
    /// The contract's reference to each schema. The key is the reference in the OpenAPI document.
    var schemaReferences: [SchemaReference: String] = [:]
    var schemaIdentifiers: [ObjectIdentifier: Set<String>] = [:]
    var anchors: [ObjectIdentifier: [String: JSONValue]] = [:]
    var operations: [FoundOperation] = []
    var operationIDs: [NodeID: String] = [:]
    /// The contract's id of each operation. The key is the operation's id in the OpenAPI document.
    var operationsByDocumentID: [String: String] = [:]
    /// The objects whose fields were already checked, so that each object is reported only once.
    var checked: Set<NodeID> = []
    /// The reported keywords that only other versions of OpenAPI have.
    var foreignKeywords: Set<String> = []
    /// The callbacks that are being built. The list prevents endless recursion if an operation of a callback has the
    /// same callback.
    var openCallbacks: Set<NodeID> = []
    /// The `produces` value of the operation that is being built (Swagger 2.0).
    var swaggerProduces: JSONValue?

    struct SchemaReference: Hashable {
        var document: ObjectIdentifier
        var text: String
    }

    init(_ document: JSONDocument, _ store: DocumentStore, _ options: OpenAPIOptions) {
        (self.document, self.store, self.options) = (document, store, options)
    }

    // MARK: Diagnostics

    /// Reports a part of the OpenAPI document that Accord can't check. The contract omits this part.
    func error(_ rule: ContractRule, _ message: String, at place: some Placed, advice: String? = nil) {
        diagnostics.append(Diagnostic(.error, rule: rule.rawValue, message, at: place.sourceLocation, advice: advice))
    }

    /// Reports an error, and returns `nil` in place of the value that contains the error.
    func reject<Value>(_ rule: ContractRule, _ message: String, at place: some Placed, advice: String? = nil) -> Value?
    {
        error(rule, message, at: place, advice: advice)
        return nil
    }

    /// Reports a warning: a mistake in the OpenAPI document that doesn't prevent Accord from checking the API.
    func warn(_ rule: ContractRule, _ message: String, at place: some Placed, advice: String? = nil) {
        diagnostics.append(Diagnostic(.warning, rule: rule.rawValue, message, at: place.sourceLocation, advice: advice))
    }

    func reportVersion() {
        let value = root["openapi"] ?? root["swagger"] ?? root
        error(
            .version, "unsupported OpenAPI version \(value.text)", at: value,
            advice: "Accord supports 3.0, 3.1 and 3.2 in “openapi”, and 2.0 in “swagger”.")
    }

    /// Returns whether a value has the expected type. Reports a value of a different type.
    func expect(
        _ value: JSONValue, _ kind: JSONKind, _ subject: String, _ severity: Diagnostic.Severity = .error
    ) -> Bool {
        if value.kind == kind { return true }
        let message = "\(subject): expected \(kind.withArticle), got \(value.kind.withArticle)"
        diagnostics.append(
            Diagnostic(severity, rule: ContractRule.wrongType.rawValue, message, at: value.sourceLocation))
        return false
    }

    /// Returns the members of a map whose values are objects, with references resolved. Reports other values.
    func objects(in map: JSONValue, _ noun: String) -> [(member: JSONMember, object: JSONValue)] {
        map.members.filter { !$0.key.hasPrefix("x-") }.compactMap { member in
            guard let object = resolved(member.value), expect(object, .object, "the \(noun) “\(member.key)”") else {
                return nil
            }
            return (member, object)
        }
    }

    // MARK: Building

    /// Adds the member `key` to the current object of the contract, with a copy of a value of the OpenAPI document.
    func copy(_ value: JSONValue, as key: String) {
        writer.key(key, at: value)
        writer.copy(value)
    }

    // MARK: Document

    func contract(_ version: OpenAPIVersion) -> TranslatedContract? {
        self.version = version
        guard checkRoot() else { return nil }
        reserveComponents()
        findOperations()
        writer.beginObject(at: root)
        add("contract", .string("1.0"), at: root["openapi"] ?? root["swagger"] ?? root)
        addInfo()
        add("schemaDialect", .string(dialect), at: root["jsonSchemaDialect"] ?? root)
        addServers(of: root)
        if let security = root["security"] { copySecurity(security) }
        object("operations", at: root["paths"] ?? root) {
            for operation in operations {
                writer.key(operation.id, at: operation.member.keyValue)
                buildOperation(operation)
            }
        }
        addWebhooks()
        checkOtherComponents()
        addComponents()
        writer.endObject()
        return finished(.openAPI)
    }

    private var dialect: String {
        guard let named = root["jsonSchemaDialect"] else { return version.schemaDialect }
        guard let text = named.string, SchemaDialect(metaschema: text) != nil else {
            warn(
                .schema, "unknown dialect \(named.text): Accord reads schemas as OpenAPI \(version.rawValue)",
                at: named, advice: "Specify a draft of JSON Schema, or remove “jsonSchemaDialect”.")
            return version.schemaDialect
        }
        return text
    }

    /// Returns whether the document has a member that can contain operations. Reports an error otherwise.
    private func checkRoot() -> Bool {
        checkFields(of: root, .document)
        for (key, kind) in [("openapi", JSONKind.string), ("swagger", .string), ("tags", .array)] {
            if let value = root[key] { _ = expect(value, kind, "“\(key)”", .warning) }
        }
        let containers = version <= .openAPI30 ? ["paths"] : ["paths", "components", "webhooks"]
        if !containers.contains(where: { root[$0] != nil }) {
            error(
                .missingKey, "an OpenAPI document requires \(containers.map { "“\($0)”" }.joined(separator: " or "))",
                at: root, advice: "Add “paths”.")
            return false
        }
        for key in containers { if let value = root[key], !expect(value, .object, "“\(key)”") { return false } }
        return true
    }

    private func addInfo() {
        let info = root["info"]
        let place = info ?? root
        if info == nil {
            warn(
                .missingKey, "missing key “info” in an OpenAPI document", at: root,
                advice: "Add “info” with “title” and “version”.")
        }
        if let info { checkFields(of: info, .info) }
        object("info", at: place) {
            for key in ["title", "version"] {
                let value = info?[key]
                if info != nil, value?.kind != .string {
                    warn(.missingKey, "“info” requires the key “\(key)” with a string", at: value ?? place)
                }
                add(key, .string(value?.string ?? ""), at: value ?? place)
            }
            for key in ["summary", "description"] { if let text = info?[key] { copyText(text, key) } }
        }
    }
}
