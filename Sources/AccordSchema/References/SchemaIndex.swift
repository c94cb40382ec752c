// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The documents of one compilation, and the locations of schemas with an identifier or anchor.
struct SchemaIndex {
    let registry: SchemaRegistry
    let options: SchemaOptions
    private(set) var documents: [JSONDocument] = []
    private(set) var resources: [SchemaResource] = []
    var diagnostics: [SchemaDiagnostic] = []
    private var resourceByURI: [String: Int] = [:]
    private var resourceByPlace: [SchemaPlace: Int] = [:]
    private var dialects: [String: SchemaDialect] = [:]
    /// The locations of schemas that references or a library contain. A keyword may not expect a schema there.
    private var walkedExtras: Set<SchemaPlace> = []
    /// The documents whose root isn't a schema. A schema in such a document is found only through a reference.
    private var containers: Set<Int> = []
    private var scannedContainers: Set<Int> = []

    init(registry: SchemaRegistry, options: SchemaOptions) {
        self.registry = registry
        self.options = options
    }

    func value(_ place: SchemaPlace) -> JSONValue { JSONValue(document: documents[place.document], node: place.node) }

    /// Adds the document that contains the schemas to compile. Returns the document's resource.
    ///
    /// - Parameter isSchema: Whether the root of the document is a schema. If not, it only contains schemas.
    mutating func addRoot(_ document: JSONDocument, uri: String, isSchema: Bool) -> Int {
        documents.append(document)
        if isSchema { return addDocumentResource(0, uri: uri) }
        containers.insert(0)
        return addResource(uri: uri, root: SchemaPlace(document: 0, node: 0), dialect: options.dialect)
    }

    /// Adds the identifiers and anchors of a schema in the document that ``addRoot(_:uri:isSchema:)`` added.
    mutating func addSchema(_ value: JSONValue, in resource: Int) {
        walkExtra(SchemaPlace(document: 0, node: value.node), in: resource)
    }

    private mutating func addDocumentResource(_ document: Int, uri: String) -> Int {
        let place = SchemaPlace(document: document, node: 0)
        let dialect = dialect(of: value(place)) ?? options.dialect
        var base = uri
        if let id = identifier(of: value(place), dialect) {
            base = URIReference(id).resolved(against: URIReference(uri)).withoutFragment
        }
        let resource = addResource(uri: base, root: place, dialect: dialect)
        if resourceByURI[uri] == nil { resourceByURI[uri] = resource }
        walk(place, in: resource)
        return resource
    }

    private mutating func addResource(uri: String, root: SchemaPlace, dialect: SchemaDialect) -> Int {
        resources.append(SchemaResource(uri: uri, root: root, dialect: dialect))
        let resource = resources.count - 1
        if resourceByURI[uri] == nil { resourceByURI[uri] = resource }
        if !containers.contains(root.document) || root.node != 0 { resourceByPlace[root] = resource }
        return resource
    }

    /// Returns the resource whose root is at a location.
    func resource(at place: SchemaPlace) -> Int? { resourceByPlace[place] }

    /// Returns the resource with a URI. Loads the document if it isn't loaded yet.
    mutating func resource(uri: String) -> Int? {
        if let known = resourceByURI[uri] { return known }
        if let document = registry.document(uri: uri) {
            documents.append(document)
            return addDocumentResource(documents.count - 1, uri: uri)
        }
        for container in containers where scannedContainers.insert(container).inserted {
            scan(container)
            if let known = resourceByURI[uri] { return known }
        }
        return nil
    }

    /// Finds the schemas with an identifier or anchor in a document. The root of the document isn't a schema.
    private mutating func scan(_ document: Int) {
        guard let outer = resources.firstIndex(where: { $0.root.document == document }) else { return }
        var stack: [Int] = [0]
        while let node = stack.popLast() {
            let value = self.value(SchemaPlace(document: document, node: node))
            for element in value.elements { stack.append(element.node) }
            for member in value.members { stack.append(member.value.node) }
            let hasName = ["$id", "$anchor", "$dynamicAnchor"].contains { value[$0]?.kind == .string }
            if hasName { walkExtra(SchemaPlace(document: document, node: node), in: outer) }
        }
    }

    /// Visits the schema at a location and its subschemas, and adds their identifiers and anchors.
    private mutating func walk(_ start: SchemaPlace, in resource: Int) {
        let document = documents[start.document]
        var stack: [(node: Int, resource: Int)] = [(start.node, resource)]
        while let (node, outer) = stack.popLast() {
            var resource = outer
            var isReference = false
            var hasName = node == start.node
            let members = JSONValue(document: document, node: node).members.map {
                (keyword: Keyword.byName[$0.key], value: $0.value)
            }
            for member in members {
                switch member.keyword {
                case .ref: isReference = true
                case .id, .idOfDraft4, .anchor, .dynamicAnchor, .recursiveAnchor: hasName = true
                default: break
                }
            }
            if hasName {
                let place = SchemaPlace(document: start.document, node: node)
                let schema = value(place)
                if schema.kind == .object { resource = enter(schema, place, from: outer) }
            }
            let dialect = resources[resource].dialect
            if isReference, dialect.refHidesSiblings { continue }
            for member in members {
                guard let keyword = member.keyword, dialect.has(keyword) else { continue }
                for schema in keyword.schemas(in: member.value) { stack.append((schema.node, resource)) }
            }
        }
    }

    mutating func walkExtra(_ place: SchemaPlace, in resource: Int) {
        if walkedExtras.insert(place).inserted, resourceByPlace[place] == nil { walk(place, in: resource) }
    }

    /// Adds the identifier and the anchors of a schema. Returns the resource that the schema belongs to.
    private mutating func enter(_ schema: JSONValue, _ place: SchemaPlace, from outer: Int) -> Int {
        let outerDialect = resources[outer].dialect
        let id = identifier(of: schema, outerDialect).map { URIReference($0) }
        let known = resourceByPlace[place]
        var resource = known ?? outer
        if known == nil, let id, !id.withoutFragment.isEmpty {
            let uri = id.resolved(against: URIReference(resources[outer].uri)).withoutFragment
            resource = addResource(uri: uri, root: place, dialect: dialect(of: schema) ?? outerDialect)
        } else if known == nil, id == nil, containers.contains(place.document), let own = dialect(of: schema),
            own != outerDialect
        {
            // A Schema Object of OpenAPI may set its dialect without an identifier (OpenAPI 3.1,
            // “Specifying Schema Dialects”).
            resource = addResource(uri: resources[outer].uri, root: place, dialect: own)
        }
        if let fragment = id?.fragment, !fragment.isEmpty, outerDialect.draft <= .draft7 {
            resources[resource].anchors[fragment] = place
        }
        let dialect = resources[resource].dialect
        if dialect.has(.anchor), let name = schema["$anchor"]?.string { resources[resource].anchors[name] = place }
        if dialect.has(.dynamicAnchor), let name = schema["$dynamicAnchor"]?.string {
            resources[resource].anchors[name] = place
            resources[resource].dynamicAnchors[name] = place
        }
        if dialect.has(.recursiveAnchor), resources[resource].root == place, schema["$recursiveAnchor"]?.bool == true {
            resources[resource].hasRecursiveAnchor = true
        }
        return resource
    }

    private func identifier(of schema: JSONValue, _ dialect: SchemaDialect) -> String? {
        if schema.kind != .object || dialect.refHidesSiblings && schema["$ref"] != nil { return nil }
        return schema[dialect.has(.idOfDraft4) ? "id" : "$id"]?.string
    }
}

extension SchemaIndex {
    /// Returns the dialect that `$schema` refers to, or `nil` if there is none.
    private mutating func dialect(of schema: JSONValue) -> SchemaDialect? {
        guard schema.kind == .object, let name = schema["$schema"], let text = name.string else { return nil }
        let uri = URIReference(text).withoutFragment
        if let known = SchemaDialect(metaschema: uri) {
            // If the options specify an OpenAPI dialect of the same draft as `$schema`, use the OpenAPI dialect. It has
            // the draft's keywords and OpenAPI's keywords.
            let isOpenAPI = options.dialect.vocabularies.contains(.openAPI)
            return isOpenAPI && known.draft == options.dialect.draft ? options.dialect : known
        }
        if let known = dialects[uri] { return known }
        let dialect = customDialect(uri, for: name)
        dialects[uri] = dialect
        return dialect
    }

    /// Reads a custom metaschema. Returns a dialect with the metaschema's draft and vocabularies.
    private mutating func customDialect(_ uri: String, for name: JSONValue) -> SchemaDialect? {
        var draft: SchemaDialect?
        var vocabularies: JSONValue?
        var next = uri
        for _ in 0..<8 {
            guard let document = registry.document(uri: next) else { break }
            vocabularies = vocabularies ?? document.root["$vocabulary"]
            guard let text = document.root["$schema"]?.string else { break }
            next = URIReference(text).withoutFragment
            draft = SchemaDialect(metaschema: next)
            if draft != nil { break }
        }
        guard let draft else {
            let message =
                "“\(Wording.clip(uri, 200))” isn't a known dialect: use a dialect of JSON Schema, or add the metaschema"
            diagnostics.append(SchemaDiagnostic(location: name, message: message, keyword: "$schema"))
            return nil
        }
        guard let vocabularies else { return draft }
        var set: Vocabulary = .core
        for member in vocabularies.members {
            if let vocabulary = Vocabulary(uri: member.key) {
                set.formUnion(vocabulary)
            } else if member.value.bool == true {
                let message =
                    "the dialect “\(Wording.clip(uri, 200))” requires the vocabulary "
                    + "“\(Wording.clip(member.key, 200))”, which isn't supported"
                diagnostics.append(SchemaDiagnostic(location: name, message: message, keyword: "$schema"))
            }
        }
        return SchemaDialect(draft.draft, set)
    }
}

extension SchemaIndex {
    /// The schema that a reference refers to: its location and its resource.
    struct Target {
        var place: SchemaPlace
        var resource: Int
        /// The name of the anchor, if the target is a `$dynamicAnchor`.
        var dynamicAnchor: String?
    }

    /// The reason why a reference can't be resolved.
    struct Unresolved: Error { var message: String }

    /// Resolves a reference against the base URI of a resource, and returns the reference's target.
    mutating func resolve(_ text: String, from resource: Int) throws(Unresolved) -> Target {
        let reference = URIReference(text).resolved(against: URIReference(resources[resource].uri))
        let uri = reference.withoutFragment
        let isLocal = text.utf8.first == 0x23
        guard let target = isLocal ? resource : self.resource(uri: uri) else {
            throw Unresolved(
                message:
                    "the document “\(Wording.clip(uri, 200))” wasn't found: add the document, or correct the reference")
        }
        let fragment = reference.fragment ?? ""
        if fragment.isEmpty || fragment.utf8.first == 0x2F { return try follow(fragment, from: target) }
        if let anchorTarget = anchor(fragment, in: target) { return anchorTarget }
        for container in containers where scannedContainers.insert(container).inserted {
            scan(container)
            if let anchorTarget = anchor(fragment, in: target) { return anchorTarget }
        }
        throw Unresolved(message: "no schema in “\(resources[target].uri)” has the anchor “\(Wording.clip(fragment))”")
    }

    private func anchor(_ name: String, in resource: Int) -> Target? {
        guard let place = resources[resource].anchors[name] else { return nil }
        let isDynamic = resources[resource].dynamicAnchors[name] == place
        let inner = resourceByPlace[place] ?? resource
        return Target(place: place, resource: inner, dynamicAnchor: isDynamic ? name : nil)
    }

    /// Follows a JSON Pointer. Each schema with an `$id` on the way becomes the current resource.
    private mutating func follow(_ fragment: String, from start: Int) throws(Unresolved) -> Target {
        let pointer: JSONPointer
        do throws(JSONPointerError) {
            pointer = try JSONPointer(uriFragment: fragment)
        } catch {
            throw Unresolved(message: "“#\(Wording.clip(fragment))” isn't a JSON Pointer: \(error.reason)")
        }
        var resource = start
        var place = resources[start].root
        for (depth, token) in pointer.tokens.enumerated() {
            let value = self.value(place)
            guard let child = value.child(token) else {
                let reached = JSONPointer(tokens: Array(pointer.tokens.prefix(depth)))
                let hint = suggestion(for: token, in: value)
                let at = reached.tokens.isEmpty ? "the root" : "“\(Wording.clip(reached.description, 200))”"
                throw Unresolved(
                    message:
                        "“\(Wording.clip(pointer.description, 200))” doesn't exist: \(at) has no "
                        + "“\(Wording.clip(token))”\(hint)"
                )
            }
            place.node = child.node
            if let known = resourceByPlace[place] { resource = known }
        }
        walkExtra(place, in: resource)
        return Target(place: place, resource: resourceByPlace[place] ?? resource)
    }

    private func suggestion(for token: String, in value: JSONValue) -> String {
        let nearest = EditDistance.nearest(to: token, in: value.members.prefix(500).map(\.key), below: 4)
        return nearest.map { "; did you mean “\(Wording.clip($0))”?" } ?? ""
    }
}
