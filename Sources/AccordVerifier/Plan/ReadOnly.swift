import AccordContract
import AccordCore

extension RunPlan {
    /// Skips what could change something: cases with unsafe methods (RFC 9110 section 9.2.1), and what comes after them.
    package mutating func skipUnsafe() {
        skip({ _ in true }) {
            "--read-only: it sends \($0)"
        } after: {
            "--read-only: it comes after \($0)"
        }
    }

    /// Skips requests with unsafe methods that no case or example documents: nobody stated that the server may carry
    /// them out.
    ///
    /// - Parameter named: The ids of cases to send anyway, with the cases that they come after.
    package mutating func skipGeneratedUnsafe(except named: [String]) {
        var allowed = Set(named)
        for testCase in entries.map(\.testCase)
        where allowed.contains(testCase.id) || allowed.contains(testCase.qualifiedID) {
            allowed.formUnion([testCase.qualifiedID] + testCase.producers.map(\.qualifiedID))
        }
        skip {
            // A refusal or a fuzz-generated request with an unsafe method is planned only where it is allowed.
            !$0.isDerived && $0.definition.hasGeneratedRequest && !allowed.contains($0.qualifiedID)
        } because: {
            "not sent: no case or example documents this \($0) request; --allow-unsafe sends it"
        } after: {
            "not sent: it comes after \($0), which --allow-unsafe sends"
        }
    }

    /// Skips cases with unsafe methods, and the cases that come after them.
    private mutating func skip(
        _ isSkipped: (Case) -> Bool, because reason: (_ method: String) -> String,
        after: (_ id: String) -> String
    ) {
        var unsafe: Set<String> = []
        for position in entries.indices {
            let testCase = entries[position].testCase
            let method = testCase.steps.map(\.operation.request.method).first { !HTTPMethod.isSafe($0) }
            guard let method, isSkipped(testCase) else { continue }
            unsafe.insert(testCase.qualifiedID)
            withhold(position, because: reason(method))
        }
        // Producers are all the cases of a flow that come before, not only the nearest.
        for position in entries.indices where entries[position].skip == nil {
            guard let producer = entries[position].testCase.producers.first(where: { unsafe.contains($0.qualifiedID) })
            else { continue }
            withhold(position, because: after(producer.id))
        }
    }
}
