// SPDX-License-Identifier: Apache-2.0
import AccordServer
public import AccordTesting
public import Foundation

extension Stub {
    /// The base URL of this stub on a loopback socket, for clients that don't accept a `URLSession`.
    ///
    /// Use this URL instead of the documented server URL, including its path. Each case has its own socket.
    ///
    /// At the level `full`, the stub also causes faults that require a socket: broken framing, resets, interim
    /// responses and redirects. With the package trait `TLS`, the URL is an `https` URL in cases with a TLS fault; see
    /// ``certificateAuthority``.
    ///
    /// - Throws: The system error if no socket can be opened.
    public var baseURL: URL {
        get async throws {
            let socket: LoopbackStub
            if let opened = conversation.socket as? LoopbackStub {
                socket = opened
            } else {
                socket = try await LoopbackStub.open(conversation)
                conversation.socket = socket
            }
            guard let url = URL(string: socket.address) else { throw NoAddress() }
            return url
        }
    }

    private struct NoAddress: Error {}
}
