import AccordContract
import AccordJSON
import AccordSchema

/// One document on its way to a contract: what is written, what is still to be written, what is wrong.
final class Translation {
    let document: JSONDocument
    let store: DocumentStore
    let options: OpenAPIOptions
    private(set) var diagnostics: [Diagnostic] = []
    var version: OpenAPIVersion = .openAPI31
    var writer = CopyingWriter()
    var components = SharedComponents()
    /// Where in the written document the schemas are.
    var schemaNodes: [Int] = []
    /// For each document the text of references to schemas in it, as the written document has them.
    var schemaReferences: [SchemaReference: String] = [:]
    var schemaIdentifiers: [ObjectIdentifier: Set<String>] = [:]
    var anchors: [ObjectIdentifier: [String: JSONValue]] = [:]
    var operations: [FoundOperation] = []
    /// The ids of operations by their place in the document, and by the id that the document gives them.
    var operationIDs: [Place: String] = [:]
    var operationsByDocumentID: [String: String] = [:]
    /// The objects whose fields were looked at.
    var checked: Set<Place> = []
    /// Callbacks may have operations that have the same callbacks.
    var callbacksBeingWritten: Set<Place> = []
    /// 2.0's `produces` for the operation that is being written.
    var swaggerProduces: JSONValue?

    struct SchemaReference: Hashable {
        var document: ObjectIdentifier
        var text: String
    }

    init(_ document: JSONDocument, _ store: DocumentStore, _ options: OpenAPIOptions) {
        self.document = document
        self.store = store
        self.options = options
    }

    var root: JSONValue { document.root }

    // MARK: Diagnostics

    /// What can't be judged, and is left out.
    func error(_ rule: ContractRule, _ message: String, at location: SourceLocation, advice: String? = nil) {
        diagnostics.append(Diagnostic(.error, rule: rule.rawValue, message, at: location, advice: advice))
    }

    func error(_ rule: ContractRule, _ message: String, at value: JSONValue, advice: String? = nil) {
        error(rule, message, at: SourceLocation(value), advice: advice)
    }

    /// What is wrong with the document, and yet nothing has to be left out for it.
    func warn(_ rule: ContractRule, _ message: String, at location: SourceLocation, advice: String? = nil) {
        diagnostics.append(Diagnostic(.warning, rule: rule.rawValue, message, at: location, advice: advice))
    }

    func warn(_ rule: ContractRule, _ message: String, at value: JSONValue, advice: String? = nil) {
        warn(rule, message, at: SourceLocation(value), advice: advice)
    }

    func reportVersion() {
        let value = root["openapi"] ?? root["swagger"] ?? root
        error(
            .version, "version \(value.text) of OpenAPI is unknown", at: value,
            advice: "Known are 3.0, 3.1 and 3.2 as “openapi”, and 2.0 as “swagger”.")
    }

    /// True when a value is of a kind; reports it otherwise.
    func expect(_ value: JSONValue, _ kind: JSONKind, _ what: String) -> Bool {
        if value.kind == kind { return true }
        error(.wrongType, "\(what) must be of type \(kind), not \(value.kind)", at: value)
        return false
    }

    // MARK: The whole

    func contract(_ version: OpenAPIVersion) -> TranslatedContract? {
        self.version = version
        guard checkRoot() else { return nil }
        reserveComponents()
        findOperations()
        writer.beginObject(from: root)
        writer.key("contract", from: root["openapi"] ?? root["swagger"] ?? root)
        writer.string("1.0", from: root)
        writeInfo()
        writer.key("schemaDialect", from: root["jsonSchemaDialect"] ?? root)
        writer.string(dialect, from: root["jsonSchemaDialect"] ?? root)
        writeServers(of: root)
        if let security = root["security"] {
            writer.key("security", from: security)
            writer.copy(security)
        }
        writer.key("operations", from: root["paths"] ?? root)
        writer.beginObject(from: root["paths"] ?? root)
        for operation in operations { writeOperation(operation) }
        writer.endObject()
        writeWebhooks()
        checkOtherComponents()
        writeComponents()
        writer.endObject()
        do {
            let written = try writer.document(file: document.file)
            let schemas = schemaNodes.map { JSONValue(document: written, node: $0) }
            return TranslatedContract(document: written, schemas: schemas)
        } catch {
            self.error(.syntax, error.reason, at: root)
            return nil
        }
    }

    private var dialect: String {
        guard let named = root["jsonSchemaDialect"] else { return version.schemaDialect }
        guard let text = named.string, SchemaDialect(metaschema: text) != nil else {
            warn(
                .schema, "the dialect \(named.text) is unknown: schemas are read as OpenAPI \(version.rawValue)'s",
                at: named, advice: "Name a draft of JSON Schema, or leave “jsonSchemaDialect” out.")
            return version.schemaDialect
        }
        return text
    }

    /// The document has something to document.
    private func checkRoot() -> Bool {
        checkFields(of: root, .document)
        let containers = version <= .openAPI30 ? ["paths"] : ["paths", "components", "webhooks"]
        if !containers.contains(where: { root[$0] != nil }) {
            error(
                .missingKey, "the document has none of \(containers.map { "“\($0)”" }.joined(separator: ", "))",
                at: root, advice: "Add “paths”.")
            return false
        }
        for key in containers {
            if let value = root[key], !expect(value, .object, "“\(key)”") { return false }
        }
        return true
    }

    private func writeInfo() {
        let info = root["info"]
        let place = info ?? root
        if info == nil { warn(.missingKey, "the document has no “info”", at: root, advice: "Add title and version.") }
        if let info { checkFields(of: info, .info) }
        writer.key("info", from: place)
        writer.beginObject(from: place)
        for key in ["title", "version"] {
            let value = info?[key]
            if info != nil, value?.kind != .string {
                warn(.missingKey, "“info” needs “\(key)”, a string", at: value ?? place)
            }
            writer.key(key, from: value ?? place)
            writer.string(value?.string ?? "", from: value ?? place)
        }
        writer.endObject()
    }
}

/// A value by its document and its node there.
struct Place: Hashable {
    var document: ObjectIdentifier
    var node: Int

    init(_ value: JSONValue) {
        document = ObjectIdentifier(value.document)
        node = value.node
    }
}
