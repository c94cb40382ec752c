/// What is done on a connection in answer to one request.
package struct SocketScript: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        /// In one write.
        case send([UInt8])
        /// Each byte in a write of its own.
        case drip([UInt8])
        /// Half-closes the connection (RFC 9112 section 9.6).
        case close
        /// Hangs up in both directions: what is sent there afterwards nobody reads.
        case hangUp
        /// A TCP reset: whatever the client hasn't read yet is lost.
        case reset
        /// Nothing more, until the client goes away or the case ends.
        case hold
        /// What another script says, once it is known.
        case later(LaterScript)
    }

    package var steps: [Step]

    package init(_ steps: [Step]) {
        self.steps = steps
    }
}
