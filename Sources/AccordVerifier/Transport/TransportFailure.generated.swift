// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// Generated from Catalogue/transport-failures.json by scripts/catalogue.py.
import AccordCore

extension TransportFailure.Kind {
    var facts: Facts {
        switch self {
        case .dns: Facts(rule: .transportDns, message: "the host name has no address", advice: "Check the spelling of the host in --base-url, or specify its address with --resolve host:port:address.", isBeforeRequest: true)
        case .refused: Facts(rule: .transportRefused, message: "the connection was refused", advice: "Start the server, or check the port. --wait 30s waits until the server has started.", isBeforeRequest: true)
        case .unreachable: Facts(rule: .transportUnreachable, message: "the host can't be reached", advice: "Check the network and the route to the host: a firewall or a missing VPN can be the cause.", isBeforeRequest: true)
        case .proxy: Facts(rule: .transportProxy, message: "the proxy rejected the request", advice: "Check http_proxy, https_proxy and no_proxy, or specify a different proxy with --proxy.", isBeforeRequest: true)
        case .connectTimeout: Facts(rule: .transportTimeoutConnect, message: "the connection wasn't established in time", advice: "A firewall that drops packets can be the cause. Check host and port, or raise --connect-timeout and, if it is shorter, --timeout.", isBeforeRequest: true)
        case .firstByteTimeout: Facts(rule: .transportTimeoutFirstByte, message: "the server accepted the connection, but the response didn't start in time", advice: "Check whether the server waits for a lock, a database or a different service, or raise --timeout.")
        case .totalTimeout: Facts(rule: .transportTimeoutTotal, message: "the response didn't end in time", advice: "Check whether the response never ends or the network is slow, or raise --timeout.")
        case .tlsUntrusted: Facts(rule: .transportTlsUntrusted, message: "the server's certificate isn't trusted", advice: "Specify the CA certificate with --cacert FILE.", isBeforeRequest: true)
        case .tlsExpired: Facts(rule: .transportTlsExpired, message: "the server's certificate has expired or isn't valid yet", advice: "Renew the certificate, and check this machine's clock.", isBeforeRequest: true)
        case .tlsHost: Facts(rule: .transportTlsHost, message: "the server's certificate is for a different host", advice: "Use a host name that the certificate contains, or a certificate for this host.", isBeforeRequest: true)
        case .tlsProtocol: Facts(rule: .transportTlsProtocol, message: "the TLS handshake failed", advice: "Check the scheme: the server may expect plain HTTP on this port, or support only outdated TLS.", isBeforeRequest: true)
        case .tlsClient: Facts(rule: .transportTlsClient, message: "the server requires a client certificate, or rejected the client certificate", advice: "Use --client-cert FILE --client-key FILE to specify a certificate that the server trusts.", isBeforeRequest: true)
        case .reset: Facts(rule: .transportReset, message: "the server reset the connection", advice: "Read the server's log: a crash, a limit or a load balancer can be the cause.")
        case .empty: Facts(rule: .transportEmpty, message: "the server closed the connection without a response", advice: "Read the server's log: a crash can be the cause, or plain HTTP on a port that expects TLS.")
        case .malformed: Facts(rule: .transportMalformed, message: "the response violates HTTP (RFC 9112)", advice: "Look at the bytes with `curl --raw -v`: a proxy or a server with a different protocol may have responded.")
        case .badEncoding: Facts(rule: .transportEncoding, message: "the body can't be decoded as Content-Encoding specifies", advice: "Compress the body as Content-Encoding specifies, or omit Content-Encoding: clients fail if they can't decode the body.")
        case .cut: Facts(rule: .transportCut, message: "the connection closed before the end of the response", advice: "Compare Content-Length with the length of the body, and look for a crash in the server's log.")
        case .tooLarge: Facts(rule: .transportTooLarge, message: "the response is larger than the limit", advice: "Request less data (a page, a filter), or raise --max-body if the size is intended.")
        case .headTooLarge: Facts(rule: .transportTooLargeHead, message: "the response's header fields are larger than the limit", advice: "In the server, look for a header field that grows, such as a cookie, and send long values in the body: most clients and proxies accept 8 to 64 KB of header fields.")
        case .badURL: Facts(rule: .transportUrl, message: "the URL of the request is invalid", advice: "Correct the percent-encoding of scheme, host and path in --base-url or the contract's server.", isBeforeRequest: true)
        case .badField: Facts(rule: .transportField, message: "a header field of the request is invalid", advice: "Check the source of the header field's value. Text from a file often ends with a line break.", isBeforeRequest: true)
        case .other: Facts(rule: .transportOther, message: "the request failed", advice: "The text in parentheses is libcurl's error message. Look up this message in curl's manual.")
        }
    }
}
