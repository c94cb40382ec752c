import AccordJSON

extension Checker {
    @inline(never)
    mutating func checkUnevaluatedItems(_ schema: UInt32, _ node: Int, _ floor: Int) -> Bool {
        let end = tables.nodes[node].nextNode
        var seen = seen(since: floor)
        var element = node &+ 1
        while element < end {
            if !seen.contains(element) {
                if !check(schema, element, false) { return false }
                evaluated.append(UInt32(truncatingIfNeeded: element))
            }
            element = tables.nodes[element].nextNode
        }
        return true
    }

    @inline(never)
    mutating func checkUnevaluatedProperties(_ schema: UInt32, _ node: Int, _ floor: Int) -> Bool {
        let end = tables.nodes[node].nextNode
        var seen = seen(since: floor)
        var key = node &+ 1
        while key < end {
            let value = key &+ 1
            if !seen.contains(value), !(tables.hasDuplicateKeys && tables.isOverridden(key, in: node)) {
                if !check(schema, value, false) { return false }
                evaluated.append(UInt32(truncatingIfNeeded: value))
            }
            key = tables.nodes[value].nextNode
        }
        return true
    }

    /// The nodes noted above a floor, in order, for asking in order.
    func seen(since floor: Int) -> SeenNodes { SeenNodes(nodes: evaluated[floor...].sorted()) }

    /// Notes what a schema looks at in a value, whether or not all that it says holds; for explanations.
    mutating func noteLookedAt(by schema: UInt32, _ node: Int, _ seen: inout Set<Int>, level: Int = 0) {
        guard level < 64 else { return }
        let code = tables.schemas[Int(schema)]
        let kind = tables.nodes[node].kindBit
        for pc in Int(code.first)..<Int(code.end) {
            let step = tables.instructions[pc]
            guard step.kinds.meets(kind) else { continue }
            switch step.operation {
            case .reference: noteLookedAt(by: step.a, node, &seen, level: level + 1)
            case .dynamicReference: noteLookedAt(by: dynamicTarget(step), node, &seen, level: level + 1)
            case .allOf:
                for place in Int(step.a)..<Int(step.b) {
                    noteLookedAt(by: tables.lists[place], node, &seen, level: level + 1)
                }
            case .anyOf, .oneOf:
                for place in Int(step.a)..<Int(step.b) where check(tables.lists[place], node, false) {
                    noteLookedAt(by: tables.lists[place], node, &seen, level: level + 1)
                }
            case .condition:
                let holds = check(step.a, node, false)
                if holds { noteLookedAt(by: step.a, node, &seen, level: level + 1) }
                let branch = holds ? step.b : step.c
                if branch != Instruction.none { noteLookedAt(by: branch, node, &seen, level: level + 1) }
            case .dependentSchema where tables.value(of: step.a, in: node) != nil:
                noteLookedAt(by: step.b, node, &seen, level: level + 1)
            case .object: noteMembers(tables.objects[Int(step.a)], node, &seen)
            case .array: noteElements(tables.arrays[Int(step.a)], node, &seen)
            case .unevaluatedItems, .unevaluatedProperties:
                if level > 0 { noteAll(node, &seen) }
            default: break
            }
        }
    }

    private func noteAll(_ node: Int, _ seen: inout Set<Int>) {
        let value = JSONValue(document: tables.document, node: node)
        for element in value.elements { seen.insert(element.node) }
        for member in value.members { seen.insert(member.value.node) }
    }

    private mutating func noteMembers(_ rule: ObjectRule, _ node: Int, _ seen: inout Set<Int>) {
        if rule.additional != Instruction.none { return noteAll(node, &seen) }
        for member in JSONValue(document: tables.document, node: node).members {
            let key = member.value.node - 1
            var isNamed = (tables.slot(in: rule.table, key)?.pointee.schema ?? Instruction.none) != Instruction.none
            var place = Int(rule.patternStart)
            while !isNamed, place < Int(rule.patternEnd) {
                isNamed = checkPattern(Int(tables.lists[place]), key)
                place += 2
            }
            if isNamed { seen.insert(member.value.node) }
        }
    }

    private mutating func noteElements(_ rule: ArrayRule, _ node: Int, _ seen: inout Set<Int>) {
        if rule.items != Instruction.none { return noteAll(node, &seen) }
        let prefix = Int(rule.prefixEnd - rule.prefixStart)
        for (index, element) in JSONValue(document: tables.document, node: node).elements.enumerated() {
            let isContained =
                rule.containsEvaluates && rule.contains != Instruction.none && check(rule.contains, element.node, false)
            if index < prefix || isContained { seen.insert(element.node) }
        }
    }
}

/// Nodes that were looked at; asked for nodes in growing order.
struct SeenNodes {
    private let nodes: [UInt32]
    private var next = 0

    init(nodes: [UInt32]) { self.nodes = nodes }

    mutating func contains(_ node: Int) -> Bool {
        while next < nodes.count, Int(nodes[next]) < node { next += 1 }
        return next < nodes.count && Int(nodes[next]) == node
    }
}
