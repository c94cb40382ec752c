// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The reason why a request received no usable response, with libcurl's details and advice.
package struct TransportFailure: Error, Sendable, Hashable {
    package enum Kind: Sendable, CaseIterable {
        case dns, refused, unreachable, proxy, connectTimeout, firstByteTimeout, totalTimeout, tlsUntrusted, tlsExpired,
            tlsHost, tlsProtocol, tlsClient, reset, empty, malformed, badEncoding, cut, tooLarge, headTooLarge, badURL,
            badField, other
    }

    package var kind: Kind
    /// libcurl's message, or the limit that was exceeded.
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

    /// Whether the failure occurred before the request could reach the server.
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

    /// Whether the server is at fault rather than the network.
    package var isServerFault: Bool {
        switch kind {
        case .dns, .unreachable, .proxy, .tlsClient, .badURL, .badField, .other: false
        default: true
        }
    }
}

extension TransportFailure {
    /// The description of the failure in one sentence.
    package var message: String {
        switch kind {
        case .dns: "the host's name has no address"
        case .refused: "the connection was refused"
        case .unreachable: "the host can't be reached"
        case .proxy: "the proxy didn't let the request through"
        case .connectTimeout: "no connection came about in time"
        case .firstByteTimeout: "the connection stood, but the answer didn't begin in time"
        case .totalTimeout: "the answer didn't end in time"
        case .tlsUntrusted: "the server's certificate isn't trusted"
        case .tlsExpired: "the server's certificate isn't valid today"
        case .tlsHost: "the server's certificate is for another host"
        case .tlsProtocol: "the TLS handshake failed"
        case .tlsClient: "the server wants a certificate of the client, or another one"
        case .reset: "the server reset the connection"
        case .empty: "the server closed the connection without an answer"
        case .malformed: "the answer isn't HTTP as RFC 9112 defines it"
        case .badEncoding: "the body isn't what the answer's Content-Encoding says"
        case .cut: "the connection closed before the end of the answer"
        case .tooLarge: "the response is larger than the limit"
        case .headTooLarge: "the answer's header fields are larger than the limit"
        case .badURL: "the request's URL can't be sent"
        case .badField: "a header field of the request can't be sent"
        case .other: "the request failed"
        }
    }

    /// The advice for the user.
    package var advice: String {
        switch kind {
        case .dns: "Check the host's spelling in --base-url, or name its address with --resolve host:port:address."
        case .refused: "Start the server, or check the port; --wait 30s waits for one that is starting."
        case .unreachable: "Check the network and the route to the host: a firewall or a missing VPN answers like this."
        case .proxy: "Check http_proxy, https_proxy and no_proxy, or name another with --proxy."
        case .connectTimeout:
            "A firewall that drops packets looks like this: check host and port, or raise --connect-timeout, and --timeout "
                + "where that is the shorter."
        case .firstByteTimeout:
            "Look for what the server waits for (a lock, a database, another service), or raise --timeout."
        case .totalTimeout: "Look for a stream that never ends or a slow link, or raise --timeout."
        case .tlsUntrusted: "Name the authority that signed it with --cacert FILE."
        case .tlsExpired: "Renew the certificate, and check this machine's clock."
        case .tlsHost: "Use a name that the certificate lists, or issue one for this host."
        case .tlsProtocol:
            "A server that speaks plain HTTP on this port looks like this, as does one with outdated TLS: check the scheme."
        case .tlsClient: "Name one that the server trusts with --client-cert FILE --client-key FILE."
        case .reset: "Read the server's log: a crash, a limit or a load balancer resets like this."
        case .empty:
            "Read the server's log: a worker that crashes closes like this, and so does a TLS port asked in plain."
        case .malformed: "Look at the bytes with `curl --raw -v`: a proxy or another protocol may be answering."
        case .badEncoding:
            "Compress the body as Content-Encoding says, or leave Content-Encoding out: clients undo it by themselves, and "
                + "get nothing."
        case .cut: "Compare Content-Length with what is sent, and read the server's log for a crash while it wrote."
        case .tooLarge: "Ask for less (a page, a filter), or raise --max-body if the answer is meant to be that large."
        case .headTooLarge:
            "Look for a cookie, a trace or an error that grows, and send what is long in the body: most clients and proxies "
                + "take 8 to 64 KB of header fields."
        case .badURL: "Correct --base-url or the contract's server: scheme, host and path, percent-encoded."
        case .badField:
            "See where its value comes from; a file that is read into a variable often ends in a line break."
        case .other: "The words in parentheses are libcurl's; curl's manual explains them."
        }
    }
}
