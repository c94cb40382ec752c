// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Does the client read a file as text? A `String` has replacement characters for bytes that aren't UTF-8.
struct DamagesBytes: Investigation {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        let testCase = look.testCase
        guard !testCase.isDerived, !judgement.failed, case .returned(let value) = look.observation.outcome,
            let response = testCase.lastReply?.response,
            response.headers.mediaType?.isText == false, response.headers.first("Content-Encoding") == nil,
            !response.body.isEmpty, String(utf8: response.body) == nil, !Self.isDamaged(response.body)
        else { return }
        let places = [JSONPointer.root] + value.json.innerPlaces()
        let damaged = places.first { place in
            guard let text = value.json.value(at: place)?.string else { return false }
            return text.isEmpty && place == .root || Self.isDamaged(Array(text.utf8))
                || Base64.decodePadded(text.utf8).map(Self.isDamaged) == true
        }
        guard let damaged else { return }
        judgement.findings.append(
            look.finding(
                .outcomeValue, severity: testCase.outcome.severity,
                "the client reads a file as text, and loses bytes that aren't UTF-8",
                at: damaged == .root ? nil : damaged, expected: Excerpt.of(response.body),
                actual: value.json.value(at: damaged).map { Excerpt.of($0) },
                advice: "In the client, return the bytes as Data."))
    }

    /// Whether the bytes contain the replacement character U+FFFD in UTF-8.
    private static func isDamaged(_ bytes: [UInt8]) -> Bool {
        bytes.indices.dropLast(2).contains { Array(bytes[$0...($0 + 2)]) == [0xEF, 0xBF, 0xBD] }
    }
}
