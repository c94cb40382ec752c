// SPDX-License-Identifier: Apache-2.0
import AccordCore
public import AccordTesting
public import Foundation

extension Stub {
    /// The base URL of this stub on a loopback socket, for clients that don't accept a `URLSession`.
    ///
    /// The client must use this URL instead of the documented server URL and its path. Each case has its own socket.
    ///
    /// At the level `full`, the stub also causes faults that require a socket: broken framing, resets, interim
    /// responses and redirects. With the package trait `TLS`, the URL is an `https` URL in cases with a TLS fault; see
    /// ``certificateAuthority``.
    ///
    /// - Throws: The system error if no socket can be opened.
    public var baseURL: URL {
        get async throws {
            guard let url = URL(string: try await socket(.origin).address) else {
                throw DescribedError("the stub’s socket has no address")
            }
            return url
        }
    }

    /// The port of this stub as an HTTP proxy on 127.0.0.1, for clients with a hard-coded host.
    ///
    /// The proxy forwards nothing: the stub responds in place of every host. An `https` URL requires the package trait
    /// `TLS`. The stub then presents a certificate for the requested host (CONNECT, RFC 9110 section 9.3.6). The client
    /// must trust this certificate; see ``certificateAuthority``.
    ///
    /// On Linux, the test process can't resolve host names while the proxy is open. Its requests therefore never reach
    /// a real server.
    ///
    /// - Throws: The system error if no socket can be opened.
    public var proxyPort: Int { get async throws { try await socket(.proxy).port } }

    /// The path of this stub's Unix socket, for clients of a local daemon.
    ///
    /// - Throws: The system error if no socket can be opened.
    public var socketPath: String {
        get async throws {
            guard let path = try await socket(.unixSocket).path else {
                throw DescribedError("the stub’s socket has no address")
            }
            return path
        }
    }

    /// Answers the requests of every `URLSession` that the client creates, regardless of the requested host.
    ///
    /// After this call, new sessions reach only the stub of the running case. Cases must run one at a time: set
    /// `"isolated": true` in accord.json. `https` URLs require the package trait `TLS`.
    ///
    /// - Throws: An error on platforms other than Linux with glibc, or if the stub of a different case already answers
    ///   the client's sessions.
    public func answerPrivateSessions() async throws {
        try DetouredProcess.answerSessions(by: try await socket(.proxy), authority: try? certificateAuthority.path)
    }

    private func socket(_ endpoint: LoopbackStub.Endpoint) async throws -> LoopbackStub {
        if let opened = conversation.socket as? LoopbackStub {
            guard opened.endpoint == endpoint else {
                throw DescribedError("a stub has one address: use only one of baseURL, proxyPort and socketPath")
            }
            return opened
        }
        let socket = try await LoopbackStub(conversation, as: endpoint)
        conversation.socket = socket
        if endpoint == .proxy { NetworkGuard.add(conversation, isRequired: true) }
        return socket
    }
}
