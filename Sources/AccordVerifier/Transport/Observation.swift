// SPDX-License-Identifier: Apache-2.0
import AccordCore
import CCurl
import Foundation

/// The information that libcurl reports about a failed request.
struct Observation {
    var code: CURLcode
    var detail: String
    /// The failure that Accord itself detected, such as a response that exceeds a limit.
    var passedLimit: TransportFailure?
    var systemError: Int32 = 0
    /// The result of OpenSSL's verification, `X509_V_ERR_…`, or 0 for success.
    var verification = 0
    var isTLS = false
    var host = ""
    var times = ExchangeRecord.Timing.zero
    /// Whether the connection was ready to send the request. A reused connection has no times for connecting and TLS.
    var isReady = false
    var headBytes = 0
    var bodyBytes = 0
}

extension TransportFailure {
    init(_ observed: Observation) {
        if let limit = observed.passedLimit {
            self = limit
        } else {
            let kind = Self.kind(observed)
            guard kind != .headTooLarge else {
                self.init(kind, "a header field exceeds 100 KB, the limit of libcurl")
                return
            }
            // A reset connection may mean that the server requires a client certificate. libcurl doesn't receive the
            // TLS alert about the certificate if the server closes the connection while libcurl sends.
            let mayWantCertificate = kind == .reset && observed.isTLS && observed.headBytes == 0
            self.init(
                kind,
                observed.detail
                    + (mayWantCertificate ? "; the server may require a client certificate (--client-cert)" : ""))
        }
    }

    private static func kind(_ observed: Observation) -> Kind {
        switch observed.code {
        case CURLE_COULDNT_RESOLVE_HOST: .dns
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
        // libcurl tried to connect to a host that isn't the request's host. That host must be a proxy.
        case CURLE_COULDNT_CONNECT
        where observed.detail.hasPrefix("Failed to connect to ")
            && !observed.detail.hasPrefix("Failed to connect to \(observed.host) "):
            .proxy
        case CURLE_COULDNT_CONNECT: observed.systemError == ECONNREFUSED ? .refused : .unreachable
        case CURLE_OPERATION_TIMEDOUT: timeout(observed)
        case CURLE_PEER_FAILED_VERIFICATION: certificate(observed)
        case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR: .tlsUntrusted
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED: .tlsProtocol
        case CURLE_GOT_NOTHING: .empty
        case CURLE_PARTIAL_FILE: observed.headBytes > 0 ? .cut : .reset
        // libcurl reports this code for a response without a status line, which is HTTP/0.9.
        case CURLE_UNSUPPORTED_PROTOCOL: observed.times.connect > 0 || observed.headBytes > 0 ? .malformed : .badURL
        // libcurl reports `CURLE_HTTP2` both for a failed connection and for a malformed response.
        case CURLE_HTTP2 where observed.detail.contains("failure: "): broken(observed)
        case CURLE_BAD_CONTENT_ENCODING: .badEncoding
        // libcurl 7.88 reports content that it can't decode as a write error.
        case CURLE_WRITE_ERROR: .badEncoding
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2: .malformed
        // libcurl rejected the stream, or the server closed the stream early.
        case CURLE_HTTP2_STREAM: observed.detail.contains("PROTOCOL_ERROR") ? .malformed : .reset
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR: broken(observed)
        // If a header line exceeds 100 KB, libcurl 7.88 reports that it is out of memory. Since 8.6, libcurl reports
        // `CURLE_TOO_LARGE` (100).
        case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100): observed.headBytes > 0 ? .headTooLarge : .other
        case CURLE_URL_MALFORMAT: .badURL
        default: .other
        }
    }

    private static func timeout(_ observed: Observation) -> Kind {
        if observed.headBytes > 0 { return .totalTimeout }
        let isConnected = observed.isTLS ? observed.times.tlsHandshake > 0 : observed.times.connect > 0
        return isConnected || observed.isReady ? .firstByteTimeout : .connectTimeout
    }

    private static func certificate(_ observed: Observation) -> Kind {
        // libcurl reports a wrong host name before OpenSSL verifies the certificate.
        if observed.detail.contains("subject name") { return .tlsHost }
        switch observed.verification {
        // 9 is X509_V_ERR_CERT_NOT_YET_VALID, and 10 is X509_V_ERR_CERT_HAS_EXPIRED.
        case 9, 10: return .tlsExpired
        // 0 means that OpenSSL accepted the certificate, but libcurl found a wrong host name in it. 62 is
        // X509_V_ERR_HOSTNAME_MISMATCH.
        case 0, 62: return .tlsHost
        default: return .tlsUntrusted
        }
    }

    /// Returns the kind of failure if the connection was reset, or if the server didn't send valid HTTP.
    private static func broken(_ observed: Observation) -> Kind {
        if observed.detail.contains("CONNECT tunnel") || observed.detail.contains("Proxy") { return .proxy }
        // In TLS 1.3, a server verifies the client's certificate after the handshake, and rejects it with an alert.
        if observed.isTLS, observed.detail.contains("alert") { return .tlsClient }
        // libcurl 7.88 reports a bad chunk size as a receive error.
        if observed.detail.contains("chunk") || observed.detail.contains("hexadecimal") { return .malformed }
        if observed.systemError == ECONNRESET || observed.systemError == EPIPE || observed.detail.contains("reset") {
            return .reset
        }
        return observed.headBytes > 0 ? .cut : .reset
    }
}
