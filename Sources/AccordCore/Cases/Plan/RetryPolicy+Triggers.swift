import AccordContract
import AccordSchema

extension RetryPolicy {
    /// True where a reply is one after which the client sends its request again.
    package func covers(_ reply: StubReply) -> Bool {
        on.contains { trigger in
            switch reply {
            case .answer(let answer): StatusPattern(parsing: trigger)?.covers(answer.status) ?? false
            case .fault(let fault, let answer):
                Self.codes(of: trigger).contains(fault.code ?? 0) || trigger == fault.layer.rawValue
                    || trigger == fault.id
                    || (fault.stub == .answers && StatusPattern(parsing: trigger)?.covers(answer?.status ?? 0) ?? false)
            }
        }
    }

    /// What a client sees of the faults that a trigger names: it can't tell others with the same code from them.
    private static func codes(of trigger: String) -> Set<Int> {
        Set(Fault.allCases.filter { $0.layer.rawValue == trigger || $0.id == trigger }.compactMap(\.code))
    }

    /// The seconds that a reply asks the client to wait, or else the policy.
    package func delay(after reply: StubReply) -> Double {
        let answer: HTTPResponse? =
            switch reply {
            case .answer(let answer): answer
            case .fault(_, let answer): answer
            }
        let asked = answer.flatMap { RetryAfter.seconds($0.headers) }
        return max(asked ?? 0, retryAfter ?? 0)
    }
}

extension Fault {
    /// The URLError code that a client sees.
    fileprivate var code: Int? {
        switch stub {
        case .fails(let code), .breaksOff(_, let code): code
        case .answers, .cancelled, .together, .impossible: nil
        }
    }
}
