// SPDX-License-Identifier: Apache-2.0
import AccordServer
public import AccordTesting
public import Foundation

extension Stub {
    /// The URL of this stub on a socket of the loopback interface, for clients that don't accept a URLSession.
    ///
    /// The URL replaces that of the documented server, including its path. Each case has its own socket. At the level
    /// `full`, the stub also causes faults that require a socket: broken framing, resets, interim responses and redirects.
    /// With the trait `TLS`, it is an `https` URL in cases with a TLS fault; see ``certificateAuthority``.
    ///
    /// - Throws: The error of the system if no socket can be opened.
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
