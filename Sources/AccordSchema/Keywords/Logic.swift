// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension SchemaCompiler {
    /// Compiles `not`, `if`, `allOf`, `anyOf` and `oneOf`.
    mutating func writeLogic() {
        if let value = words[.not] { emit(.not, .not, .all, inPlace(value, .not)) }
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

    private mutating func writeList(_ keyword: Keyword, _ operation: Instruction.Operation) {
        guard let value = words[keyword] else { return }
        let name = keyword.name
        guard value.kind == .array, value[0] != nil else {
            let given = value.kind == .array ? "an empty array" : Wording.article(value.kind)
            return report(value, name, "“\(name)” must be an array of at least one schema, not \(given)")
        }
        let (start, end) = program.list(value.elements.map { inPlace($0, keyword) })
        // OpenAPI 3.0.3 gives `nullable` no effect without `type`. Authors mean that the value can be null: Stripe's
        // document combines `nullable` and `anyOf` in hundreds of places, and `accord lint` warns about them.
        let isNullable = words[.nullable]?.bool == true && !words.has(.type)
        emit(operation, keyword, isNullable ? .all.subtracting(.null) : .all, start, end)
    }
}

extension Evaluator {
    mutating func checkAll(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        for place in step.pointee.a..<step.pointee.b {
            let isValid =
                check(tables.code.lists[Int(place)], node, mode.tracks)
                || fail(mode, .allOf) { evaluator, branches in
                    let index = Int(place - step.pointee.a)
                    guard let branch = branches[index] else { return }
                    evaluator.explainInPlace(branch, String(index), node, tracks: mode.tracks)
                }
            if !isValid { return false }
        }
        return true
    }

    mutating func checkAny(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        var isValid = false
        for place in step.pointee.a..<step.pointee.b where check(tables.code.lists[Int(place)], node, mode.tracks) {
            // If evaluated members are recorded, don't stop at the first valid branch: every valid branch adds
            // evaluated members.
            if !mode.tracks { return true }
            isValid = true
        }
        return isValid || fail(mode, .anyOf) { $0.explainClosest(.anyOf, $1, node) }
    }

    mutating func checkOne(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        var isValid = false
        for place in step.pointee.a..<step.pointee.b where check(tables.code.lists[Int(place)], node, mode.tracks) {
            if isValid { return fail(mode) { $0.explainAmbiguity(node) } }
            isValid = true
        }
        return isValid || fail(mode, .oneOf) { $0.explainClosest(.oneOf, $1, node) }
    }

    private mutating func explainAmbiguity(_ node: Int) {
        let branches = Array((report[.oneOf]?.elements).map { Array($0) } ?? [])
        var names: [String] = []
        for (index, branch) in branches.enumerated() {
            if let schema = child(branch), check(schema, node, false) { names.append(name(of: branch, index)) }
        }
        reportViolation(
            of: .oneOf, node, expected: "exactly one of \(branches.count) alternatives to match",
            actual: "\(Wording.list(names, "and")), which \(names.count == 2 ? "both" : "all") match")
    }

    mutating func checkNot(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        !check(step.pointee.a, node, false)
            || fail(mode) { evaluator in
                let value = evaluator.report[.not].flatMap { $0.kind == .bool ? nil : $0 }
                let expected = value.map { "anything but \(Wording.short($0))" } ?? "no value"
                evaluator.reportViolation(of: .not, node, expected: expected)
            }
    }

    mutating func checkCondition(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        let isTrue = check(step.pointee.a, node, mode.tracks)
        let branch = isTrue ? step.pointee.b : step.pointee.c
        return branch == Instruction.none || check(branch, node, mode.tracks)
            || fail(mode, isTrue ? .then : .else) { $0.explainInPlace($1, nil, node, tracks: mode.tracks) }
    }

    /// Returns the title of a branch, the name of its reference, or its number.
    func name(of branch: JSONValue, _ index: Int) -> String {
        if let title = branch["title"]?.string { return "“\(title)”" }
        if let reference = branch["$ref"]?.string, let last = reference.split(separator: "/").last {
            return "“\(last)”"
        }
        return "alternative \(index + 1)"
    }

    /// Reports that a value satisfies no branch of `anyOf` or `oneOf`, with the violations of the closest branch.
    private mutating func explainClosest(_ keyword: Keyword, _ value: JSONValue, _ node: Int) {
        let branches = Array(value.elements)
        let chosen = discriminated(branches, node)
        var best: (closeness: Closeness, index: Int, causes: [SchemaViolation])?
        for (index, branch) in branches.prefix(200).enumerated() {
            guard let schema = child(branch) else { continue }
            let causes = collecting { $0.explainInPlace(branch, String(index), node) }
            let closeness = closeness(
                of: schema, node, causes, depth: report.instancePath.count, isChosen: index == chosen)
            let isSought = report.cause?.explains(causes) == true
            if isSought || best.map({ $0.closeness < closeness }) ?? true { best = (closeness, index, causes) }
            if isSought { break }
        }
        let kinds =
            keyword == .oneOf ? "one of \(branches.count) alternatives" : "any of \(branches.count) alternatives"
        guard let best else {
            return report.add(violation(keyword.name, value, node, expected: kinds, actual: describe(node)))
        }
        let name = name(of: branches[best.index], best.index)
        var message = "expected \(kinds), got \(describe(node)), which matches none of them"
        if branches.count == 1 { message = "expected \(name), got \(describe(node)), which doesn't match" }
        if let first = best.causes.first {
            let path = first.instancePointer.tokens.dropFirst(report.instancePath.count)
            let place = path.isEmpty ? "" : "at \(JSONPointer(tokens: Array(path))) "
            message +=
                branches.count == 1 ? ": \(place)\(first.message)" : "; closest is \(name): \(place)\(first.message)"
        }
        report.add(
            violation(
                keyword.name, value, node, expected: kinds, actual: describe(node), message: message,
                causes: best.causes))
    }

    /// Returns the index of the branch that OpenAPI's `discriminator` names for a value.
    private func discriminated(_ branches: [JSONValue], _ node: Int) -> Int? {
        guard let discriminator = report[.discriminator], let property = report.discriminatorName,
            let given = value(node)[property]?.string
        else { return nil }
        let mapped = discriminator["mapping"]?[given]?.string ?? given
        return branches.firstIndex { branch in
            guard let reference = branch["$ref"]?.string else { return false }
            return reference == mapped || reference.hasSuffix("/\(mapped)")
        }
    }
}

extension BoundaryProbes {
    /// Adds values that satisfy or violate `anyOf`, `oneOf`, `not` and `if`, such as a value for each branch and a
    /// value that satisfies no branch.
    mutating func addLogic(_ words: KeywordValues, _ clause: Literal) {
        for (keyword, value) in words.values(.anyOf, .oneOf) {
            let branches = schemas.children(keyword, of: clause).prefix(20)
            for (index, branch) in branches.enumerated() {
                inside(keyword, value, "branch \(index)", build([branch, clause]))
            }
            outside(keyword, value, "no branch", build(branches.map { $0.negated }))
            if keyword == .oneOf, branches.count > 1 {
                outside(keyword, value, "two branches", build(Array(branches.prefix(2))))
            }
        }
        if let value = words[.not], let child = schemas.child(value, of: clause) {
            inside(.not, value, "a valid value", JSON(place.value))
            outside(.not, value, "what it forbids", build([child]))
        }
        if let value = words[.if], let condition = schemas.child(value, of: clause) {
            let isNot = condition.negated
            inside(.if, value, "condition is true", build([clause, condition]))
            inside(.if, value, "condition is false", build([clause, isNot]))
            if let then = words[.then], let child = schemas.child(then, of: clause) {
                outside(.then, then, "the condition holds alone", build([condition, child.negated]))
            }
            if let otherwise = words[.else], let child = schemas.child(otherwise, of: clause) {
                outside(.else, otherwise, "neither holds", build([isNot, child.negated]))
            }
        }
    }
}

extension ExampleSchemas {
    /// Returns the schemas in `allOf`, the branches of `anyOf` and `oneOf` that a value satisfies, and the schemas in
    /// `if`, `then` and `else` that apply to the value.
    func branches(_ words: KeywordValues, of clause: Literal, for value: JSONValue) -> [Literal] {
        let branches =
            children(.anyOf, of: clause) + children(.oneOf, of: clause) + heirs(of: clause, words, selectedBy: value)
        var parts = children(.allOf, of: clause) + branches.filter { accepts(value, $0) }
        if let condition = child(.if, of: clause) {
            let isTrue = accepts(value, condition)
            if isTrue { parts.append(condition) }
            if let branch = child(isTrue ? .then : .else, of: clause) { parts.append(branch) }
        }
        return parts
    }
}
