import AccordReport

/// The results of operations whose cases share child processes, for the tests that await one each.
///
/// The first test of an operation that asks has all of its cases tried; the others wait. A result is handed out once: a
/// test that is repeated is tried anew.
final class IsolatedResults: Sendable {
    private enum Progress {
        case running([UnsafeContinuation<Void, Never>])
        case finished([String: CaseResult])
    }

    private enum Step {
        case take(CaseResult?)
        case run
        case wait
    }

    private let operations = Guarded<[String: Progress]>([:])

    /// The result of a case; nil where `tryAll`, which tries those of its operation, has none for it.
    func result(
        of id: String, in operation: String, tryAll: () async -> [String: CaseResult]
    ) async -> CaseResult? {
        while true {
            switch next(id, operation) {
            case .take(let result): return result
            case .wait: await finished(operation)
            case .run:
                var results = await tryAll()
                let own = results.removeValue(forKey: id)
                finish(operation, results)
                return own
            }
        }
    }

    private func next(_ id: String, _ operation: String) -> Step {
        operations.withLock { operations in
            switch operations[operation] {
            case .running: return .wait
            case .finished(var results):
                if let result = results.removeValue(forKey: id) {
                    operations[operation] = .finished(results)
                    return .take(result)
                }
            case nil: break
            }
            operations[operation] = .running([])
            return .run
        }
    }

    private func finished(_ operation: String) async {
        await withUnsafeContinuation { continuation in
            let isRunning = operations.withLock { operations in
                guard case .running(let waiting) = operations[operation] else { return false }
                operations[operation] = .running(waiting + [continuation])
                return true
            }
            if !isRunning { continuation.resume() }
        }
    }

    private func finish(_ operation: String, _ results: [String: CaseResult]) {
        let waiting = operations.withLock { operations -> [UnsafeContinuation<Void, Never>] in
            defer { operations[operation] = .finished(results) }
            guard case .running(let waiting) = operations[operation] else { return [] }
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
