// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Does a property of the result have the value of a different response property, although the response has one with its
/// own name? The usual cause is two coding keys in each other's place.
struct ReadsAnotherKey: Investigation {
    private struct Suspect {
        var name: String
        var own: JSONPointer
        var read: JSONPointer
    }

    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        let testCase = look.testCase
        guard !testCase.isDerived, testCase.outcome.isRequired, !judgement.failed,
            case .returned(let value) = look.observation.outcome, let body = testCase.responseBody?.root
        else { return }
        let suspects = Self.suspects(in: value.json, for: body, at: .root)
        for suspect in suspects.prefix(5) {
            let (own, read) = (suspect.own.tokens.last ?? "", suspect.read.tokens.last ?? "")
            // A client that reads both properties may choose between them, unless it exchanges them.
            let isExchanged = suspects.contains { $0.read == suspect.own }
            guard await look.runner.reading(of: suspect.read, in: testCase) == .read else { continue }
            if !isExchanged, await look.runner.reading(of: suspect.own, in: testCase) == .read { continue }
            judgement.findings.append(
                Finding(
                    rule: .outcomeUnread, severity: .warning, blame: .client,
                    "the result's property “\(suspect.name)” has the value of “\(read)”, not of “\(own)”",
                    contract: testCase.outcome.location, place: .init(.outcome, suspect.own.description),
                    expected: body.value(at: suspect.own).map { Excerpt.of($0) },
                    actual: body.value(at: suspect.read).map { Excerpt.of($0) },
                    advice: "In the client, check that the coding key of “\(suspect.name)” is “\(own)”."))
        }
    }

    /// Returns the properties of the result that equal a different property of the same response object.
    private static func suspects(in result: JSON, for body: JSONValue, at place: JSONPointer) -> [Suspect] {
        if let element = result.array?.first, let first = body[0] {
            return suspects(in: element, for: first, at: place.appending(0))
        }
        guard let object = result.object, body.kind == .object else { return [] }
        return object.flatMap { member -> [Suspect] in
            let name = UnreadProperty.plain(member.key)
            guard let own = body.members.first(where: { UnreadProperty.plain($0.key) == name }) else { return [] }
            let value = JSON(own.value)
            if value.object != nil || value.array != nil {
                return suspects(in: member.value, for: own.value, at: place.appending(own.key))
            }
            guard value != member.value, !value.isNull, member.value.string != nil || member.value.number != nil,
                let other = body.members.first(where: { JSON($0.value) == member.value })
            else { return [] }
            return [Suspect(name: member.key, own: place.appending(own.key), read: place.appending(other.key))]
        }
    }
}
