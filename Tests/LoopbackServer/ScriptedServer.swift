// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation

/// A server on a loopback socket that says exactly what its script says, byte for byte, right or wrong.
package final class ScriptedServer: Sendable {
    /// What is done on one connection, in order.
    package enum Act: Sendable {
        /// Reads until the end of a request's head.
        case readHead
        /// Reads until the bytes are what is waited for.
        case read(until: @Sendable ([UInt8]) -> Bool)
        /// Reads until the end of a request's head, and does what it asks for.
        case answer(@Sendable (String) -> [Act])
        /// Reads a request's head and its body of `Content-Length` bytes, and does what it asks for.
        case answerWithBody(@Sendable (_ head: String, _ body: String) -> [Act])
        case send([UInt8])
        /// Sends the bytes again and again until the other side goes away.
        case sendForever([UInt8])
        /// Sends the bytes one by one, again and again, so many milliseconds apart, until the other side goes away.
        case drip([UInt8], milliseconds: Int32)
        /// Lets so many milliseconds pass: how long an answer takes is what such a server is about.
        case pause(milliseconds: Int32)
        /// Closes so that the other side sees a reset; the last act of a script.
        case reset
        /// Resets, and lets nobody connect any more: the server was killed.
        case die
        /// Keeps the connection open, silently, until the other side goes away.
        case hold

        package static func send(_ text: String) -> Act { .send(Array(text.utf8)) }

        /// A whole answer, after which the connection is closed; `fields` are lines of their own, each ended.
        package static func response(
            _ status: String, type: String = "application/json", fields: String = "", body: String = "{}"
        ) -> Act {
            .send(
                "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)"
                    + "Connection: close\r\n\r\n\(body)")
        }
    }

    package let port: UInt16
    private let listener: Int32
    private let state = Locked(State())

    private struct State {
        var connections = 0
        var isStopped = false
        var requests: [String] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Takes out those who wait for no more requests than there are.
        mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
            let ready = waiting.filter { $0.count <= requests.count }.map(\.continuation)
            waiting.removeAll { $0.count <= requests.count }
            return ready
        }
    }

    /// How many connections were accepted.
    package var connectionCount: Int { state.withLock { $0.connections } }
    /// The heads, as read by `readHead`.
    package var requestHeads: [String] { state.withLock { $0.requests } }
    /// Returns once so many heads were read.
    package func requests(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.waiting.append((count, continuation))
                return state.takeReady()
            }
            ready.forEach { $0.resume() }
        }
    }

    private func note(_ head: String) {
        let ready = state.withLock { state in
            state.requests.append(head)
            return state.takeReady()
        }
        ready.forEach { $0.resume() }
    }

    package var url: String { "http://127.0.0.1:\(port)/" }

    /// Every connection follows the same script, then closes.
    package convenience init(_ script: [Act]) throws {
        try self.init { _ in script }
    }

    /// `script` is asked for each connection, counted from 0.
    package init(_ script: @escaping @Sendable (Int) -> [Act]) throws {
        let (listener, port) = try Self.listen()
        self.listener = listener
        self.port = port
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self else {
                    if connection >= 0 { close(connection) }
                    self?.state.withLock { $0.isStopped = true }
                    // Closed here alone: elsewhere its number could already be another server's, whose connections
                    // this thread would then take.
                    close(listener)
                    return
                }
                let number = state.withLock { state in
                    state.connections += 1
                    return state.connections - 1
                }
                Thread.detachNewThread { [weak self] in
                    // Closing alone resets; a shutdown would half-close it first.
                    if Self.perform(script(number), on: connection, self) != .resets {
                        shutdown(connection, Int32(SHUT_WR))
                        drain(connection)
                    }
                    close(connection)
                }
            }
        }
    }

    deinit {
        stop()
    }

    /// Ends the thread's wait, once: after that the listener's number may already be another socket's.
    private func stop() {
        state.withLock { state in
            if !state.isStopped { shutdown(listener, Int32(SHUT_RDWR)) }
            state.isStopped = true
        }
    }

    /// A port of the loopback interface on which nothing listens.
    package static func closedPort() throws -> UInt16 {
        let (listener, port) = try listen()
        close(listener)
        return port
    }

    /// What follows an act.
    private enum Sequel {
        case goesOn, ends, resets
    }

    private static func perform(_ script: [Act], on connection: Int32, _ server: ScriptedServer?) -> Sequel {
        for act in script {
            let sequel = perform(act, on: connection, server)
            if sequel != .goesOn { return sequel }
        }
        return .goesOn
    }

    private static func perform(_ act: Act, on connection: Int32, _ server: ScriptedServer?) -> Sequel {
        switch act {
        case .readHead:
            guard let head = readHead(connection) else { return .ends }
            server?.note(head)
            return .goesOn
        case .read(let isEnough):
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while !isEnough(bytes) {
                guard recv(connection, &byte, 1, 0) == 1 else { return .ends }
                bytes.append(byte)
            }
            return .goesOn
        case .answer(let script):
            guard let head = readHead(connection) else { return .ends }
            server?.note(head)
            return perform(script(head), on: connection, server)
        case .answerWithBody(let script):
            guard let head = readHead(connection) else { return .ends }
            server?.note(head)
            var body = [UInt8](repeating: 0, count: Int(field("Content-Length", in: head) ?? "0") ?? 0)
            if !body.isEmpty, recv(connection, &body, body.count, Int32(MSG_WAITALL)) != body.count { return .ends }
            return perform(script(head, String(decoding: body, as: UTF8.self)), on: connection, server)
        case .send(let bytes): return sendAll(bytes, on: connection) ? .goesOn : .ends
        case .sendForever(let bytes):
            while sendAll(bytes, on: connection) {}
            return .ends
        case .drip(let bytes, let milliseconds):
            var position = 0
            while sendAll([bytes[position]], on: connection), !isGone(connection, within: milliseconds) {
                position = (position + 1) % bytes.count
            }
            return .ends
        case .pause(let milliseconds): return isGone(connection, within: milliseconds) ? .ends : .goesOn
        case .reset, .die:
            if case .die = act { server?.stop() }
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            return .resets
        case .hold:
            drain(connection)
            return .ends
        }
    }

    /// True if the other side goes away before the time is over.
    private static func isGone(_ connection: Int32, within milliseconds: Int32) -> Bool {
        var wanted = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, milliseconds) > 0
    }

    /// Returns the value of a header field in a request's head.
    package static func field(_ name: String, in head: String) -> String? {
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
        return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    private static func readHead(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard recv(connection, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func sendAll(_ bytes: [UInt8], on connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                #if canImport(Darwin)
                    send(connection, buffer.baseAddress! + sent, buffer.count - sent, 0)
                #else
                    send(connection, buffer.baseAddress! + sent, buffer.count - sent, Int32(MSG_NOSIGNAL))
                #endif
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// - Parameter backlog: how many connections may wait to be accepted.
    static func listen(backlog: Int32 = 128) throws -> (Int32, UInt16) {
        let socket = newSocket()
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(socket, pointer, length) == 0 && getsockname(socket, pointer, &length) == 0
            }
        }
        guard isBound, Self.startListening(socket, backlog) else { throw SocketError(number: errno) }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    static func newSocket() -> Int32 {
        #if canImport(Glibc)
            Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        return address
    }

    private static func startListening(_ socket: Int32, _ backlog: Int32) -> Bool {
        Foundation.listen(socket, backlog) == 0
    }

    package struct SocketError: Error {
        package var number: Int32
    }
}

/// Reads until the other side goes away.
private func drain(_ connection: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while recv(connection, &buffer, buffer.count, 0) > 0 {}
}
