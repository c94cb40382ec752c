import AccordServer
public import AccordTesting
public import Foundation

extension Stub {
    /// The address of this stub on a real socket of the loopback, for clients that no URLSession can be given to.
    ///
    /// It stands in for the documented server, path included: what is asked there is judged as if it had been asked of
    /// that server. Each case has a socket of its own. At the level `full` it also causes the faults that only a socket
    /// can: broken framing, resets, interim answers, redirects. With the trait `TLS` it is an `https` address in the
    /// cases whose fault is one of TLS: see ``certificateAuthority``.
    ///
    /// Throws what the system says where no socket can be had.
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
