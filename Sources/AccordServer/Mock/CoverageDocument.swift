import AccordContract
import AccordCore
import AccordJSON

/// What is documented and what of it was called, `GET /__accord/coverage`.
struct CoverageDocument {
    let operations: [ServedOperation]
    let journal: Journal

    var json: JSON {
        let calls = journal.operations
        let cases = journal.cases
        let statuses = journal.statuses
        var called = 0
        var entries: [JSON] = []
        for served in operations {
            let tally = calls[served.key] ?? Journal.Tally()
            if tally.count > 0 { called += 1 }
            var seen = Set<String>()
            let own = (served.exchanges).filter { seen.insert($0.caseID).inserted }
                .sorted { $0.caseID < $1.caseID }.map { exchange -> JSON in
                    let count = cases["\(served.contract.file)#\(exchange.caseID)"]?.count ?? 0
                    return ["case": .string(exchange.caseID), "requests": .number(JSONNumber(count))]
                }
            let answered = statuses[served.key] ?? [:]
            let documented = served.operation.responses.map { response -> JSON in
                let count = answered.filter { response.status.covers($0.key) }.map(\.value).reduce(0, +)
                return ["status": .string(response.status.description), "answers": .number(JSONNumber(count))]
            }
            entries.append([
                "contract": .string(served.contract.file), "operation": .string(served.operation.id),
                "method": .string(served.operation.request.method),
                "path": .string(served.operation.request.path.description),
                "requests": .number(JSONNumber(tally.count)), "broken": .number(JSONNumber(tally.broken)),
                "cases": .array(own), "responses": .array(documented),
            ])
        }
        let unknown = journal.unknown.sorted { $0.key < $1.key }.map { path, count -> JSON in
            ["request": .string(path), "requests": .number(JSONNumber(count))]
        }
        return [
            "requests": .number(JSONNumber(journal.count)),
            "operations": ["documented": .number(JSONNumber(operations.count)), "called": .number(JSONNumber(called))],
            "documented": .array(entries), "undocumented": .array(unknown),
        ]
    }
}
