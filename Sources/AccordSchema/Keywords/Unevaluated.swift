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
        var known = EvaluatedNodes(nodes: evaluated[floor...].sorted())
        var element = node &+ 1
        var index = 0
        while element < end {
            if !known.contains(element) {
                if !check(step.pointee.a, element, false),
                    !fail(mode, { $0.explainUnevaluated(element, String(index)) })
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

    private mutating func explainUnevaluated(_ node: Int, _ token: String) {
        guard let value = report.open(.unevaluatedItems) else { return }
        explain(value, at: token, node)
        report.close()
    }

    mutating func checkUnevaluatedProperties(
        _ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode, _ floor: Int
    ) -> Bool {
        let end = tables.nodes[node].nextNode
        var known = EvaluatedNodes(nodes: evaluated[floor...].sorted())
        var key = node &+ 1
        while key < end {
            let value = key &+ 1
            if !known.contains(value), !(tables.hasDuplicateKeys && tables.isOverridden(key, in: node)) {
                if !check(step.pointee.a, value, false),
                    !fail(mode, { $0.explainRest(.unevaluatedProperties, key) })
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

/// A sorted list of evaluated nodes. Callers must pass nodes to `contains` in ascending order.
private struct EvaluatedNodes {
    let nodes: [UInt32]
    private var next = 0

    init(nodes: [UInt32]) { self.nodes = nodes }

    mutating func contains(_ node: Int) -> Bool {
        while next < nodes.count, Int(nodes[next]) < node { next += 1 }
        return next < nodes.count && Int(nodes[next]) == node
    }
}
