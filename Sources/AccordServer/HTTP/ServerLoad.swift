import Synchronization

/// What all connections of a server hold together: how many there are, how many bytes of bodies, and that they end.
final class ServerLoad: Sendable {
    private let limits: ServerLimits
    private let connections = Atomic<Int>(0)
    private let bodyBytes = Atomic<Int>(0)
    private let stops = Atomic<Bool>(false)

    init(_ limits: ServerLimits) {
        self.limits = limits
    }

    /// False where there is one connection too many; then nothing is counted.
    func openConnection() -> Bool {
        guard connections.add(1, ordering: .relaxed).newValue <= limits.connections else {
            closeConnection()
            return false
        }
        return true
    }

    /// True once the server stops: no answer promises any more that its connection stays open.
    var isStopping: Bool { stops.load(ordering: .acquiring) }

    func beginStopping() { stops.store(true, ordering: .releasing) }

    func closeConnection() {
        connections.subtract(1, ordering: .relaxed)
    }

    /// False where the bytes don't fit in; then nothing is counted.
    func reserve(_ bytes: Int) -> Bool {
        guard bodyBytes.add(bytes, ordering: .relaxed).newValue <= limits.totalBodyBytes else {
            release(bytes)
            return false
        }
        return true
    }

    func release(_ bytes: Int) {
        if bytes > 0 { bodyBytes.subtract(bytes, ordering: .relaxed) }
    }
}
