// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Sends bytes over a socket and reads until the server closes the connection, up to a limit.
enum BareClient {
    /// - Parameter endsInput: Whether to half-close the connection after sending.
    static func send(
        _ text: String, to port: Int, most: Int = 1 << 20, endsInput: Bool = true
    ) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try exchange(text, port, most, endsInput) })
            }
        }
    }

    private static func exchange(_ text: String, _ port: Int, _ most: Int, _ endsInput: Bool) throws -> String {
        let descriptor = try connected(to: port)
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        if endsInput { shutdown(descriptor, Int32(SHUT_WR)) }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while received.count < most {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            received += buffer[..<count]
        }
        return String(decoding: received, as: UTF8.self)
    }

    fileprivate static func connected(to port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(connected == 0)
        return descriptor
    }
}

/// A connection for several requests.
final class KeptConnection {
    private let descriptor: Int32

    init(_ port: Int) throws {
        descriptor = try BareClient.connected(to: port)
    }

    /// Sends a request and returns its response, which must have a Content-Length.
    func ask(_ text: String) throws -> String {
        let bytes = Array(text.utf8)
        _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let answer = String(decoding: received, as: UTF8.self)
            if let end = answer.range(of: "\r\n\r\n"),
                let length = answer.firstMatch(of: /Content-Length: ([0-9]+)/).flatMap({ Int($0.output.1) }),
                answer[end.upperBound...].utf8.count >= length
            {
                return answer
            }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            try #require(count > 0, "the connection ended: \(answer)")
            received += buffer[..<count]
        }
    }

    func close() {
        Foundation.close(descriptor)
    }
}
