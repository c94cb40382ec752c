import CCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What libcurl tells about a request that failed: the facts that the failure's name is read from.
struct Observation {
    var code: CURLcode
    var detail: String
    /// The limit of ours that was passed, in words.
    var passedLimit: String?
    var systemError: Int32 = 0
    /// OpenSSL's `X509_V_ERR_…`; 0 is fine.
    var verification = 0
    var isTLS = false
    var times = PhaseTimes()
    var headBytes = 0
    var bodyBytes = 0
}

extension TransportFailure {
    init(_ observed: Observation) {
        if let limit = observed.passedLimit {
            self.init(.tooLarge, limit)
        } else {
            self.init(Self.kind(observed), observed.detail)
        }
    }

    private static func kind(_ observed: Observation) -> Kind {
        switch observed.code {
        case CURLE_COULDNT_RESOLVE_HOST: .dns
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
        case CURLE_COULDNT_CONNECT: observed.systemError == ECONNREFUSED ? .refused : .unreachable
        case CURLE_OPERATION_TIMEDOUT: timeout(observed)
        case CURLE_PEER_FAILED_VERIFICATION: certificate(observed)
        case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR: .tlsUntrusted
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED: .tlsProtocol
        case CURLE_GOT_NOTHING: .empty
        case CURLE_PARTIAL_FILE: .cut
        // Told for HTTP/0.9, an answer that doesn't begin with a status line.
        case CURLE_UNSUPPORTED_PROTOCOL: observed.times.connect > 0 || observed.headBytes > 0 ? .malformed : .badURL
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2, CURLE_HTTP2_STREAM: .malformed
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR: broken(observed)
        // libcurl's own limit on one line, 100 KB in 7.88; from 8.6 on CURLE_TOO_LARGE, 100.
        case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100): observed.headBytes > 0 ? .tooLarge : .other
        case CURLE_URL_MALFORMAT: .badURL
        default: .other
        }
    }

    private static func timeout(_ observed: Observation) -> Kind {
        let isConnected = observed.isTLS ? observed.times.tlsHandshake > 0 : observed.times.connect > 0
        if observed.headBytes > 0 { return .totalTimeout }
        return isConnected ? .firstByteTimeout : .connectTimeout
    }

    private static func certificate(_ observed: Observation) -> Kind {
        switch observed.verification {
        // X509_V_ERR_CERT_NOT_YET_VALID, _CERT_HAS_EXPIRED
        case 9, 10: .tlsExpired
        // libcurl compares the name itself, after OpenSSL was content. X509_V_ERR_HOSTNAME_MISMATCH
        case 0, 62: .tlsHost
        default: .tlsUntrusted
        }
    }

    /// A connection that broke: by a reset, or because what came couldn't be read as HTTP.
    private static func broken(_ observed: Observation) -> Kind {
        // libcurl 7.88 reports a bad chunk size as a receive error.
        if observed.detail.contains("chunk") || observed.detail.contains("hexadecimal") { return .malformed }
        if observed.systemError == ECONNRESET || observed.systemError == EPIPE || observed.detail.contains("reset") {
            return .reset
        }
        return observed.headBytes > 0 ? .cut : .reset
    }
}
