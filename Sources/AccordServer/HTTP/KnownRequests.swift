import AccordContract
internal import NIOCore
import NIOHTTP1
import Synchronization

/// Requests without a body that came twice, found by their bytes: the same bytes are the same request, and most clients
/// repeat theirs, so that they needn't be parsed again.
final class KnownRequests: Sendable {
    /// Of a request; longer ones aren't kept.
    static let mostBytes = 2048
    private static let mostRequests = 2048
    private static let mostHashes = 8192

    /// By the hash of their bytes; of two with the same one, only the later is known.
    private let requests = Mutex<[Int: KnownRequest]>([:])
    /// Of requests that came once: nothing else is kept of them, as most of those never come again.
    private let hashes = Mutex<Set<Int>>([])

    subscript(bytes: ByteBuffer) -> KnownRequest? {
        let hash = bytes.hashValue
        guard let known = requests.withLock({ $0[hash] }), known.bytes == bytes else { return nil }
        return known
    }

    /// True where a request with these bytes came before.
    func cameBefore(_ bytes: ByteBuffer) -> Bool {
        let hash = bytes.hashValue
        return hashes.withLock { hashes in
            if hashes.remove(hash) != nil { return true }
            if hashes.count >= Self.mostHashes { hashes.removeAll(keepingCapacity: true) }
            hashes.insert(hash)
            return false
        }
    }

    func insert(_ request: KnownRequest) {
        let hash = request.bytes.hashValue
        requests.withLock { requests in
            // Begun anew rather than kept in order: what is asked again is soon known again.
            if requests.count >= Self.mostRequests { requests.removeAll(keepingCapacity: true) }
            requests[hash] = request
        }
    }

    /// True where these bytes are the head of one request and nothing else: one empty line, at their end.
    static func isOneHead(_ bytes: ByteBuffer) -> Bool {
        guard bytes.readableBytes <= mostBytes else { return false }
        var previous: UInt8 = 0
        var lineIsEmpty = true
        var emptyLines = 0
        for byte in bytes.readableBytesView {
            if emptyLines > 0 { return false }
            if byte == UInt8(ascii: "\n") {
                guard previous == UInt8(ascii: "\r") else { return false }
                if lineIsEmpty { emptyLines += 1 }
                lineIsEmpty = true
            } else if byte != UInt8(ascii: "\r") {
                lineIsEmpty = false
            }
            previous = byte
        }
        return emptyLines == 1
    }

    /// True where what follows the head, and how the answer is given, is the head's business alone.
    static func mayKeep(_ head: HTTPRequestHead) -> Bool {
        let others = ["Content-Length", "Transfer-Encoding", "Expect", "Upgrade"]
        return head.version == .http1_1 && head.isKeepAlive && head.method != .CONNECT
            && !others.contains { head.headers.contains(name: $0) }
    }
}

/// A request that came before, as it was parsed, and how it is answered the next time.
package final class KnownRequest: Sendable {
    package typealias Answer = @Sendable () -> PreparedAnswer?

    /// A function by itself would be wrapped once more each time that the lock hands it out.
    private struct Kept {
        var answer: Answer?
    }

    let bytes: ByteBuffer
    let head: HTTPRequestHead
    let request: ServerRequest
    private let kept = Mutex(Kept())

    init(_ bytes: ByteBuffer, _ head: HTTPRequestHead, _ request: ServerRequest) {
        // A copy of its own: what a socket was read into is larger.
        self.bytes = ByteBuffer(bytes: bytes.readableBytesView)
        self.head = head
        self.request = request
    }

    /// The answer; nil where the responder is to be asked again.
    func answerAgain() -> PreparedAnswer? { kept.withLock { $0.answer }?() }

    /// - Parameter answer: called once for each such request, on any of the server's threads; answers nil once it is out
    ///   of date.
    package func keep(_ answer: @escaping Answer) { kept.withLock { $0.answer = answer } }
}

/// An answer as it is written on a connection that stays open.
package final class PreparedAnswer: Sendable {
    let bytes: ByteBuffer

    /// - Parameter method: of the request; HEAD is answered without the body.
    package init(_ response: HTTPResponse, to method: String) {
        var bytes = ByteBufferAllocator().buffer(capacity: 256 + response.body.count)
        ResponseWriter.write(response, to: method, keepsAlive: true, into: &bytes)
        self.bytes = bytes
    }
}
