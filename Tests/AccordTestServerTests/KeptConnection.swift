// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation

@testable import AccordTesting

/// A client that writes HTTP/1.1 on sockets of its own, and keeps its connection for the next call.
final class KeptConnection: Sendable {
    enum Failure: Error {
        case noConnection
        /// The connection ended where an answer should have come.
        case ended
        case badAnswer
    }

    private let base: URL
    /// Sends a request again, on a new connection, where the kept one had been closed by the server.
    private let replaces: Bool
    private let kept = Locked<Int32?>(nil)

    init(base: URL, replaces: Bool) {
        self.base = base
        self.replaces = replaces
    }

    deinit { kept.withLock { $0.map { _ = close($0) } } }

    func login(_ username: String, _ password: String) async throws -> SocketClient.Token {
        let query = "username=\(SocketClient.encoded(username))&password=\(SocketClient.encoded(password))"
        let text = "GET \(base.path)/login?\(query) HTTP/1.1\r\nHost: \(base.host ?? "")\r\n\r\n"
        // Reading waits, and the threads of tasks may not.
        let body: Data = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try self.exchange(text) }) }
        }
        guard let id = try JSONDecoder().decode([String: String].self, from: body)["token"] else {
            throw Failure.badAnswer
        }
        return SocketClient.Token(id: id)
    }

    private func exchange(_ request: String) throws -> Data {
        guard let used = kept.withLock({ $0 }) else { return try answer(to: request, on: connect()) }
        do {
            return try answer(to: request, on: used)
        } catch Failure.ended where replaces {
            return try answer(to: request, on: connect())
        }
    }

    private func connect() throws -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(base.port ?? 0).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        #if canImport(Glibc)
            let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let connection = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { systemConnect(connection, $0, length) }
        }
        guard result == 0 else { throw Failure.noConnection }
        kept.withLock { kept in
            kept.map { _ = close($0) }
            kept = connection
        }
        return connection
    }

    /// Sends a request and reads its answer, whose length is given.
    private func answer(to request: String, on connection: Int32) throws -> Data {
        let bytes = Array(request.utf8)
        guard send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw Failure.ended }
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            if let body = try Self.body(of: received) { return body }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { throw Failure.ended }
            received.append(contentsOf: buffer[..<count])
        }
    }

    private static func body(of received: Data) throws -> Data? {
        guard let end = received.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        guard head.first?.hasPrefix("HTTP/1.1 200") == true else { throw Failure.badAnswer }
        let field = head.first { $0.lowercased().hasPrefix("content-length:") }
        guard let length = field.flatMap({ Int($0.drop { $0 != ":" }.dropFirst().filter { $0 != " " }) }) else {
            throw Failure.badAnswer
        }
        let body = received[end.upperBound...]
        return body.count < length ? nil : Data(body.prefix(length))
    }
}

/// Named apart from the client's own.
private func systemConnect(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    connect(socket, address, length)
}
