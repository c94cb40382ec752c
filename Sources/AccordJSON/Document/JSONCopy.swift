/// Copies a value out of its document along the tape, so that depth takes nothing of the stack.
enum JSONCopy {
    static func of(_ value: JSONValue) -> JSON {
        let document = value.document
        var open: [Container] = []
        var node = value.node
        while true {
            let tapeNode = document.nodes[node]
            var finished: JSON?
            switch tapeNode.kind {
            case .null: finished = .some(.null)
            case .no: finished = .bool(false)
            case .yes: finished = .bool(true)
            case .number: finished = .number(JSONNumber(validated: JSONValue(document: document, node: node).text))
            case .string, .escapedString: finished = .string(document.string(ofNode: node))
            case .array: open.append(Container(end: tapeNode.next, isObject: false))
            case .object, .indexedObject: open.append(Container(end: tapeNode.next, isObject: true))
            }
            node += 1
            if let finished {
                guard let last = open.indices.last else { return finished }
                open[last].add(finished)
            }
            // Whatever ends here goes into what is around it.
            while let last = open.last, last.end == node {
                open.removeLast()
                guard let outer = open.indices.last else { return last.value }
                open[outer].add(last.value)
            }
            if let last = open.indices.last, open[last].isObject {
                open[last].key = document.string(ofNode: node)
                node += 1
            }
        }
    }

    /// An array or object whose values are still being copied.
    private struct Container {
        let end: Int
        let isObject: Bool
        var key = ""
        private var elements: [JSON] = []
        private var object = JSONObject()

        init(end: Int, isObject: Bool) {
            self.end = end
            self.isObject = isObject
        }

        var value: JSON { isObject ? .object(object) : .array(elements) }

        mutating func add(_ value: JSON) {
            if isObject { object[key] = value } else { elements.append(value) }
        }
    }
}
