import AccordContract
import AccordJSON

/// The address of each operation on a target, worked out once.
final class BaseURLs: Sendable {
    private let target: Target
    private let known = Locked<[ObjectIdentifier: String]>([:])

    init(_ target: Target) {
        self.target = target
    }

    /// The address in front of the operation's path; empty if it has none.
    func url(for operation: Operation) -> String {
        known.withLock { known in
            let key = ObjectIdentifier(operation)
            if let url = known[key] { return url }
            let url = target.baseURL(for: operation) ?? ""
            known[key] = url
            return url
        }
    }
}
