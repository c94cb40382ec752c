import AccordJSON

extension SchemaCompiler {
    /// `not`, `if`, `allOf`, `anyOf` and `oneOf`.
    mutating func writeLogic() {
        if let value = words[.not] {
            let schema = child(value)
            noteInPlace(schema, value, .not)
            emit(.not, .not, .all, schema)
        }
        writeList(.allOf, .allOf)
        writeList(.anyOf, .anyOf)
        writeList(.oneOf, .oneOf)
        if let value = words[.if] {
            let condition = inPlace(value, .if)
            let then = words[.then].map { inPlace($0, .then) } ?? Instruction.none
            let otherwise = words[.else].map { inPlace($0, .else) } ?? Instruction.none
            emit(.condition, .if, .all, condition, then, otherwise)
        }
    }

    private mutating func inPlace(_ value: JSONValue, _ keyword: Keyword) -> UInt32 {
        let schema = child(value)
        noteInPlace(schema, value, keyword)
        return schema
    }

    private mutating func writeList(_ keyword: Keyword, _ operation: Instruction.Operation) {
        guard let value = words[keyword] else { return }
        let name = keyword.name
        guard value.kind == .array, value[0] != nil else {
            let given = value.kind == .array ? "an empty one" : Wording.article(value.kind)
            return report(value, name, "“\(name)” is an array of at least one schema, not \(given)")
        }
        let schemas = children(value)
        for (schema, element) in zip(schemas, value.elements) { noteInPlace(schema, element, keyword) }
        let (start, end) = program.list(schemas)
        emit(operation, keyword, .all, start, end)
    }
}

// The steps are of the program, which outlives the evaluator.
extension Evaluator {
    @inline(never)
    mutating func checkAll(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        let start = Int(step.pointee.a)
        var place = start
        while place < Int(step.pointee.b) {
            if !check(tables.lists[place], node, mode.tracks),
                !fail(mode, { $0.explainBranch(place - start, node, mode.tracks) })
            {
                return false
            }
            place &+= 1
        }
        return true
    }

    @inline(never)
    private mutating func explainBranch(_ index: Int, _ node: Int, _ tracks: Bool) {
        guard let value = report.open(.allOf) else { return }
        if let branch = value[index] { explainInPlace(branch, String(index), node, tracks: tracks) }
        report.close()
    }

    @inline(never)
    mutating func checkAny(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        var isValid = false
        var place = Int(step.pointee.a)
        while place < Int(step.pointee.b) {
            if check(tables.lists[place], node, mode.tracks) {
                // To record what is evaluated, every branch runs.
                if !mode.tracks { return true }
                isValid = true
            }
            place &+= 1
        }
        return isValid || fail(mode) { $0.explainClosest(.anyOf, node) }
    }

    @inline(never)
    mutating func checkOne(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        var isValid = false
        var place = Int(step.pointee.a)
        while place < Int(step.pointee.b) {
            if check(tables.lists[place], node, mode.tracks) {
                if isValid { return fail(mode) { $0.explainAmbiguity(node) } }
                isValid = true
            }
            place &+= 1
        }
        return isValid || fail(mode) { $0.explainClosest(.oneOf, node) }
    }

    @inline(never)
    private mutating func explainAmbiguity(_ node: Int) {
        let branches = Array((report[.oneOf]?.elements).map { Array($0) } ?? [])
        var names: [String] = []
        for (index, branch) in branches.enumerated() {
            if let schema = child(branch), check(schema, node, false) { names.append(name(of: branch, index)) }
        }
        reportViolation(
            of: .oneOf, node, expected: "exactly one of \(branches.count) alternatives to fit",
            actual: "\(Wording.list(names, "and")), which \(names.count == 2 ? "both" : "all") fit")
    }

    @inline(never)
    mutating func checkNot(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        !check(step.pointee.a, node, false) || fail(mode) { $0.explainNot(node) }
    }

    @inline(never)
    private mutating func explainNot(_ node: Int) {
        guard let value = report[.not] else { return }
        let expected = value.kind == .bool ? "no value at all" : "anything but \(Wording.short(value))"
        reportViolation(of: .not, node, expected: expected)
    }

    @inline(never)
    mutating func checkCondition(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        let isTrue = check(step.pointee.a, node, mode.tracks)
        let branch = isTrue ? step.pointee.b : step.pointee.c
        return branch == Instruction.none || check(branch, node, mode.tracks)
            || fail(mode) { $0.explainBranch(of: isTrue ? .then : .else, node, mode.tracks) }
    }

    @inline(never)
    private mutating func explainBranch(of keyword: Keyword, _ node: Int, _ tracks: Bool) {
        guard let value = report.open(keyword) else { return }
        explainInPlace(value, nil, node, tracks: tracks)
        report.close()
    }

    /// A branch by its title, by what it refers to, or by its number.
    func name(of branch: JSONValue, _ index: Int) -> String {
        if let title = branch["title"]?.string { return "“\(title)”" }
        if let reference = branch["$ref"]?.string, let last = reference.split(separator: "/").last {
            return "“\(last)”"
        }
        return "alternative \(index + 1)"
    }

    /// Adds that no branch fits, and why the closest doesn't.
    @inline(never)
    private mutating func explainClosest(_ keyword: Keyword, _ node: Int) {
        guard let value = report.open(keyword) else { return }
        defer { report.close() }
        let branches = Array(value.elements)
        let chosen = discriminated(branches, node)
        var best: (closeness: Closeness, index: Int, causes: [SchemaViolation])?
        for (index, branch) in branches.prefix(200).enumerated() {
            guard let schema = child(branch) else { continue }
            let causes = collecting { $0.explainInPlace(branch, String(index), node) }
            var closeness = closeness(of: schema, node, causes, depth: report.instancePath.count)
            if index == chosen { closeness.isChosen = true }
            if best.map({ $0.closeness < closeness }) ?? true { best = (closeness, index, causes) }
        }
        let kinds =
            keyword == .oneOf ? "one of \(branches.count) alternatives" : "any of \(branches.count) alternatives"
        guard let best else {
            return add(violation(keyword.name, value, node, expected: kinds, actual: describe(node)))
        }
        let name = name(of: branches[best.index], best.index)
        var message = "expected \(kinds), got \(describe(node)), which fits none"
        if branches.count == 1 { message = "expected \(name), got \(describe(node)), which doesn't fit" }
        if let first = best.causes.first {
            let path = first.instancePointer.tokens.dropFirst(report.instancePath.count)
            let place = path.isEmpty ? "" : "at \(JSONPointer(tokens: Array(path))) "
            message +=
                branches.count == 1 ? ": \(place)\(first.message)" : "; closest is \(name): \(place)\(first.message)"
        }
        add(
            violation(
                keyword.name, value, node, expected: kinds, actual: describe(node), message: message, causes: best.causes))
    }

    /// The branch that OpenAPI's `discriminator` names for a value.
    private func discriminated(_ branches: [JSONValue], _ node: Int) -> Int? {
        guard let discriminator = report[.discriminator], let property = discriminator["propertyName"]?.string,
            let given = value(node)[property]?.string
        else { return nil }
        let mapped = discriminator["mapping"]?[given]?.string ?? given
        return branches.firstIndex { branch in
            guard let reference = branch["$ref"]?.string else { return false }
            return reference == mapped || reference.hasSuffix("/\(mapped)")
        }
    }
}
