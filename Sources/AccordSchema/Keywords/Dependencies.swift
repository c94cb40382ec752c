// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension SchemaCompiler {
    /// Compiles `dependentRequired`, `dependentSchemas`, and the older keyword `dependencies`, which combines the two.
    mutating func writeDependencies() {
        if let value = value(.dependentRequired, .object, "an object with arrays of names") {
            for member in value.members { writeDependentKeys(member, .dependentRequired) }
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
        let keys = names(member.value, keyword.name).map { program.key($0) }
        let (start, end) = program.list(keys)
        emit(.dependentKeys, keyword, .object, program.key(member.key), start, end)
    }

    private mutating func writeDependentSchema(_ member: JSONMember, _ keyword: Keyword) {
        emit(.dependentSchema, keyword, .object, program.key(member.key), inPlace(member.value, keyword))
    }
}

extension Evaluator {
    mutating func checkDependentKeys(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        guard tables.value(of: step.pointee.a, in: node) != nil else { return true }
        for place in Int(step.pointee.b)..<Int(step.pointee.c)
        where tables.value(of: tables.code.lists[place], in: node) == nil
            && !mayLack(tables.program.parts.keys[Int(tables.code.lists[place])], node)
        {
            let keyword = step.pointee.keyword
            return fail(mode, keyword) { evaluator, value in
                let key = evaluator.tables.program.parts.keys[Int(step.pointee.a)]
                guard let names = value[key] else { return }
                evaluator.explainRequired(names, node, keyword, reason: ": “\(key)” requires it")
            }
        }
        return true
    }

    mutating func checkDependentSchema(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        tables.value(of: step.pointee.a, in: node) == nil || check(step.pointee.b, node, mode.tracks)
            || fail(mode, step.pointee.keyword) { evaluator, value in
                let key = evaluator.tables.program.parts.keys[Int(step.pointee.a)]
                if let schema = value[key] { evaluator.explainInPlace(schema, key, node, tracks: mode.tracks) }
            }
    }
}

extension BoundaryProbes {
    mutating func addDependencies(_ words: KeywordValues, _ clause: Literal) {
        guard let object = JSON(place.value).object else { return }
        for keyword in [Keyword.dependentSchemas, .dependencies] {
            for member in words.members(keyword) where member.value.kind != .array {
                guard let child = schemas.child(member.value, of: clause) else { continue }
                func including(_ object: JSONObject) -> JSON {
                    object[member.key] == nil ? with(member.key, true, object) : .object(object)
                }
                let wrong = build([child.negated])?.object.map(including)
                inside(keyword, member.value, "without “\(member.key)”", without([member.key], object))
                inside(keyword, member.value, "with “\(member.key)”", including(object))
                outside(keyword, member.value, "“\(member.key)” with what it rules out", wrong)
            }
        }
        for (keyword, value) in words.values(.dependentRequired, .dependencies) {
            for member in value.members where member.value.kind == .array {
                let others = member.value.elements.compactMap(\.string)
                guard let other = others.first else { continue }
                guard let full = make({ $0.required += [member.key] + others })?.object else { continue }
                inside(keyword, value, "“\(member.key)” with its dependencies", .object(full))
                outside(keyword, value, "“\(member.key)” without “\(other)”", without([other], full))
                inside(keyword, value, "without “\(member.key)”", without([member.key] + others, full))
            }
        }
    }
}
