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
        let items = request.headers.values("Cookie").flatMap { Self.items($0) }
        if items.isEmpty, expected.cookies.isEmpty { return }
        let expectations = expected.cookies.map { ItemExpectation($0, in: .cookie) }
        var judge = ItemsJudge(.cookie, expectations, items, location: expected.operation.request.location)
        judge.judge(into: &judgement)
    }

    static func items(_ line: String) -> [RawItem] {
        line.split(separator: ";").map { piece in
            let text = HeaderGrammar.trimmed(piece)
            guard let equals = text.firstIndex(of: "=") else {
                return RawItem(name: text, value: "", hasEqualsSign: false)
            }
            let value = String(text[text.index(after: equals)...])
            return RawItem(name: String(text[..<equals]), value: HeaderGrammar.unquoted(value))
        }
    }
}
