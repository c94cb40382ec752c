// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Compiles schemas into a program for ``Evaluator``. Each schema is compiled once.
struct SchemaCompiler {
    var index: SchemaIndex
    var program = ProgramParts()
    /// The numbers of the schemas that aren't compiled yet.
    private var queue: [UInt32] = []
    /// The keywords, such as `$ref` and `allOf`, that apply a schema to the value itself, not to its members.
    var inPlaceEdges: [InPlaceEdge] = []
    private var dynamicNames: [String: UInt32] = [:]
    private var dynamicResources: Set<Int> = []

    /// The number of the schema that is being compiled.
    var current: UInt32 = 0
    var dialect: SchemaDialect = .draft202012
    var resource: Int = 0
    var words = KeywordValues(JSONDocument(JSON.bool(true)).root, .draft202012)

    /// Compiles schemas of a document into one program. Reports and ignores invalid keywords.
    static func compile(
        _ schemas: [JSONValue], in document: JSONDocument, uri: String, registry: SchemaRegistry,
        options: SchemaOptions
    ) -> (SchemaProgram, [SchemaDiagnostic]) {
        var compiler = SchemaCompiler(index: SchemaIndex(registry: registry, options: options))
        let outer = compiler.index.addRoot(document, uri: uri, isSchema: schemas.first?.node == 0)
        for schema in schemas { compiler.index.addSchema(schema, in: outer) }
        for schema in schemas {
            _ = compiler.schema(at: SchemaPlace(document: 0, node: schema.node), in: outer)
            while let next = compiler.queue.popLast() { compiler.write(next) }
        }
        compiler.refuseLoops()
        compiler.shortenReferences()
        let diagnostics = Self.sorted(compiler.index.diagnostics)
        return (SchemaProgram(compiler.program, index: compiler.index), diagnostics)
    }

    /// Orders by the document, then by the place in the document. The document of the first diagnostic comes first.
    private static func sorted(_ diagnostics: [SchemaDiagnostic]) -> [SchemaDiagnostic] {
        var ranks: [ObjectIdentifier: Int] = [:]
        let keyed = diagnostics.enumerated().map { offset, diagnostic in
            let document = ObjectIdentifier(diagnostic.location.document)
            let rank = ranks[document] ?? ranks.count
            ranks[document] = rank
            return (key: (rank, diagnostic.location.node, offset), diagnostic: diagnostic)
        }
        return keyed.sorted { $0.key < $1.key }.map(\.diagnostic)
    }

    mutating func report(_ location: JSONValue, _ keyword: String, _ message: String) {
        index.diagnostics.append(SchemaDiagnostic(location: location, message: message, keyword: keyword))
    }

    /// Returns the value of a keyword. If the value isn't of the kind, reports an error and returns `nil`.
    mutating func value(_ keyword: Keyword, _ kind: JSONKind, _ expected: String) -> JSONValue? {
        words[keyword].flatMap { expect($0, kind, keyword.name, expected) ? $0 : nil }
    }

    /// Returns whether a value is of a kind. Otherwise, reports an error.
    mutating func expect(_ value: JSONValue, _ kind: JSONKind, _ keyword: String, _ expected: String) -> Bool {
        if value.kind == kind { return true }
        report(value, keyword, "“\(keyword)” must be \(expected), not \(Wording.article(value.kind))")
        return false
    }

    /// Returns the number of the schema at a location. A schema without a number gets one and is added to the queue.
    mutating func schema(at place: SchemaPlace, in outer: Int) -> UInt32 {
        if let known = program.schemaByPlace[place] { return known }
        let number = UInt32(program.schemas.count)
        let resource = index.resource(at: place) ?? outer
        program.schemaByPlace[place] = number
        program.schemas.append(SchemaCode(resource: UInt32(resource)))
        program.sources.append(SchemaSource(place: place, resource: resource))
        queue.append(number)
        return number
    }

    /// Returns the number of a subschema of the current schema.
    mutating func child(_ value: JSONValue) -> UInt32 { schema(at: place(of: value), in: resource) }

    func place(of value: JSONValue) -> SchemaPlace {
        SchemaPlace(document: program.sources[Int(current)].place.document, node: value.node)
    }

    /// Returns the number of a subschema that a keyword applies to the value itself, not to its members.
    mutating func inPlace(_ value: JSONValue, _ keyword: Keyword) -> UInt32 {
        let schema = child(value)
        noteInPlace(schema, value, keyword)
        return schema
    }

    /// Records that a keyword of the current schema applies `target` to the value itself, not to its members.
    mutating func noteInPlace(_ target: UInt32, _ value: JSONValue, _ keyword: Keyword) {
        inPlaceEdges.append(InPlaceEdge(source: current, target: target, node: UInt32(value.node), keyword: keyword))
    }

    mutating func emit(
        _ operation: Instruction.Operation, _ keyword: Keyword, _ kinds: KindSet, _ a: UInt32 = 0, _ b: UInt32 = 0,
        _ c: UInt32 = 0
    ) {
        program.instructions.append(Instruction(operation: operation, keyword: keyword, kinds: kinds, a: a, b: b, c: c))
    }

    private mutating func write(_ number: UInt32) {
        current = number
        let source = program.sources[Int(number)]
        resource = source.resource
        dialect = index.resources[resource].dialect
        let schema = index.value(source.place)
        program.schemas[Int(number)].first = UInt32(program.instructions.count)
        switch schema.kind {
        case .bool: if schema.bool == false { program.schemas[Int(number)].kinds = .none }
        case .object: writeKeywords(schema)
        default: report(schema, "", "a schema must be an object, true or false, not \(Wording.article(schema.kind))")
        }
        program.schemas[Int(number)].end = UInt32(program.instructions.count)
    }

    private mutating func writeKeywords(_ schema: JSONValue) {
        words = KeywordValues(schema, dialect)
        if !index.options.allowsUnknownKeywords {
            for member in schema.members where dialect.keyword(member.key) == nil {
                reportUnknown(member.value, member.key)
            }
        }
        // Write the keywords first that are cheap to check and often reject a value, so that invalid values fail early.
        writeTypes()
        writeEnumeration()
        writeNumbers()
        writeStrings()
        writeReferences()
        writeArrays()
        writeObjects()
        writeDependencies()
        writeLogic()
        writeUnevaluated()
        checkAnnotations()
        if words.has(.discriminator) { writeChildren(schema) }
    }

    /// Compiles the schemas that a discriminator selects by their names.
    private mutating func writeChildren(_ schema: JSONValue) {
        program.containsDiscriminator = true
        let document = ObjectIdentifier(schema.document)
        if program.children[document] == nil { program.children[document] = SchemaView.children(in: schema.document) }
        for child in program.children(of: schema) { _ = self.child(child.schema) }
    }

    private mutating func reportUnknown(_ value: JSONValue, _ name: String) {
        if name.hasPrefix("x-") { return }
        let nearest = Keyword.nearest(to: name, in: dialect)
        index.diagnostics.append(
            SchemaDiagnostic(
                location: value, message: "“\(Wording.clip(name))” isn't a keyword of JSON Schema", keyword: name,
                hint: nearest.map { "did you mean “\($0)”?" } ?? "extension keywords start with “x-”"))
    }

    /// Compiles every possible target of the dynamic references to `name`. Returns the index of the targets in
    /// `dynamicTargets`.
    mutating func noteDynamicTargets(of resource: Int, name: String) -> UInt32 {
        if let known = dynamicNames[name] { return known }
        let number = UInt32(program.dynamicTargets.count)
        dynamicNames[name] = number
        program.dynamicTargets.append([])
        for other in index.resources.indices { addDynamicTarget(name, number, other) }
        return number
    }

    private mutating func addDynamicTarget(_ name: String, _ number: UInt32, _ resource: Int) {
        let source = index.resources[resource]
        let place = name.isEmpty ? (source.hasRecursiveAnchor ? source.root : nil) : source.dynamicAnchors[name]
        guard let place else { return }
        let known = program.dynamicTargets[Int(number)].contains { $0.resource == UInt32(resource) }
        if !known { program.dynamicTargets[Int(number)].append((UInt32(resource), schema(at: place, in: resource))) }
    }

    /// Searches newly loaded resources for targets of the known dynamic references, and adds these targets.
    mutating func noteLoadedResources() {
        guard !dynamicNames.isEmpty else { return }
        for resource in index.resources.indices where dynamicResources.insert(resource).inserted {
            for (name, number) in dynamicNames.sorted(by: { $0.value < $1.value }) {
                addDynamicTarget(name, number, resource)
            }
        }
    }
}

/// A keyword in `source`, such as `allOf`, that applies `target` to the value itself, not to its members.
struct InPlaceEdge: BitwiseCopyable {
    var source: UInt32
    var target: UInt32
    /// The node of the keyword's value, in the document of `source`.
    var node: UInt32
    var keyword: Keyword
}

extension SchemaCompiler {
    /// Reports loops of schemas. For example, `{"$ref": "#"}` applies itself to the same value again and again. Removes
    /// the instructions of one schema in each loop, so that the evaluation ends.
    mutating func refuseLoops() {
        enum State: UInt8 { case new, open, done }
        let edges = inPlaceEdges.sorted { $0.source < $1.source }
        var first = [Int](repeating: edges.count, count: program.schemas.count + 1)
        for (place, edge) in edges.enumerated().reversed() { first[Int(edge.source)] = place }
        var states = [State](repeating: .new, count: program.schemas.count)
        for start in edges where states[Int(start.source)] == .new {
            // Use a depth-first search with an explicit stack, because recursion could overflow the stack on long
            // chains.
            var path: [(schema: UInt32, next: Int)] = [(start.source, first[Int(start.source)])]
            states[Int(start.source)] = .open
            while let (schema, next) = path.last {
                guard next < edges.count, edges[next].source == schema else {
                    states[Int(schema)] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = edges[next].target
                switch states[Int(target)] {
                case .done: break
                case .open:
                    reportLoop(edges[next])
                    program.schemas[Int(schema)].end = program.schemas[Int(schema)].first
                case .new:
                    states[Int(target)] = .open
                    path.append((target, first[Int(target)]))
                }
            }
        }
    }

    private mutating func reportLoop(_ edge: InPlaceEdge) {
        let document = program.sources[Int(edge.source)].place.document
        let name = edge.keyword.name
        report(
            index.value(SchemaPlace(document: document, node: Int(edge.node))), name,
            "“\(name)” leads back to the schema that contains “\(name)”, so validation would never end")
    }

    /// Shortens chains of references. Replaces each schema that contains only a reference by the reference's target.
    mutating func shortenReferences() {
        guard program.dynamicTargets.isEmpty else { return }
        let schemas = program.schemas
        let instructions = program.instructions
        func final(_ schema: UInt32) -> UInt32 {
            var target = schema
            // The loop ends, because `refuseLoops` has already rejected circular references.
            while target != Instruction.none {
                let code = schemas[Int(target)]
                guard code.end == code.first + 1, code.kinds == .all, !code.isIntegerOnly else { break }
                let instruction = instructions[Int(code.first)]
                guard instruction.operation == .reference else { break }
                target = instruction.a
            }
            return target
        }
        program.keyTables.replaceSchemas(final)
        for place in program.arrays.indices {
            program.arrays[place].items = final(program.arrays[place].items)
            program.arrays[place].contains = final(program.arrays[place].contains)
        }
        for place in program.objects.indices {
            program.objects[place].additional = final(program.objects[place].additional)
        }
        for place in program.instructions.indices {
            switch program.instructions[place].operation {
            case .reference: program.instructions[place].a = final(program.instructions[place].a)
            case .allOf, .anyOf, .oneOf:
                let range = Int(program.instructions[place].a)..<Int(program.instructions[place].b)
                for element in range { program.lists[element] = final(program.lists[element]) }
            default: break
            }
        }
    }
}
