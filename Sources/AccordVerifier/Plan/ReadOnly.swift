import AccordContract
import AccordCore

extension RunPlan {
    /// Skips what could change something: cases with unsafe methods (RFC 9110 section 9.2.1), and what comes after them.
    package mutating func skipUnsafe() {
        var unsafe: Set<String> = []
        for position in entries.indices {
            let testCase = entries[position].testCase
            let method = testCase.steps.map(\.operation.request.method).first { !HTTPMethod.isSafe($0) }
            guard let method else { continue }
            unsafe.insert(testCase.qualifiedID)
            withhold(position, because: "--read-only: it sends \(method)")
        }
        // Producers are all those of a flow, not only the nearest.
        for position in entries.indices where entries[position].skip == nil {
            guard let producer = entries[position].testCase.producers.first(where: { unsafe.contains($0.qualifiedID) })
            else { continue }
            withhold(position, because: "--read-only: it comes after \(producer.id)")
        }
    }
}
