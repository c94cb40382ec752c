internal import NIOCore
import Synchronization

/// The connections that are open, so that a stop can end them.
final class ConnectionSet: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    var isEmpty: Bool { channels.withLock(\.isEmpty) }

    func insert(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { [weak self] _ in self?.remove(id) }
    }

    /// Each ends once what is under way on it has been answered.
    func announceStop() {
        for channel in channels.withLock({ Array($0.values) }) {
            channel.pipeline.fireUserInboundEventTriggered(ServerStopping())
        }
    }

    func closeAll() {
        for channel in channels.withLock({ Array($0.values) }) { channel.close(promise: nil) }
    }

    private func remove(_ id: ObjectIdentifier) {
        channels.withLock { $0[id] = nil }
    }
}
