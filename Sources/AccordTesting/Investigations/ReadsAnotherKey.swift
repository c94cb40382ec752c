// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Does a property of the result have the value of a different response property, although the response has one with its
/// own name? The usual cause is two coding keys in each other's place.
struct ReadsAnotherKey: Investigation {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        let testCase = look.testCase
        guard !testCase.isDerived, testCase.outcome.isRequired, !judgement.misreadsResponse,
            case .returned(let value) = look.observation.outcome, let body = testCase.responseBody?.root
        else { return }
        let suspects = Self.suspects(in: value.json, for: body)
        for suspect in suspects.prefix(5) {
            let (own, read) = (suspect.own.tokens.last ?? "", suspect.read.tokens.last ?? "")
            // A client that reads both properties may choose between them, unless it exchanges them.
            let isExchanged = suspects.contains { $0.read == suspect.own }
            guard await look.runner.reads(suspect.read, in: testCase) == true else { continue }
            if !isExchanged, await look.runner.reads(suspect.own, in: testCase) == true { continue }
            judgement.findings.append(
                look.finding(
                    .outcomeUnread, severity: isExchanged && testCase.hasDocumentedBody ? .error : .warning,
                    "the result's property “\(suspect.name)” has the value of “\(read)”, not of “\(own)”",
                    at: suspect.own, expected: body.value(at: suspect.own).map { Excerpt.of($0) },
                    actual: body.value(at: suspect.read).map { Excerpt.of($0) },
                    advice: "In the client, check that the coding key of “\(suspect.name)” is “\(own)”."))
        }
    }

    /// Returns the properties of the result that equal a different property of the same response object.
    private static func suspects(
        in result: JSON, for body: JSONValue
    ) -> [(name: String, own: JSONPointer, read: JSONPointer)] {
        PropertyPair(result: result, response: body).withParts(entersLists: true).compactMap { pair in
            let own = JSON(pair.response)
            guard own.object == nil, own.array == nil, !own.isNull, own != pair.result,
                pair.result.string != nil || pair.result.number != nil, let parent = pair.place.parent,
                let other = body.value(at: parent)?.members.first(where: { JSON($0.value) == pair.result })
            else { return nil }
            return (pair.name, pair.place, parent.appending(other.key))
        }
    }
}
