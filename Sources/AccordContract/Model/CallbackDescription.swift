/// A request that the server sends: a webhook, or what an operation calls back.
package struct CallbackDescription: Sendable {
    /// The key under `webhooks` or `callbacks`.
    package var name: String
    package var location: SourceLocation
    /// A URL with runtime expressions in braces; nil for a webhook, whose receiver is known from elsewhere.
    package var expression: String?
    /// What is sent, and which answers the receiver may give; the path is `/` for want of one.
    package var operation: Operation
}
