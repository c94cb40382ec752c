import AccordContract

/// Judges the cookies of a request: RFC 6265's pairs, by name.
struct CookieJudge {
    let expected: ExpectedRequest
    let request: HTTPRequest

    init(_ request: HTTPRequest, _ expected: ExpectedRequest) {
        self.request = request
        self.expected = expected
    }

    func judge(into judgement: inout Judgement) {
        let items = request.headers.values("Cookie").flatMap { CookieHeader.items($0) }
        if items.isEmpty, expected.cookies.isEmpty { return }
        let expectations = expected.cookies.map { ItemExpectation($0, in: .cookie) }
        var judge = ItemsJudge(.cookie, expectations, items, location: expected.operation.request.location)
        judge.judge(into: &judgement)
    }
}
