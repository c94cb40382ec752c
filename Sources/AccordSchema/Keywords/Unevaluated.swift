// SPDX-License-Identifier: Apache-2.0

extension SchemaCompiler {
    /// Compiles `unevaluatedItems` and `unevaluatedProperties`, which run after all other keywords.
    mutating func writeUnevaluated() {
        for (keyword, kinds) in [(Keyword.unevaluatedItems, KindSet.array), (.unevaluatedProperties, .object)] {
            guard let value = words[keyword] else { continue }
            emit(.unevaluated, keyword, kinds, child(value))
            program.schemas[Int(current)].asksUnevaluated = true
        }
    }
}

extension Evaluator {
    mutating func checkUnevaluated(
        _ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode, _ floor: Int
    ) -> Bool {
        let keyword = step.pointee.keyword
        let isObject = keyword == .unevaluatedProperties
        let end = tables.nodes[node].nextNode
        let known = Set(evaluated[floor...])
        // The element, or the key of the member.
        var child = node &+ 1
        var index = 0
        while child < end {
            let value = isObject ? child &+ 1 : child
            let isOverridden = isObject && tables.hasDuplicateKeys && tables.isOverridden(child, in: node)
            if !isOverridden, !known.contains(UInt32(truncatingIfNeeded: value)) {
                let isValid =
                    check(step.pointee.a, value, false)
                    || fail(mode, keyword) { evaluator, schema in
                        if isObject {
                            evaluator.explainRest(keyword, schema, child)
                        } else {
                            evaluator.explain(schema, at: String(index), value)
                        }
                    }
                if !isValid { return false }
                evaluated.append(UInt32(truncatingIfNeeded: value))
            }
            child = tables.nodes[value].nextNode
            index &+= 1
        }
        return true
    }
}
