/// Finds the pointers of nodes that are asked for in the order of the text, all of them in one walk over the tape.
struct PointerCursor {
    /// A container on the way to the node that was asked for last, and which of its children is.
    private struct Step {
        var container: Int
        var child: Int
        var index = 0
        var token = ""
    }

    private let document: JSONDocument
    private var steps: [Step] = []

    init(_ document: JSONDocument) { self.document = document }

    /// The pointer to a value's node, which isn't in front of the one asked for before.
    mutating func pointer(to node: Int) -> JSONPointer {
        while let last = steps.last, node >= document.nodes[last.child].next || node < last.child {
            guard node < document.nodes[last.container].next, node > last.container else {
                steps.removeLast()
                continue
            }
            advanceLastStep(to: node)
        }
        var place = steps.last?.child ?? 0
        while place != node {
            let isArray = document.nodes[place].kind == .array
            steps.append(Step(container: place, child: isArray ? place + 1 : place + 2))
            advanceLastStep(to: node)
            place = steps[steps.count - 1].child
        }
        return JSONPointer(tokens: steps.map(\.token))
    }

    /// Steps from child to child up to the one that has the node in it.
    private mutating func advanceLastStep(to node: Int) {
        var step = steps.removeLast()
        let isArray = document.nodes[step.container].kind == .array
        while document.nodes[step.child].next <= node {
            step.child = isArray ? document.nodes[step.child].next : document.nodes[step.child].next + 1
            step.index += 1
        }
        step.token = isArray ? String(step.index) : document.string(ofNode: step.child - 1)
        steps.append(step)
    }
}
