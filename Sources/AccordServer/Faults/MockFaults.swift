// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The faults that a mock can cause.
///
/// A mock can't cause faults in the TLS handshake, faults in the client such as a cancelled call, or connection faults
/// other than a reset.
enum MockFaults {
    /// The faults that a mock can cause, in the order of the catalogue.
    static let all: [Fault] = Fault.allCases.filter { fault in
        switch fault.layer {
        case .connect: fault == .resetOnAccept
        case .tls, .client: false
        case .preResponse, .headers, .framing, .coding, .flow: true
        }
    }

    /// Returns what the server sends instead of the response to cause a fault, for example half of the body and a
    /// reset.
    ///
    /// - Parameter redirect: The URL to which redirect faults send the client.
    static func script(
        _ fault: Fault, breaking answer: HTTPResponse, to request: ServerRequest, redirect: String
    ) -> SocketScript {
        let method = request.message.method
        switch BrokenAnswer(answer, to: method).effect(of: fault) {
        case .stall(let steps): return SocketScript(steps)
        case .excessive(let coding, let body):
            var large = answer
            large.body = body()
            if let coding {
                large.headers.removeAll { $0.isNamed("Content-Encoding") }
                large.headers.append(HTTPField("Content-Encoding", coding))
            }
            return SocketFaults.script(.answer(large), to: method, keepsAlive: request.keepsAlive, redirect: redirect)
        case .impossible, .unchanged, .redirect, .steps:
            return SocketFaults.script(
                .fault(fault, fault.changed(answer)), to: method, keepsAlive: request.keepsAlive, redirect: redirect)
        }
    }
}
