import AccordJSON

extension SchemaCompiler {
    /// `dependentRequired`, `dependentSchemas`, and `dependencies`, which was both.
    mutating func writeDependencies() {
        if let value = words[.dependentRequired] {
            if value.kind == .object {
                for member in value.members { writeDependentKeys(member, .dependentRequired) }
            } else {
                let given = Wording.article(value.kind)
                report(
                    value, "dependentRequired", "“dependentRequired” is an object with arrays of names, not \(given)")
            }
        }
        if let value = map(.dependentSchemas) {
            for member in value.members { writeDependentSchema(member, .dependentSchemas) }
        }
        if let value = map(.dependencies) {
            for member in value.members {
                if member.value.kind == .array {
                    writeDependentKeys(member, .dependencies)
                } else {
                    writeDependentSchema(member, .dependencies)
                }
            }
        }
    }

    private mutating func writeDependentKeys(_ member: JSONMember, _ keyword: Keyword) {
        var keys: [UInt32] = []
        for name in names(member.value, keyword.name) { keys.append(program.key(name.string ?? "")) }
        let (start, end) = program.list(keys)
        emit(.dependentKeys, keyword, .object, program.key(member.key), start, end)
    }

    private mutating func writeDependentSchema(_ member: JSONMember, _ keyword: Keyword) {
        let schema = child(member.value)
        noteInPlace(schema, member.value, keyword)
        emit(.dependentSchema, keyword, .object, program.key(member.key), schema)
    }
}

// The steps are of the program, which outlives the evaluator.
extension Evaluator {
    @inline(never)
    mutating func checkDependentKeys(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        guard tables.value(of: step.pointee.a, in: node) != nil else { return true }
        for place in Int(step.pointee.b)..<Int(step.pointee.c)
        where tables.value(of: tables.lists[place], in: node) == nil {
            return fail(mode) { $0.explainDependency(step.pointee, node) }
        }
        return true
    }

    @inline(never)
    mutating func checkDependentSchema(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        tables.value(of: step.pointee.a, in: node) == nil || check(step.pointee.b, node, mode.tracks)
            || fail(mode) { $0.explainDependency(step.pointee, node, mode.tracks) }
    }

    @inline(never)
    private mutating func explainDependency(_ step: Instruction, _ node: Int, _ tracks: Bool = false) {
        guard let value = report.open(step.keyword) else { return }
        let key = tables.program.keys[Int(step.a)]
        if let names = value[key], names.kind == .array {
            let object = self.value(node)
            for name in names.elements {
                guard let missing = name.string, object[missing] == nil else { continue }
                addMissing(step.keyword.name, name, missing, node, ": “\(key)” requires it")
            }
        } else if let schema = value[key] {
            explainInPlace(schema, key, node, tracks: tracks)
        }
        report.close()
    }
}
