// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// The stage of an HTTP exchange in which a fault occurs. Case ids contain the stage, as in `login~connect.offline`.
package enum FaultLayer: String, CaseIterable, Sendable, Hashable {
    case connect
    case tls
    case preResponse = "pre-response"
    case headers
    case framing
    case coding
    case flow
    case client
}

/// A transport fault between a client and a server. To add a fault, add an entry to `Catalogue/faults.json`, and run
/// `scripts/catalogue.py`. The order of the entries is the published order.
///
/// `BrokenAnswer` in AccordServer causes the same faults on a socket.
extension Fault {
    /// The fault's name, which case ids contain, such as `offline`.
    package var id: String { rawValue }
    package var layer: FaultLayer { facts.layer }
    /// The requirement on a client: whether a call must, should or may throw an error or return a value.
    package var verdict: Verdict { facts.verdict }
    /// The behavior with which an in-process stub causes the fault.
    package var stub: Stub { facts.stub }
    package var event: String { facts.event }
    /// The behavior that a client must show, as a predicate such as `throw an error`.
    package var clientMust: String { facts.clientMust }
    /// The change to the documented response that causes the fault.
    package var change: AnswerChange { facts.change }

    /// The catalogue's entry for one fault: its stage, the requirement on clients, and the behavior of the stub.
    struct Facts {
        let layer: FaultLayer
        let verdict: Verdict
        let stub: Stub
        let event: String
        let clientMust: String
        var change: AnswerChange = .none
    }

    /// The behavior of an in-process stub that causes a fault. Each `code` is an error code of `URLError`.
    package enum Stub: Sendable, Hashable {
        /// The call fails before the stub sends a response.
        case fails(code: Int)
        /// The call fails after the client receives the response's head and part of the response body. `sendsBody`
        /// specifies this part.
        case breaksOff(sendsBody: BodyShare, code: Int)
        /// The stub sends a changed response, which `change` describes.
        case answers
        /// The stub sends nothing, or only the response's head, and waits until the test cancels the call.
        case cancelled(sendsHead: Bool)
        /// The test runs several calls at once, and the stub chooses the order of the responses.
        case together
        /// An in-process stub can't cause the fault, for the given reason.
        case impossible(String)
    }

    /// The amount of the response body that the stub sends before the call fails.
    package enum BodyShare: String, Sendable, Hashable { case none, half, all }

    /// The change to the documented response that causes a fault.
    package enum AnswerChange: Sendable, Hashable {
        case none
        /// The documented response with a different status.
        case status(Int)
        /// A response with the given status, without header fields or a body.
        case emptied(Int)
        /// A 401 response with a challenge for the given authentication scheme.
        case challenge(String)
        /// A response with the given status and `Retry-After: 1`, without a body.
        case retryLater(Int)
        /// The documented response with the given number of additional header fields.
        case fields(Int)
        /// The documented response with the given `Content-Encoding`.
        case coding(String)
    }
}
