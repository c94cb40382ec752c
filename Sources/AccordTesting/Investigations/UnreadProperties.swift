// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension SecondLook {
    /// The returned value and the response, if the case documents both.
    private func documentedPair(_ judgement: Judgement) -> PropertyPair? {
        guard !testCase.isDerived, testCase.outcome.isRequired, !judgement.misreadsResponse, let value,
            let body = testCase.responseBody
        else { return nil }
        return PropertyPair(result: value, response: body)
    }

    /// Does the client read each response property under a different name, so that a property of its result is always
    /// `nil`? The usual cause is a misspelled coding key.
    func judgeUnreadProperties(_ judgement: inout Judgement) async {
        guard let whole = documentedPair(judgement) else { return }
        var findings: [Finding] = []
        for pair in whole.withParts(entersLists: false) {
            guard let elements = pair.result.array, let sent = pair.response.array, elements.count < sent.count else {
                continue
            }
            findings.append(
                finding(
                    .outcomeUnread, severity: .warning, "the result has fewer elements than the response",
                    at: pair.place, expected: "\(sent.count)", actual: "\(elements.count)",
                    advice: "In the client, look for a filter, and for elements that it skips."))
        }
        for suspect in whole.unread where findings.count < 5 {
            let key = suspect.place.key
            // The contract may document the name for a different property of the same object.
            let isOther = testCase.documentedSiblings(of: suspect.place).contains {
                PropertyPair.plain($0) == PropertyPair.plain(suspect.name) && $0 != key
            }
            guard !isOther, await runner.reads(suspect.place, in: testCase) == false else { continue }
            // The document's own example has the property, and the name differs only in case and punctuation.
            let isSame = PropertyPair.plain(suspect.name) == PropertyPair.plain(key)
            let isCertain = isSame && testCase.hasDocumentedBody
            findings.append(
                finding(
                    .outcomeUnread, severity: isCertain ? .error : .warning,
                    "the result's property “\(suspect.name)” is nil, although the response contains “\(key)”",
                    at: suspect.place, expected: Excerpt.of(suspect.response), actual: "nil",
                    advice: "In the client, check that the coding key of “\(suspect.name)” is “\(key)”."))
        }
        judgement.findings += findings
    }

    /// Does a property of the result have the value of a different response property, although the response has one
    /// with its own name? The usual cause is two coding keys in each other's place.
    func judgeExchangedProperties(_ judgement: inout Judgement) async {
        guard let whole = documentedPair(judgement) else { return }
        let suspects = whole.exchanged
        for suspect in suspects.prefix(5) {
            let (own, read) = (suspect.own.key, suspect.read.key)
            // A client that reads both properties may choose between them, unless it exchanges them.
            let isExchanged = suspects.contains { $0.read == suspect.own }
            guard await runner.reads(suspect.read, in: testCase) == true else { continue }
            if !isExchanged, await runner.reads(suspect.own, in: testCase) == true { continue }
            judgement.findings.append(
                finding(
                    .outcomeUnread, severity: isExchanged ? .error : .warning,
                    "the result's property “\(suspect.name)” has the value of “\(read)”, not of “\(own)”",
                    at: suspect.own, expected: whole.response.value(at: suspect.own).map { Excerpt.of($0) },
                    actual: whole.response.value(at: suspect.read).map { Excerpt.of($0) },
                    advice: "In the client, check that the coding key of “\(suspect.name)” is “\(own)”."))
        }
    }
}
