import AccordJSON

extension SchemaCompiler {
    /// Refuses schemas that apply themselves to the same value again: they would never come to an end.
    mutating func refuseLoops() {
        enum State { case open, done }
        var states: [UInt32: State] = [:]
        var reported: Set<SchemaPlace> = []
        for start in inPlaceEdges.keys.sorted() where states[start] == nil {
            // Depth first, with a stack of its own: chains may be long.
            var path: [(schema: UInt32, next: Int)] = [(start, 0)]
            states[start] = .open
            while let (schema, next) = path.last {
                let edges = inPlaceEdges[schema] ?? []
                guard next < edges.count else {
                    states[schema] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let edge = edges[next]
                switch states[edge.target] {
                case .done: break
                case .open:
                    let place = SchemaPlace(document: 0, node: edge.keyword.node)
                    guard reported.insert(place).inserted else { break }
                    report(
                        edge.keyword, edge.name,
                        "“\(edge.name)” leads back to the schema that it stands in without going into the value: "
                            + "checking it would never end")
                case nil:
                    states[edge.target] = .open
                    path.append((edge.target, 0))
                }
            }
        }
    }

    /// Lets whoever uses a schema that only refers to another use that one at once.
    mutating func shortenReferences() {
        guard program.dynamicTargets.isEmpty else { return }
        func final(_ schema: UInt32) -> UInt32 {
            var target = schema
            // There are no loops: they were refused before.
            while target != Instruction.none {
                let code = program.schemas[Int(target)]
                guard code.end == code.first + 1, code.kinds == .all, !code.isIntegerOnly else { break }
                let instruction = program.instructions[Int(code.first)]
                guard instruction.operation == .reference else { break }
                target = instruction.a
            }
            return target
        }
        for place in program.slots.indices { program.slots[place].schema = final(program.slots[place].schema) }
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
