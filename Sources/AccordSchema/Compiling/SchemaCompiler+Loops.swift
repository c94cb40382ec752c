import AccordJSON

/// A schema that holds its own instance against another one.
struct InPlaceEdge: BitwiseCopyable {
    var source: UInt32
    var target: UInt32
    /// The node of the keyword's value, in the source's document.
    var node: UInt32
    var keyword: Keyword
}

extension SchemaCompiler {
    /// Refuses schemas that apply themselves to the same value again: they would never come to an end.
    mutating func refuseLoops(cutting cuts: Bool = false) {
        enum State: UInt8 { case new, open, done }
        let edges = inPlaceEdges.sorted { $0.source < $1.source }
        var first = [Int](repeating: edges.count, count: program.schemas.count + 1)
        for (place, edge) in edges.enumerated().reversed() { first[Int(edge.source)] = place }
        var states = [State](repeating: .new, count: program.schemas.count)
        for start in edges where states[Int(start.source)] == .new {
            // Depth first, with a stack of its own: chains may be long.
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
                    if cuts { program.schemas[Int(schema)].end = program.schemas[Int(schema)].first }
                case .new:
                    states[Int(target)] = .open
                    path.append((target, first[Int(target)]))
                }
            }
        }
    }

    private mutating func reportLoop(_ edge: InPlaceEdge) {
        let document = Int(program.sources[Int(edge.source)].document)
        let name = edge.keyword.name
        report(
            index.value(SchemaPlace(document: document, node: Int(edge.node))), name,
            "“\(name)” leads back to the schema that it stands in without going into the value: "
                + "checking it would never end")
    }

    /// Lets whoever uses a schema that only refers to another use that one at once.
    mutating func shortenReferences() {
        guard program.dynamicTargets.isEmpty else { return }
        let schemas = program.schemas
        let instructions = program.instructions
        func final(_ schema: UInt32) -> UInt32 {
            var target = schema
            // There are no loops: they were refused before.
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
