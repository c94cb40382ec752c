// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import NIOCore
import NIOPosix

/// A connection that sends on demand, and that can stop reading.
final class OpenClient: Sendable {
    private let channel: any Channel
    private let received: Received

    convenience init(_ port: Int, reads: Bool = true) async throws {
        try await self.init(reads: reads) { try await $0.connect(host: "127.0.0.1", port: port).get() }
    }

    convenience init(unixSocket: String) async throws {
        try await self.init(reads: true) { try await $0.connect(unixDomainSocketPath: unixSocket).get() }
    }

    private init(reads: Bool, connect: (ClientBootstrap) async throws -> any Channel) async throws {
        let received = Received()
        self.received = received
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: reads)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(received))
                }
            }
        channel = try await connect(bootstrap)
    }

    /// Sends text without waiting, since the server may have closed the connection.
    func write(_ text: String) {
        channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
    }

    func write(bytes: [UInt8]) {
        channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
    }

    func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text))
    }

    struct ClosedEarly: Error {
        var received: String
    }

    /// Waits until the text is received.
    ///
    /// - Throws: `ClosedEarly` if the server closes the connection first.
    func waitFor(_ text: String) async throws {
        try await withCheckedThrowingContinuation { received.tell($0, of: text) }
    }

    func readOn() async {
        try? await channel.setOption(.autoRead, value: true).get()
        channel.read()
    }

    /// Returns everything that is received until the server closes the connection.
    func rest() async throws -> String {
        try await channel.closeFuture.get()
        return received.text
    }

    func close() async {
        try? await channel.close()
    }

    private final class Received: Sendable {
        private struct State {
            var text = ""
            var isClosed = false
            var waiting: [(text: String, continuation: CheckedContinuation<Void, any Error>)] = []
        }

        private let state = Locked(State())

        var text: String { state.withLock { $0.text } }

        func add(_ text: String) { change { $0.text += text } }

        func close() { change { $0.isClosed = true } }

        func tell(_ continuation: CheckedContinuation<Void, any Error>, of text: String) {
            change { $0.waiting.append((text, continuation)) }
        }

        private func change(_ change: (inout State) -> Void) {
            state.withLock { state in
                change(&state)
                state.waiting.removeAll { text, continuation in
                    if state.text.contains(text) {
                        continuation.resume()
                    } else if state.isClosed {
                        continuation.resume(throwing: ClosedEarly(received: state.text))
                    } else {
                        return false
                    }
                    return true
                }
            }
        }
    }

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        let received: Received

        init(_ received: Received) { self.received = received }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received.add(String(buffer: unwrapInboundIn(data)))
        }

        func channelInactive(context: ChannelHandlerContext) { received.close() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
