// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The error for a request that received no usable response, with details and advice.
package struct TransportFailure: Error, Sendable, Hashable {
    package enum Kind: Sendable, CaseIterable {
        case dns, refused, unreachable, proxy, connectTimeout, firstByteTimeout, totalTimeout, tlsUntrusted, tlsExpired,
            tlsHost, tlsProtocol, tlsClient, reset, empty, malformed, badEncoding, cut, tooLarge, headTooLarge, badURL,
            badField, other
    }

    package var kind: Kind
    /// The error message of libcurl, or the limit that was exceeded.
    package var detail: String

    package init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    package var rule: Rule {
        switch kind {
        case .dns: .transportDns
        case .refused: .transportRefused
        case .unreachable: .transportUnreachable
        case .proxy: .transportProxy
        case .connectTimeout: .transportTimeoutConnect
        case .firstByteTimeout: .transportTimeoutFirstByte
        case .totalTimeout: .transportTimeoutTotal
        case .tlsUntrusted: .transportTlsUntrusted
        case .tlsExpired: .transportTlsExpired
        case .tlsHost: .transportTlsHost
        case .tlsProtocol: .transportTlsProtocol
        case .tlsClient: .transportTlsClient
        case .reset: .transportReset
        case .empty: .transportEmpty
        case .malformed: .transportMalformed
        case .badEncoding: .transportEncoding
        case .cut: .transportCut
        case .tooLarge: .transportTooLarge
        case .headTooLarge: .transportTooLargeHead
        case .badURL: .transportUrl
        case .badField: .transportField
        case .other: .transportOther
        }
    }

    /// Whether the failure occurred before the server could receive the request.
    package var isBeforeRequest: Bool {
        switch kind {
        case .dns, .refused, .unreachable, .proxy, .connectTimeout, .tlsUntrusted, .tlsExpired, .tlsHost, .tlsProtocol,
            .tlsClient, .badURL, .badField:
            true
        case .firstByteTimeout, .totalTimeout, .reset, .empty, .malformed, .badEncoding, .cut, .tooLarge, .headTooLarge,
            .other:
            false
        }
    }

    /// Whether the server caused the failure, rather than the network.
    package var isServerFault: Bool {
        switch kind {
        case .dns, .unreachable, .proxy, .tlsClient, .badURL, .badField, .other: false
        default: true
        }
    }
}

extension TransportFailure {
    /// Describes the failure in one sentence.
    package var message: String {
        switch kind {
        case .dns: "the host name has no address"
        case .refused: "the connection was refused"
        case .unreachable: "the host can't be reached"
        case .proxy: "the proxy rejected the request"
        case .connectTimeout: "the connection wasn't established in time"
        case .firstByteTimeout: "the server accepted the connection, but the response didn't start in time"
        case .totalTimeout: "the response didn't end in time"
        case .tlsUntrusted: "the server's certificate isn't trusted"
        case .tlsExpired: "the server's certificate has expired or isn't valid yet"
        case .tlsHost: "the server's certificate is for a different host"
        case .tlsProtocol: "the TLS handshake failed"
        case .tlsClient: "the server requires a client certificate, or rejected the client certificate"
        case .reset: "the server reset the connection"
        case .empty: "the server closed the connection without a response"
        case .malformed: "the response violates HTTP (RFC 9112)"
        case .badEncoding: "the body can't be decoded as Content-Encoding specifies"
        case .cut: "the connection closed before the end of the response"
        case .tooLarge: "the response is larger than the limit"
        case .headTooLarge: "the response's header fields are larger than the limit"
        case .badURL: "the URL of the request is invalid"
        case .badField: "a header field of the request is invalid"
        case .other: "the request failed"
        }
    }

    /// The advice to the user on how to correct the problem.
    package var advice: String {
        switch kind {
        case .dns:
            "Check the spelling of the host in --base-url, or specify its address with --resolve host:port:address."
        case .refused: "Start the server, or check the port. --wait 30s waits until the server has started."
        case .unreachable: "Check the network and the route to the host: a firewall or a missing VPN can be the cause."
        case .proxy: "Check http_proxy, https_proxy and no_proxy, or specify a different proxy with --proxy."
        case .connectTimeout:
            "A firewall that drops packets can be the cause. "
                + "Check host and port, or raise --connect-timeout and, if it is shorter, --timeout."
        case .firstByteTimeout:
            "Check whether the server waits for a lock, a database or a different service, or raise --timeout."
        case .totalTimeout: "Check whether the response never ends or the network is slow, or raise --timeout."
        case .tlsUntrusted: "Specify the CA certificate with --cacert FILE."
        case .tlsExpired: "Renew the certificate, and check this machine's clock."
        case .tlsHost: "Use a host name that the certificate contains, or a certificate for this host."
        case .tlsProtocol:
            "Check the scheme: the server may expect plain HTTP on this port, or support only outdated TLS."
        case .tlsClient: "Use --client-cert FILE --client-key FILE to specify a certificate that the server trusts."
        case .reset: "Read the server's log: a crash, a limit or a load balancer can be the cause."
        case .empty:
            "Read the server's log: a crash can be the cause, or plain HTTP on a port that expects TLS."
        case .malformed:
            "Look at the bytes with `curl --raw -v`: a proxy or a server with a different protocol may have responded."
        case .badEncoding:
            "Compress the body as Content-Encoding specifies, or omit Content-Encoding: "
                + "clients fail if they can't decode the body."
        case .cut: "Compare Content-Length with the length of the body, and look for a crash in the server's log."
        case .tooLarge: "Request less data (a page, a filter), or raise --max-body if the size is intended."
        case .headTooLarge:
            "In the server, look for a header field that grows, such as a cookie, and send long values in the body: "
                + "most clients and proxies accept 8 to 64 KB of header fields."
        case .badURL: "Correct the percent-encoding of scheme, host and path in --base-url or the contract's server."
        case .badField:
            "Check the source of the header field's value. Text from a file often ends with a line break."
        case .other: "The text in parentheses is libcurl's error message. Look up this message in curl's manual."
        }
    }
}
