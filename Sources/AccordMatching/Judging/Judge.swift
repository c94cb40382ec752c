import AccordContract

/// The one judge: client tests, mock and verify hold messages to a contract with these functions.
package enum Judge {
    /// Judges a request that a client sent by a case's values.
    ///
    /// `previous` is the request before it, for a step that repeats it.
    package static func judge(
        _ request: HTTPRequest, against expected: ExpectedRequest, previous: HTTPRequest? = nil
    ) -> Judgement { Judgement() }

    /// Judges a request by nothing but what is documented. `baseURLs` are the addresses that it may go to; empty: any.
    package static func judge(
        _ request: HTTPRequest, documentedBy operation: Operation, baseURLs: [String] = []
    ) -> Judgement { Judgement() }

    /// Judges a server's answer to a step of a case. `elapsed` is in seconds, for `within`.
    package static func judge(
        _ response: HTTPResponse, of case: Case, step: Int, scope: Scope, elapsed: Double? = nil
    ) -> Judgement { Judgement() }

    /// Judges an answer by nothing but what its operation documents.
    package static func judge(_ response: HTTPResponse, documentedBy operation: Operation) -> Judgement { Judgement() }
}
