import AccordContract

/// What a server does in answer to one request.
package enum ServerReply: Sendable {
    case answer(HTTPResponse)
    /// Bytes as they are, however broken.
    case script(SocketScript)
    /// An answer that goes on until one side ends it: server-sent events.
    case feed(EventFeed)
    /// The reply, so many seconds later.
    indirect case after(Double, ServerReply)
    /// A reply that is provided later, from any thread, once.
    case later(@Sendable (_ deliver: @escaping @Sendable (ServerReply) -> Void) -> Void)
}

/// An answer of server-sent events.
package struct EventFeed: Sendable {
    package var response: HTTPResponse
    /// Called once the head is sent; `send` takes whole events and answers false where the client is gone.
    /// What it returns is called when the client goes.
    package var subscribe: @Sendable (_ send: @escaping @Sendable ([UInt8]) -> Void) -> (@Sendable () -> Void)

    package init(
        response: HTTPResponse,
        subscribe: @escaping @Sendable (_ send: @escaping @Sendable ([UInt8]) -> Void) -> (@Sendable () -> Void)
    ) {
        self.response = response
        self.subscribe = subscribe
    }
}

/// A request with what is known of its connection.
package struct ServerRequest: Sendable {
    /// Its URL is absolute: the scheme and the address that it came to, then the request's target.
    package var message: HTTPRequest
    /// The target as it came: a path, a whole URL, or `*`.
    package var wireTarget: String
    /// Its origin-form, `/login?username=a`.
    package var target: String
    package var keepsAlive: Bool = true
    /// True where it comes from this machine: over the loopback or a Unix socket.
    package var isLocal: Bool = true
    /// `1.1` or `2`
    package var httpVersion: String = "1.1"
    /// Where the responder may keep its answer to the very same request; nil where this is the first such request.
    package var known: KnownRequest?
}
