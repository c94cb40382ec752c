import AccordContract
import AccordSchema

/// What a stub gives back.
package enum StubReply: Sendable {
    case answer(HTTPResponse)
    /// A fault, with the answer that it breaks, if it breaks one.
    case fault(Fault, HTTPResponse?)
}
