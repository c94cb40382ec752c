// SPDX-License-Identifier: Apache-2.0

extension SchemaCompiler {
    /// Compiles `unevaluatedItems` and `unevaluatedProperties`, which run after all other keywords.
    mutating func writeUnevaluated() {
        if let value = words[.unevaluatedItems] {
            emit(.unevaluatedItems, .unevaluatedItems, .array, child(value))
            program.schemas[Int(current)].asksUnevaluated = true
        }
        if let value = words[.unevaluatedProperties] {
            emit(.unevaluatedProperties, .unevaluatedProperties, .object, child(value))
            program.schemas[Int(current)].asksUnevaluated = true
        }
    }
}

extension Evaluator {
    mutating func checkUnevaluatedItems(
        _ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode, _ floor: Int
    ) -> Bool {
        let end = tables.nodes[node].nextNode
        let known = Set(evaluated[floor...])
        var element = node &+ 1
        var index = 0
        while element < end {
            if !known.contains(UInt32(truncatingIfNeeded: element)) {
                if !check(step.pointee.a, element, false),
                    !fail(mode, .unevaluatedItems, { $0.explain($1, at: String(index), element) })
                {
                    return false
                }
                evaluated.append(UInt32(truncatingIfNeeded: element))
            }
            element = tables.nodes[element].nextNode
            index &+= 1
        }
        return true
    }

    mutating func checkUnevaluatedProperties(
        _ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode, _ floor: Int
    ) -> Bool {
        let end = tables.nodes[node].nextNode
        let known = Set(evaluated[floor...])
        var key = node &+ 1
        while key < end {
            let value = key &+ 1
            let isKnown = known.contains(UInt32(truncatingIfNeeded: value))
            if !isKnown, !(tables.hasDuplicateKeys && tables.isOverridden(key, in: node)) {
                if !check(step.pointee.a, value, false),
                    !fail(mode, .unevaluatedProperties, { $0.explainRest(.unevaluatedProperties, $1, key) })
                {
                    return false
                }
                evaluated.append(UInt32(truncatingIfNeeded: value))
            }
            key = tables.nodes[value].nextNode
        }
        return true
    }
}
