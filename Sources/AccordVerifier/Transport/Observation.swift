import CCurl
import Foundation

/// What libcurl tells about a request that failed: the facts that the failure's name is read from.
struct Observation {
    var code: CURLcode
    var detail: String
    /// The limit of ours that was passed.
    var passedLimit: TransportFailure?
    var systemError: Int32 = 0
    /// OpenSSL's `X509_V_ERR_…`; 0 is fine.
    var verification = 0
    var isTLS = false
    /// The host that the request is for.
    var host = ""
    var times = PhaseTimes()
    var headBytes = 0
    var bodyBytes = 0
}

extension Observation {
    /// True where the connection that failed was to another host, which can only be a proxy.
    fileprivate var connectsElsewhere: Bool {
        detail.hasPrefix("Failed to connect to ") && !detail.hasPrefix("Failed to connect to \(host) ")
    }
}

extension TransportFailure {
    init(_ observed: Observation) {
        if let limit = observed.passedLimit {
            self = limit
        } else {
            let kind = Self.kind(observed)
            guard kind != .headTooLarge else {
                self.init(kind, "a single header field of more than 100 KB, which is more than libcurl takes")
                return
            }
            // Sending on while the server refuses the missing certificate ends in a reset, and its alert is lost.
            let mayWantCertificate = kind == .reset && observed.isTLS && observed.headBytes == 0
            self.init(
                kind,
                observed.detail
                    + (mayWantCertificate ? "; a server that wants --client-cert may do this too" : ""))
        }
    }

    private static func kind(_ observed: Observation) -> Kind {
        switch observed.code {
        case CURLE_COULDNT_RESOLVE_HOST: .dns
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
        case CURLE_COULDNT_CONNECT where observed.connectsElsewhere: .proxy
        case CURLE_COULDNT_CONNECT: observed.systemError == ECONNREFUSED ? .refused : .unreachable
        case CURLE_OPERATION_TIMEDOUT: timeout(observed)
        case CURLE_PEER_FAILED_VERIFICATION: certificate(observed)
        case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR: .tlsUntrusted
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED: .tlsProtocol
        case CURLE_GOT_NOTHING: .empty
        case CURLE_PARTIAL_FILE: .cut
        // Told for HTTP/0.9, an answer that doesn't begin with a status line.
        case CURLE_UNSUPPORTED_PROTOCOL: observed.times.connect > 0 || observed.headBytes > 0 ? .malformed : .badURL
        // HTTP/2's code also stands for what happened to the connection beneath.
        case CURLE_HTTP2 where observed.detail.contains("failure: "): broken(observed)
        case CURLE_BAD_CONTENT_ENCODING: .badEncoding
        // libcurl 7.88 gives up on what it can't decode as it gives up on what it can't write.
        case CURLE_WRITE_ERROR: .badEncoding
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2: .malformed
        case CURLE_HTTP2_STREAM: stream(observed)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR: broken(observed)
        // libcurl's own limit on one line, 100 KB in 7.88; from 8.6 on CURLE_TOO_LARGE, 100.
        case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100): observed.headBytes > 0 ? .headTooLarge : .other
        case CURLE_URL_MALFORMAT: .badURL
        default: .other
        }
    }

    /// A stream of HTTP/2 that didn't end as it should: closed by the server, or by libcurl for what came on it.
    private static func stream(_ observed: Observation) -> Kind {
        observed.detail.contains("PROTOCOL_ERROR") ? .malformed : .reset
    }

    private static func timeout(_ observed: Observation) -> Kind {
        if observed.headBytes > 0 { return .totalTimeout }
        // A kept connection has no times of its own for connecting and TLS.
        let isConnected = observed.isTLS ? observed.times.tlsHandshake > 0 : observed.times.connect > 0
        return isConnected || observed.times.ready > 0 ? .firstByteTimeout : .connectTimeout
    }

    private static func certificate(_ observed: Observation) -> Kind {
        // libcurl compares the name before it asks OpenSSL what else is wrong.
        if observed.detail.contains("subject name") { return .tlsHost }
        switch observed.verification {
        // X509_V_ERR_CERT_NOT_YET_VALID, _CERT_HAS_EXPIRED
        case 9, 10: return .tlsExpired
        // libcurl compares the name itself, after OpenSSL was content. X509_V_ERR_HOSTNAME_MISMATCH
        case 0, 62: return .tlsHost
        default: return .tlsUntrusted
        }
    }

    /// A connection that broke: by a reset, or because what came couldn't be read as HTTP.
    private static func broken(_ observed: Observation) -> Kind {
        if observed.detail.contains("CONNECT tunnel") || observed.detail.contains("Proxy") { return .proxy }
        // The server's last word in TLS 1.3, where a client's certificate is looked at after the handshake.
        if observed.isTLS, observed.detail.contains("alert") { return .tlsClient }
        // libcurl 7.88 reports a bad chunk size as a receive error.
        if observed.detail.contains("chunk") || observed.detail.contains("hexadecimal") { return .malformed }
        if observed.systemError == ECONNRESET || observed.systemError == EPIPE || observed.detail.contains("reset") {
            return .reset
        }
        return observed.headBytes > 0 ? .cut : .reset
    }
}
