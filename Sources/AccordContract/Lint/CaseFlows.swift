/// Which cases come before which.
struct CaseFlows {
    private let cases: [String: CaseDefinition]

    init(_ contract: Contract) {
        var cases: [String: CaseDefinition] = [:]
        for operation in contract.operations {
            for definition in operation.cases { cases["\(operation.id)/\(definition.name)"] = definition }
        }
        self.cases = cases
    }

    subscript(id: String) -> CaseDefinition? { cases[id] }

    var ids: [String] { Array(cases.keys) }

    /// Every case that comes before one, each once; a cycle is walked once.
    func producers(of definition: CaseDefinition) -> [(id: String, definition: CaseDefinition)] {
        var seen: Set<String> = []
        var found: [(id: String, definition: CaseDefinition)] = []
        var pending = definition.after.map(\.value)
        while let id = pending.popLast() {
            guard seen.insert(id).inserted, let producer = cases[id] else { continue }
            found.append((id, producer))
            pending += producer.after.map(\.value)
        }
        return found
    }

    /// The way from a case back to itself, if its flow has one.
    func cycle(from id: String) -> [String]? {
        var seen: Set<String> = []
        var path: [String] = []
        func walk(_ current: String) -> Bool {
            for next in cases[current]?.after ?? [] {
                if next.value == id {
                    path = [current]
                    return true
                }
                guard seen.insert(next.value).inserted else { continue }
                if walk(next.value) {
                    path.append(current)
                    return true
                }
            }
            return false
        }
        return walk(id) ? [id] + path.dropLast().reversed() + [id] : nil
    }
}
