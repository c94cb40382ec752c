import AccordContract
import AccordCore
import AccordJSON

/// A call that was made alone: what it asked and returned is what it has to ask and return among others.
struct BaselineCall: Sendable {
    let attempt: Attempt
    let request: HTTPRequest
    private let identity: RequestIdentity
    /// What was returned, in the forms in which values are compared.
    let value: JSON

    /// nil where the call returned nothing that could be compared, or asked nothing.
    init?(_ attempt: Attempt, _ observation: CallObservation) {
        guard case .returned(let value) = observation.outcome, let request = observation.requests.last else {
            return nil
        }
        self.attempt = attempt
        self.request = request
        identity = RequestIdentity(request)
        self.value = Self.forms(of: value)
    }

    static func forms(of value: ReturnedValue) -> JSON {
        .array([value.properties.json] + (value.coding.map { [$0.json] } ?? []))
    }

    /// True where the two can't be told apart by what they ask.
    func asks(like other: HTTPRequest) -> Bool {
        identity == RequestIdentity(other)
    }

    /// The call that a request is of: one that asked the same when it was alone, else the one that documents it best.
    static func nearest(to request: HTTPRequest, among open: [Int], of calls: [BaselineCall]) -> Int {
        if let same = open.first(where: { calls[$0].asks(like: request) }) { return same }
        let distances = open.map { index in
            calls[index].attempt.expected.first.map { Judge.judge(request, against: $0).findings.count } ?? .max
        }
        let least = distances.min()
        return zip(open, distances).first { $0.1 == least }?.0 ?? 0
    }
}
