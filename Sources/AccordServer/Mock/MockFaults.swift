import AccordContract
import AccordCore
import AccordSchema

/// The faults of the catalogue as a server on its own causes them, one that has no case and doesn't know its client.
enum MockFaults {
    /// Those that it can cause, in the catalogue's order.
    static let all: [Fault] = Fault.allCases.filter { fault in
        switch fault.layer {
        case .connect: fault == .resetOnAccept
        case .tls, .client: false
        case .preResponse, .headers, .framing, .coding, .flow: true
        }
    }

    static let names: [String] = all.map(\.id)

    static func fault(_ name: String) -> Fault? { all.first { $0.id == name } }

    /// What is sent in place of `answer`.
    ///
    /// - Parameters:
    ///   - target: what was asked for; a loop of redirects leads there again.
    ///   - elsewhere: where redirects lead to, and the answer is.
    static func script(
        _ fault: Fault, breaking answer: HTTPResponse, to request: ServerRequest, elsewhere: String
    ) -> SocketScript {
        let method = request.message.method
        let writer = BrokenAnswer(answer, to: method)
        switch writer.effect(of: fault) {
        case .stall(let steps): return SocketScript(steps)
        case .excessive(let coding, let body):
            var large = answer
            large.body = body()
            if let coding {
                large.headers.removeAll { $0.isNamed("Content-Encoding") }
                large.headers.append(HTTPField("Content-Encoding", coding))
            }
            return SocketFaults.script(.answer(large), to: method, keepsAlive: request.keepsAlive, redirect: elsewhere)
        case .impossible, .unchanged, .redirect, .steps:
            return SocketFaults.script(
                .fault(fault, fault.changed(answer)), to: method, keepsAlive: request.keepsAlive,
                redirect: fault == .redirectLoop ? request.target : elsewhere)
        }
    }
}
