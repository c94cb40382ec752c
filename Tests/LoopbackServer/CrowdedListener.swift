// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A port of the loopback on which something listens, and nobody gets through: the queue in front of it is full, and
/// Linux drops whatever else knocks, as a firewall would.
package final class CrowdedListener: Sendable {
    package let port: UInt16
    private let sockets: [Int32]

    /// More than a queue of length 0 takes, which is one.
    private static let crowd = 8

    /// - Throws: `ScriptedServer.SocketError` where the queue takes everybody, which this system then doesn't limit.
    package init() throws {
        let (listener, port) = try ScriptedServer.listen(backlog: 0)
        self.port = port
        let waiting = (0..<Self.crowd).map { _ in Self.knock(port) }
        sockets = [listener] + waiting
        var last = pollfd(fd: waiting[Self.crowd - 1], events: Int16(POLLOUT), revents: 0)
        guard poll(&last, 1, 0) == 0 else { throw ScriptedServer.SocketError(number: errno) }
    }

    deinit {
        for socket in sockets { close(socket) }
    }

    package var url: String { "http://127.0.0.1:\(port)" }

    /// Begins to connect, and doesn't wait for it.
    private static func knock(_ port: UInt16) -> Int32 {
        let socket = ScriptedServer.newSocket()
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        var address = ScriptedServer.loopback(port: port)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return socket
    }
}
