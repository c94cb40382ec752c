import AccordContract
import AccordJSON
import AccordSchema

/// Which faults of the catalogue make cases of an operation, at a level.
struct FaultSelection {
    let operation: Operation
    let level: Level

    init(_ operation: Operation, _ level: Level) {
        self.operation = operation
        self.level = level
    }

    private static let smoke: Set<Fault> = [.offline, .connectTimeout, .resetMidBody, .cancelBeforeResponse]

    func includes(_ fault: Fault) -> Bool {
        switch level {
        case .smoke: if !Self.smoke.contains(fault) { return false }
        case .standard: if case .impossible = fault.stub { return false }
        case .full: break
        }
        // What is documented is no fault: the documented cases say what becomes of it.
        if fault == .bodyOn204 { return isDocumented(204) }
        guard let status = fault.status, (200..<400).contains(status) else { return true }
        return !isDocumented(status)
    }

    private func isDocumented(_ status: Int) -> Bool {
        operation.responses.contains { $0.status == .exact(status) || $0.status == .range(status / 100) }
    }
}
