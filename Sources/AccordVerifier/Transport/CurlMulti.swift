// SPDX-License-Identifier: Apache-2.0
import AccordCore
import CCurl

/// The purpose of a request: to run a case, to get an access token, or to check the connection.
package enum TransferKey: Sendable, Hashable {
    /// The case at this index of the plan. In `accord mock`, the number of a request that the mock forwards.
    case testCase(Int)
    /// An access token for this security scheme.
    case token(TokenStore.Key)
    /// A check whether credentials still work.
    case credentials(UsedCredentials)
    /// A check whether a server accepts connections. It connects, but sends no request.
    case connection
}

/// The security schemes of a contract whose credentials a request contains.
package struct UsedCredentials: Hashable, Sendable {
    var file: String
    var schemes: [String]
}

/// A closure that returns the limits for reading a stream with a status code and media type. It returns `nil` to read
/// the stream to its end.
package typealias EndlessLookup = (_ status: Int, MediaType) -> EndlessStream?

/// An HTTP client that sends concurrent requests with libcurl's multi interface, and reuses connections.
///
/// Only `waker` may be used from several threads.
package final class CurlMulti {
    private let multi: UnsafeMutableRawPointer
    private let options: TransportOptions
    private var idle: [Transfer] = []
    private var running: [UnsafeMutableRawPointer: Transfer] = [:]
    /// The earliest time at which a response can exceed the time limit for its first byte.
    private var nextLateCheck: ContinuousClock.Instant?
    /// The time limit for a server to close the connection after its response to HEAD. The limit is one second. It
    /// becomes zero after a server didn't close the connection in time. It is `nil` for HTTP/2, in which a response
    /// ends without closing the connection.
    private var closeLimit: Duration?

    /// Lets any thread end a running `wait`.
    package let waker: Waker

    package init(_ options: TransportOptions = TransportOptions()) throws(TransportFailure) {
        guard Self.isReady, let multi = curl_multi_init() else {
            throw TransportFailure(.other, "can't initialize libcurl")
        }
        self.multi = multi
        self.options = options
        closeLimit = options.httpVersion == .http2 ? nil : .seconds(1)
        waker = Waker(multi)
        accord_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, options.maximumConnections)
        accord_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, options.maximumConnections)
    }

    deinit {
        waker.close()
        for handle in running.keys { curl_multi_remove_handle(multi, handle) }
        running.removeAll()
        idle.removeAll()
        curl_multi_cleanup(multi)
    }

    /// Initializes libcurl. A process must call this function once, before all other functions of libcurl.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    package var runningCount: Int { running.count }

    /// Starts a request. A later `wait` returns the response or the failure with the same `key`.
    ///
    /// - Parameters:
    ///   - limit: The time limit of the request in seconds, if it is shorter than the time limit in the options.
    ///   - connectsOnly: Whether to connect without sending the request. `wait` then returns a response with status 0.
    ///   - endless: A closure that decides how much of a stream to read.
    /// - Throws: An error if libcurl is out of memory.
    package func start(
        _ request: HTTPRequest, key: TransferKey, within limit: Double? = nil,
        connectsOnly: Bool = false, endless: @escaping EndlessLookup = { _, _ in nil }
    ) throws(TransportFailure) {
        var options = options
        if let limit { options.totalTimeout = min(options.totalTimeout, limit) }
        // Rejects a line break in a header field. libcurl would send the line break, and the text after it would be a
        // new field (RFC 9110 section 5.5).
        let breaksOut = { (text: String) in text.utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 } }
        if let field = request.headers.first(where: { breaksOut($0.name) || breaksOut($0.value) }) {
            throw TransportFailure(.badField, "the field “\(field.name)” contains a line break or a NUL character")
        }
        guard let transfer = idle.popLast() ?? Transfer() else {
            throw TransportFailure(.other, "libcurl has no memory for one more request")
        }
        transfer.prepare(
            request, key: key, options, connectsOnly: connectsOnly, closeLimit: closeLimit, endless: endless)
        running[transfer.handle] = transfer
        let code = curl_multi_add_handle(multi, transfer.handle)
        guard code == CURLM_OK else {
            running[transfer.handle] = nil
            throw TransportFailure(.other, String(cString: curl_multi_strerror(code)))
        }
        let late = transfer.started + .seconds(options.firstByteTimeout)
        nextLateCheck = nextLateCheck.map { min($0, late) } ?? late
    }

    /// Sends one request, waits, and returns the response or the failure. No other request may be running.
    ///
    /// - Throws: An error if libcurl is out of memory.
    package func exchange(_ request: HTTPRequest) throws(TransportFailure) -> Completion.Outcome {
        try start(request, key: .testCase(0))
        while runningCount > 0 {
            if let completion = wait(upTo: .seconds(10)).first { return completion.outcome }
        }
        throw TransportFailure(.other, "no response")
    }

    /// Waits until a request ends, the time limit expires, or `waker` is woken. Returns the requests that ended.
    package func wait(upTo limit: Duration) -> [Completion] {
        var finished = advance()
        if finished.isEmpty {
            var pause = limit
            if let nextLateCheck, !running.isEmpty { pause = min(pause, nextLateCheck - .now) }
            if let deadline = running.values.compactMap(\.deadline).min() { pause = min(pause, deadline - .now) }
            let milliseconds = Int32(clamping: max(0, Int((pause / .milliseconds(1)).rounded(.up))))
            curl_multi_poll(multi, nil, 0, milliseconds, nil)
            finished = advance()
        }
        finishLate(into: &finished)
        return finished
    }

    package func cancelAll() {
        for handle in running.keys { curl_multi_remove_handle(multi, handle) }
        running.removeAll()
    }

    private func advance() -> [Completion] {
        var stillRunning: Int32 = 0
        curl_multi_perform(multi, &stillRunning)
        var finished: [Completion] = []
        var queued: Int32 = 0
        while let message = curl_multi_info_read(multi, &queued) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
                let transfer = running[handle]
            else { continue }
            let code = message.pointee.data.result
            if transfer.foundDeadConnection(code), repeats(transfer) { continue }
            let completion = transfer.completion(code)
            if completion.httpVersion == "2" { closeLimit = nil }
            finished.append(completion)
            release(transfer, isReusable: code == CURLE_OK)
        }
        return finished
    }

    /// Sends the request of a transfer again on a fresh connection, because the server had closed the reused connection.
    /// Returns `false` if libcurl is out of memory.
    ///
    /// libcurl repeats such a request itself, but only five times for each handle.
    private func repeats(_ transfer: Transfer) -> Bool {
        guard let next = Transfer() else { return false }
        next.prepareAgain(transfer)
        release(transfer, isReusable: false)
        running[next.handle] = next
        if curl_multi_add_handle(multi, next.handle) == CURLM_OK { return true }
        running[next.handle] = nil
        return false
    }

    private func finishLate(into finished: inout [Completion]) {
        for transfer in running.values where transfer.deadline.map({ $0 <= .now }) ?? false {
            if closeLimit != nil, !transfer.isStream { closeLimit = .zero }
            finished.append(transfer.completionAtDeadline())
            release(transfer, isReusable: false)
        }
        guard let check = nextLateCheck, ContinuousClock.now >= check else { return }
        nextLateCheck = nil
        for transfer in running.values where !transfer.hasBegunToReceive {
            let late = transfer.started + .seconds(options.firstByteTimeout)
            if late <= .now {
                finished.append(transfer.lateCompletion())
                release(transfer, isReusable: false)
            } else {
                nextLateCheck = nextLateCheck.map { min($0, late) } ?? late
            }
        }
    }

    /// - Parameter isReusable: Whether the transfer can send a later request. This is `false` after a failure, because
    ///   libcurl's handle keeps the `errno`.
    private func release(_ transfer: Transfer, isReusable: Bool) {
        curl_multi_remove_handle(multi, transfer.handle)
        running[transfer.handle] = nil
        if isReusable { idle.append(transfer) }
    }

    /// Ends a `wait` from any thread. A call is allowed even after the client was deallocated.
    package final class Waker: Sendable {
        private let multi: Locked<UInt>

        fileprivate init(_ multi: UnsafeMutableRawPointer) { self.multi = Locked(UInt(bitPattern: multi)) }

        package func wake() {
            multi.withLock { address in
                guard let multi = UnsafeMutableRawPointer(bitPattern: address) else { return }
                curl_multi_wakeup(multi)
            }
        }

        fileprivate func close() { multi.withLock { $0 = 0 } }
    }
}
