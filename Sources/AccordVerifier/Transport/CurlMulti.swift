import AccordContract
import AccordCore
import AccordJSON
import CCurl

/// Sends requests over libcurl's multi interface, many at a time, over connections that are used again.
///
/// Belongs to one thread; only its `waker` may be used from others.
package final class CurlMulti {
    private let multi: UnsafeMutableRawPointer
    private let options: TransportOptions
    private var idle: [Transfer] = []
    private var running: [UnsafeMutableRawPointer: Transfer] = [:]
    /// No answer is late before this.
    private var nextLateCheck: ContinuousClock.Instant?
    /// nil over HTTP/2, whose answers don't end with the connection.
    private var behindHead: Transfer.BehindHead?

    /// Ends a wait from another thread.
    package let waker: Waker

    package init(_ options: TransportOptions = TransportOptions()) throws(TransportFailure) {
        guard Self.isReady, let multi = curl_multi_init() else {
            throw TransportFailure(.other, "libcurl couldn't be set up")
        }
        self.multi = multi
        self.options = options
        behindHead = options.httpVersion == .http2 ? nil : .readsToEnd
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

    /// libcurl asks for this once in a process, before anything else.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    /// How many requests are under way.
    package var runningCount: Int { running.count }

    /// Starts a request; its completion, with the same `key`, comes from a later `wait`.
    ///
    /// - Parameter limit: seconds that it may take, where that is less than the options say.
    /// - Throws: when libcurl has no memory for one more.
    package func start(_ request: HTTPRequest, key: Int, within limit: Double? = nil) throws(TransportFailure) {
        try start(request, key: key, connectsOnly: false, within: limit)
    }

    /// Starts to connect; the completion is a response with status 0 once the connection stands. Nothing is sent.
    package func connect(to url: String, key: Int) throws(TransportFailure) {
        try start(HTTPRequest(method: "GET", url: url), key: key, connectsOnly: true)
    }

    private func start(
        _ request: HTTPRequest, key: Int, connectsOnly: Bool, within limit: Double? = nil
    ) throws(TransportFailure) {
        var options = options
        if let limit { options.totalTimeout = min(options.totalTimeout, limit) }
        // libcurl writes them as they are: a line break would begin another field (RFC 9110, section 5.5).
        if let field = request.headers.first(where: { $0.breaksOut }) {
            throw TransportFailure(.badField, "“\(field.name)” holds a line break or a NUL")
        }
        guard let transfer = idle.popLast() ?? Transfer() else {
            throw TransportFailure(.other, "libcurl has no memory for one more request")
        }
        transfer.prepare(request, key: key, options, connectsOnly: connectsOnly, behindHead: behindHead)
        running[transfer.handle] = transfer
        let code = curl_multi_add_handle(multi, transfer.handle)
        guard code == CURLM_OK else {
            running[transfer.handle] = nil
            throw TransportFailure(.other, String(cString: curl_multi_strerror(code)))
        }
        let late = transfer.started + .seconds(options.firstByteTimeout)
        nextLateCheck = nextLateCheck.map { min($0, late) } ?? late
    }

    /// Lets the requests go on, until one ends, `limit` has passed, or the waker wakes.
    package func wait(upTo limit: Duration) -> [Completion] {
        var finished = advance()
        guard finished.isEmpty else { return finished }
        var pause = limit
        if let nextLateCheck, !running.isEmpty { pause = min(pause, nextLateCheck - .now) }
        let heads = running.values.filter(\.isBeforeHead)
        for transfer in heads { transfer.endIfClosed() }
        if !heads.isEmpty { pause = min(pause, .milliseconds(20)) }
        let milliseconds = Int32(clamping: max(0, Int((pause / .milliseconds(1)).rounded(.up))))
        curl_multi_poll(multi, nil, 0, milliseconds, nil)
        finished = advance()
        finishLate(into: &finished)
        return finished
    }

    /// Gives up all that is under way.
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
            let completion = transfer.completion(code)
            if completion.httpVersion == "2" { behindHead = nil }
            if behindHead != nil, transfer.stayedOpen(code) { behindHead = .staysOpen }
            finished.append(completion)
            release(transfer, isReusable: code == CURLE_OK)
        }
        return finished
    }

    private func finishLate(into finished: inout [Completion]) {
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

    /// - Parameter isReusable: false after a failure: libcurl's handle would still know that one's `errno`.
    private func release(_ transfer: Transfer, isReusable: Bool) {
        curl_multi_remove_handle(multi, transfer.handle)
        running[transfer.handle] = nil
        if isReusable { idle.append(transfer) }
    }

    /// Ends a `wait` from any thread, also after the multi handle is gone.
    package final class Waker: Sendable {
        private let multi: Locked<UInt>

        fileprivate init(_ multi: UnsafeMutableRawPointer) {
            self.multi = Locked(UInt(bitPattern: multi))
        }

        package func wake() {
            multi.withLock { address in
                guard let multi = UnsafeMutableRawPointer(bitPattern: address) else { return }
                curl_multi_wakeup(multi)
            }
        }

        fileprivate func close() {
            multi.withLock { $0 = 0 }
        }
    }
}

extension HTTPField {
    fileprivate var breaksOut: Bool {
        (name.utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 })
            || value.utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 }
    }
}
