import AccordContract
import AccordCore
import AccordSchema
import Foundation

/// What a stub within the process does with one request.
enum Playback: Sendable {
    case answer(HTTPResponse)
    /// A URLError code.
    case fail(code: Int)
    case breakOff(HTTPResponse, Fault.BodyShare, code: Int)
    /// Nothing more comes, until the call is cancelled; the head of the answer, if there is one.
    case hold(HTTPResponse?)

    init(_ reply: StubReply) {
        switch reply {
        case .answer(let response): self = .answer(response)
        case .fault(let fault, let response):
            let answer = response ?? HTTPResponse(status: 200)
            switch fault.stub {
            case .fails(let code): self = .fail(code: code)
            case .breaksOff(let share, let code): self = .breakOff(answer, share, code: code)
            case .answers: self = .answer(answer)
            case .cancelled(let sendsHead): self = .hold(sendsHead ? answer : nil)
            case .together, .impossible: self = .fail(code: NSURLErrorUnknown)
            }
        }
    }
}
