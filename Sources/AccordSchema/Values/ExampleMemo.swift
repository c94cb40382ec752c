import AccordJSON

/// The examples of seed 0, each made once: most cases of a contract answer with the same ones.
final class ExampleMemo: Sendable {
    private let results: Locked<[ExampleOptions: Result<JSON, SchemaUnsatisfiable>]> = Locked([:])

    func example(
        _ options: ExampleOptions, else make: (ExampleOptions) throws(SchemaUnsatisfiable) -> JSON
    ) throws(SchemaUnsatisfiable) -> JSON {
        if let known = results.withLock({ $0[options] }) { return try known.get() }
        // Made outside of the lock: two threads may do so at once, and come to the same.
        let result = Result { () throws(SchemaUnsatisfiable) in try make(options) }
        results.withLock { $0[options] = result }
        return try result.get()
    }
}
