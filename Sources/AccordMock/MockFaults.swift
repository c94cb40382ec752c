import AccordCases
import AccordHTTP
import AccordServer

/// The faults of the catalogue as a server on its own causes them, one that has no case and doesn't know its client.
enum MockFaults {
    /// Those that it can cause, in the catalogue's order.
    static let all: [Fault] = Catalogue.shared.faults.filter { fault in
        !["connect", "tls", "client"].contains(fault.layer) || fault.id == "reset-on-accept"
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
        switch fault.id {
        case "no-response": return SocketScript([.hold])
        case "headers-then-stall": return SocketScript([.send(writer.wholeHead), .hold])
        case "body-stall":
            return SocketScript([.send(writer.wholeHead + writer.body.prefix(writer.body.count / 2)), .hold])
        case "oversized-body":
            var large = answer
            large.body = Array(repeating: 0x20, count: 64 * 1024 * 1024)
            return SocketFaults.script(
                .answer(large), to: method, keepsAlive: request.keepsAlive, redirect: elsewhere)
        case "decompression-bomb":
            var bomb = answer
            bomb.body = Gzip.bomb()
            bomb.headers.removeAll { $0.isNamed("Content-Encoding") }
            bomb.headers.append(HTTPField("Content-Encoding", "gzip"))
            return SocketFaults.script(
                .answer(bomb), to: method, keepsAlive: request.keepsAlive, redirect: elsewhere)
        default:
            let changed = FaultAnswer.response(fault, breaking: answer)
            return SocketFaults.script(
                .fault(fault, changed), to: method, keepsAlive: request.keepsAlive,
                redirect: fault.id == "redirect-loop" ? request.target : elsewhere)
        }
    }
}
