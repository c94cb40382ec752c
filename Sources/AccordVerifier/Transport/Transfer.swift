// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import CCurl
import Foundation

/// A request and its response, sent with an easy handle of libcurl. Later requests reuse the handle.
final class Transfer {
    let handle: UnsafeMutableRawPointer
    private(set) var key = TransferKey.connection
    private(set) var started = ContinuousClock.now
    private var limits = TransportOptions()
    private var request = HTTPRequest(method: "GET", url: "")
    private var head = ResponseHead()
    private var body: [UInt8] = []
    private var passedLimit: TransportFailure?
    private var connectsOnly = false
    /// Whether the server switched to a different protocol (101). The connection then contains no more HTTP.
    private var hasSwitched = false
    /// The time for which Accord waits for the server to close the connection after a response to HEAD. If `nil`,
    /// Accord ignores content after the response.
    private var closeLimit: Duration?
    /// The time when the header section of a response to HEAD ended, or `nil` if Accord doesn't wait for the connection
    /// to close.
    private var headEnd: ContinuousClock.Instant?
    /// The items of the response, or `nil` if its media type isn't a stream.
    private var stream: ReceivedStream?
    /// The limits for reading the stream, or `nil` to read the stream to its end.
    private var endless: EndlessStream?
    /// The time when Accord closes the connection of an endless stream.
    private var streamEnd: ContinuousClock.Instant?
    private var endlessPart: EndlessLookup = { _, _ in nil }
    /// The options of libcurl's handle after a plain GET, or `nil` after any other request.
    private var standing: Standing?
    private var fieldList: UnsafeMutablePointer<curl_slist>?
    private var resolveList: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>

    init?() {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(fieldList)
        curl_slist_free_all(resolveList)
        errorText.deallocate()
    }

    /// Returns the transfer that owns a handle of libcurl.
    static func of(_ handle: UnsafeMutableRawPointer) -> Transfer? {
        var context: UnsafeMutableRawPointer?
        guard accord_curl_get_pointer(handle, CURLINFO_PRIVATE, &context) == CURLE_OK, let context else { return nil }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    var hasBegunToReceive: Bool { head.byteCount > 0 }
    var isStream: Bool { stream != nil }

    // MARK: Setting up

    /// - Parameters:
    ///   - connectsOnly: Whether to connect, including the TLS handshake, without sending the request.
    ///   - closeLimit: The time for which Accord waits for the server to close the connection after a response to HEAD.
    ///     The limit applies if the request asks the server to close the connection (RFC 9112 section 9.6). Content
    ///     that arrives within the limit belongs to the response.
    func prepare(
        _ request: HTTPRequest, key: TransferKey, _ options: TransportOptions, connectsOnly: Bool = false,
        closeLimit: Duration? = nil, endless: @escaping EndlessLookup = { _, _ in nil }
    ) {
        let isPlain = request.method == "GET" && request.body.isEmpty && !connectsOnly && request.digest == nil
        // A proxy can't reach the loopback interface.
        let isDirect = URLParts.isLoopback(URLParts(request.url).host ?? "")
        self.key = key
        self.request = request
        head = ResponseHead()
        body = []
        passedLimit = nil
        errorText.pointee = 0
        started = .now
        self.connectsOnly = connectsOnly
        hasSwitched = false
        let closes = request.headers.first("Connection")?.lowercased() == "close"
        self.closeLimit = request.method == "HEAD" && request.digest == nil && closes ? closeLimit : nil
        headEnd = nil
        stream = nil
        self.endless = nil
        streamEnd = nil
        endlessPart = endless

        // Keeps the options of the handle if the previous request was a plain GET with the same options. Setting the
        // options costs as much time as libcurl's own work.
        if !(isPlain && standing == Standing(options: options, isDirect: isDirect)) {
            curl_easy_reset(handle)
            limits = options
            if connectsOnly { accord_curl_set_long(handle, CURLOPT_CONNECT_ONLY, 1) }
            setReceivers()
            setWay(options, isDirect: isDirect)
            setTrust(options)
            setMethod(request)
            if let digest = request.digest { setDigest(digest) }
        }
        standing = isPlain ? Standing(options: options, isDirect: isDirect) : nil
        accord_curl_set_string(handle, CURLOPT_URL, request.url)
        setFields(request.headers, options)
    }

    /// Prepares the request of a different transfer for a fresh connection.
    func prepareAgain(_ other: Transfer) {
        prepare(
            other.request, key: other.key, other.limits, connectsOnly: other.connectsOnly, closeLimit: other.closeLimit,
            endless: other.endlessPart)
        accord_curl_set_long(handle, CURLOPT_FRESH_CONNECT, 1)
        standing = nil
    }

    /// The options of a plain GET request. If the next plain GET has the same options, Accord doesn't set them again.
    struct Standing: Equatable {
        var options: TransportOptions
        /// Whether to ignore the proxies in environment variables.
        var isDirect: Bool
    }

    private func setReceivers() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        accord_curl_set_pointer(handle, CURLOPT_PRIVATE, context)
        accord_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
        accord_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
        accord_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
        accord_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().receiveLine(bytes, size * count)
        }
        accord_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().receiveBody(bytes, size * count)
        }
    }

    /// Sets the options of the connection: no signals, no redirects, an unchanged path, and decoding of
    /// `Content-Encoding`.
    private func setWay(_ options: TransportOptions, isDirect: Bool) {
        accord_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        accord_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        accord_curl_set_long(handle, CURLOPT_PATH_AS_IS, 1)
        accord_curl_set_string(handle, CURLOPT_ACCEPT_ENCODING, "")
        accord_curl_set_long(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        accord_curl_set_long(handle, CURLOPT_HTTP09_ALLOWED, 0)
        accord_curl_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        accord_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(options.connectTimeout))
        accord_curl_set_long(handle, CURLOPT_TIMEOUT_MS, Self.milliseconds(options.totalTimeout))
        let version =
            switch options.httpVersion {
            case .negotiated: CURL_HTTP_VERSION_2TLS
            case .http1: CURL_HTTP_VERSION_1_1
            case .http2: CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
            }
        accord_curl_set_long(handle, CURLOPT_HTTP_VERSION, Int(version))
        if let proxy = options.proxy { accord_curl_set_string(handle, CURLOPT_PROXY, proxy) }
        if isDirect, options.proxy == nil { accord_curl_set_string(handle, CURLOPT_PROXY, "") }
        if !options.resolve.isEmpty {
            curl_slist_free_all(resolveList)
            resolveList = nil
            for line in options.resolve { resolveList = curl_slist_append(resolveList, line) }
            accord_curl_set_list(handle, CURLOPT_RESOLVE, resolveList)
        }
    }

    private func setTrust(_ options: TransportOptions) {
        if let file = options.certificateAuthorities { accord_curl_set_string(handle, CURLOPT_CAINFO, file) }
        if let file = options.clientCertificate { accord_curl_set_string(handle, CURLOPT_SSLCERT, file) }
        if let file = options.clientKey { accord_curl_set_string(handle, CURLOPT_SSLKEY, file) }
        if options.trustsAnyCertificate {
            accord_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 0)
            accord_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 0)
        }
    }

    /// Sets the Digest credentials. libcurl itself sends the second request, which responds to the server's challenge
    /// (RFC 7616).
    private func setDigest(_ digest: DigestCredentials) {
        // 2 is `CURLAUTH_DIGEST`, a macro that Swift can't import.
        accord_curl_set_long(handle, CURLOPT_HTTPAUTH, 2)
        accord_curl_set_string(handle, CURLOPT_USERNAME, digest.username)
        accord_curl_set_string(handle, CURLOPT_PASSWORD, digest.password)
    }

    private func setMethod(_ request: HTTPRequest) {
        switch request.method {
        case "GET" where request.body.isEmpty: accord_curl_set_long(handle, CURLOPT_HTTPGET, 1)
        case "HEAD" where closeLimit != nil: setHeadReadToEnd()
        case "HEAD": accord_curl_set_long(handle, CURLOPT_NOBODY, 1)
        default:
            if !request.body.isEmpty || HTTPMethod.requiresLength(request.method) { setBody(request.body) }
            accord_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method)
        }
    }

    /// Configures HEAD like a GET whose content ends with the connection. With `CURLOPT_NOBODY`, libcurl would discard
    /// content that the server wrongly sends.
    private func setHeadReadToEnd() {
        accord_curl_set_long(handle, CURLOPT_HTTPGET, 1)
        accord_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, "HEAD")
        accord_curl_set_long(handle, CURLOPT_FRESH_CONNECT, 1)
        accord_curl_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        accord_curl_set_long(handle, CURLOPT_IGNORE_CONTENT_LENGTH, 1)
        accord_curl_set_long(handle, CURLOPT_HTTP_TRANSFER_DECODING, 0)
        accord_curl_set_string(handle, CURLOPT_ACCEPT_ENCODING, nil)
    }

    private func setBody(_ body: [UInt8]) {
        accord_curl_set_long(handle, CURLOPT_POST, 1)
        accord_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        guard !body.isEmpty else {
            accord_curl_set_string(handle, CURLOPT_COPYPOSTFIELDS, "")
            return
        }
        _ = body.withUnsafeBytes { bytes in
            accord_curl_set_pointer(
                handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
    }

    /// Sets the header fields of the request. Removes the fields that libcurl would add, except `Accept: */*`.
    private func setFields(_ fields: [HTTPField], _ options: TransportOptions) {
        curl_slist_free_all(fieldList)
        fieldList = nil
        for field in fields {
            // Writes an empty field with a semicolon, because libcurl doesn't send a field with a colon and no value.
            let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            fieldList = curl_slist_append(fieldList, line)
        }
        func add(_ name: String, _ line: String) {
            if fields.first(name) == nil { fieldList = curl_slist_append(fieldList, line) }
        }
        add("Expect", "Expect:")
        add("Content-Type", "Content-Type:")
        add("Accept-Encoding", "Accept-Encoding: identity")
        add("User-Agent", "User-Agent: \(options.userAgent)")
        accord_curl_set_list(handle, CURLOPT_HTTPHEADER, fieldList)
    }

    private static func milliseconds(_ seconds: Double) -> Int {
        Int(min(max(seconds * 1000, 1), Double(Int32.max)).rounded(.up))
    }

    // MARK: Receiving

    /// The time at which Accord ends the transfer: the documented end of an endless stream, or the time limit for
    /// closing the connection after the response to HEAD.
    var deadline: ContinuousClock.Instant? { streamEnd ?? headEnd.flatMap { end in closeLimit.map { end + $0 } } }

    /// The result with which a callback stops the transfer. libcurl continues only if a callback returns the number of
    /// received bytes.
    private static let refused = 0

    private func receiveLine(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        bytes.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
            head.append(UnsafeBufferPointer(start: bytes, count: count))
        }
        guard head.byteCount <= limits.maximumHeaderBytes else {
            passedLimit = TransportFailure(
                .headTooLarge, "more than \(limits.maximumHeaderBytes) bytes of header fields")
            return Self.refused
        }
        // Ends the transfer, because the end of a response with a defect in its header section is ambiguous.
        if head.isComplete, let flaw = head.flaw {
            passedLimit = TransportFailure(.malformed, flaw)
            return Self.refused
        }
        hasSwitched = head.isComplete && head.status == 101
        if hasSwitched { return Self.refused }
        guard head.isComplete, head.status >= 200 else { return count }
        if closeLimit != nil { headEnd = .now }
        if stream == nil, request.method != "HEAD", let type = head.fields.first("Content-Type").flatMap(MediaType.init)
        {
            stream = ReceivedStream(type)
            if isStream { endless = endlessPart(head.status, type) }
            streamEnd = endless?.seconds.map { .now + .seconds($0) }
        }
        return count
    }

    private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        guard body.count + count <= limits.maximumBodyBytes else {
            if let stream, stream.count > 0 {
                self.stream?.closing = .size
                return Self.refused
            }
            passedLimit = TransportFailure(
                .tooLarge, "more than \(limits.maximumBodyBytes) bytes in the response's body")
            return Self.refused
        }
        bytes.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
            let received = UnsafeBufferPointer(start: bytes, count: count)
            let time = Int((ContinuousClock.now - started) / .milliseconds(1))
            let read = stream?.append(received, at: time, upTo: endless?.items ?? .max) ?? count
            body.append(contentsOf: received[..<read])
        }
        if let items = endless?.items, let stream, stream.count >= items {
            self.stream?.closing = .count
            return Self.refused
        }
        // Stops at the first content after the header section of a response to HEAD, because any content is an error.
        return headEnd == nil ? count : Self.refused
    }

    // MARK: Finishing

    /// Returns the response or the failure of a request that libcurl ended with `code`.
    func completion(_ code: CURLcode) -> Completion {
        if isStream, code == CURLE_OPERATION_TIMEDOUT { stream?.closing = .timeout }
        return completion(code, closing: stream?.closing)
    }

    /// Returns the response or the failure of a request that didn't end by its deadline.
    func completionAtDeadline() -> Completion {
        if isStream { stream?.closing = .duration }
        return completion(CURLE_OPERATION_TIMEDOUT, closing: stream?.closing)
    }

    private func completion(_ code: CURLcode, closing: ReceivedStream.Closing?) -> Completion {
        // Removes the bytes after the last complete item of the stream, because Accord didn't read the next item to its
        // end.
        if closing != nil, let stream { body.removeLast(body.count - stream.completeBytes) }
        var response = HTTPResponse(status: head.status, headers: head.fields, body: body)
        response.isDecoded = true
        response.stream = stream
        // A response to HEAD has no content, but libcurl waits for content and reports a failure. Accord ignores this
        // failure.
        let isEnd = headEnd != nil && code != CURLE_OPERATION_TIMEDOUT
        let hasPart = closeLimit == nil ? head.status != 0 : headEnd != nil
        let outcome: Completion.Outcome =
            if closing != nil || hasSwitched {
                .response(response)
            } else if code != CURLE_OK && !isEnd || passedLimit != nil {
                .failure(failure(code), partial: hasPart ? response : nil)
            } else if head.status == 0 && !connectsOnly {
                .failure(TransportFailure(.malformed, "the response has no status line"), partial: nil)
            } else if !head.isComplete && !connectsOnly {
                // Rejects an incomplete header section, which libcurl 7.88 accepts if the connection ends.
                .failure(TransportFailure(.cut, "the connection ended within the header fields"), partial: response)
            } else {
                .response(response)
            }
        return Completion(
            key: key, outcome: outcome, times: times, httpVersion: version,
            reusedConnection: long(CURLINFO_NUM_CONNECTS) == 0)
    }

    /// Whether the server closed a reused connection before the first byte of the response. The request wasn't answered,
    /// so it may be sent again on a fresh connection (RFC 9112 section 9.3.1).
    func foundDeadConnection(_ code: CURLcode) -> Bool {
        guard code != CURLE_OK, passedLimit == nil, head.byteCount == 0, !connectsOnly, long(CURLINFO_NUM_CONNECTS) == 0
        else { return false }
        switch failure(code).kind {
        case .reset, .empty: return true
        default: return false
        }
    }

    /// Returns the failure of a request whose response didn't begin in time.
    func lateCompletion() -> Completion {
        let failure = TransportFailure(.firstByteTimeout, "no byte received within \(limits.firstByteTimeout) s")
        return Completion(
            key: key, outcome: .failure(failure, partial: nil), times: times, httpVersion: "", reusedConnection: false)
    }

    private func failure(_ code: CURLcode) -> TransportFailure {
        TransportFailure(
            Observation(
                code: code, detail: detail(code), passedLimit: passedLimit,
                systemError: Int32(truncatingIfNeeded: long(CURLINFO_OS_ERRNO)),
                verification: long(CURLINFO_SSL_VERIFYRESULT), isTLS: request.url.hasPrefix("https:"),
                host: URLParts(request.url).host ?? "", times: times,
                isReady: seconds(CURLINFO_PRETRANSFER_TIME_T) > 0, headBytes: head.byteCount, bodyBytes: body.count))
    }

    private func detail(_ code: CURLcode) -> String {
        let text = String(cString: errorText)
        let items = stream.map { ", after \($0.count.counted("item")) of the stream" } ?? ""
        return (text.isEmpty ? String(cString: curl_easy_strerror(code)) : text) + items
    }

    private var times: ExchangeRecord.Timing {
        var times = ExchangeRecord.Timing.zero
        times.nameLookup = seconds(CURLINFO_NAMELOOKUP_TIME_T)
        times.connect = seconds(CURLINFO_CONNECT_TIME_T)
        times.tlsHandshake = seconds(CURLINFO_APPCONNECT_TIME_T)
        times.firstByte = seconds(CURLINFO_STARTTRANSFER_TIME_T)
        times.total = seconds(CURLINFO_TOTAL_TIME_T)
        return times
    }

    private var version: String {
        switch Int32(truncatingIfNeeded: long(CURLINFO_HTTP_VERSION)) {
        case Int32(CURL_HTTP_VERSION_1_0): "1.0"
        case Int32(CURL_HTTP_VERSION_1_1): "1.1"
        case Int32(CURL_HTTP_VERSION_2_0): "2"
        case Int32(CURL_HTTP_VERSION_3): "3"
        default: ""
        }
    }

    /// Returns a time that libcurl measures in microseconds.
    private func seconds(_ info: CURLINFO) -> Double {
        var value: curl_off_t = 0
        accord_curl_get_size(handle, info, &value)
        return Double(value) / 1_000_000
    }

    private func long(_ info: CURLINFO) -> Int {
        var value = 0
        accord_curl_get_long(handle, info, &value)
        return value
    }
}
