// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension SecondLook {
    /// Does the client read a value that the contract lists in “ignores”?
    func judgeExcludedValue(_ judgement: inout Judgement) async {
        guard testCase.outcome.mustBeIgnored else { return }
        judgement.assertions += 1
        guard await endsLikeIntact() == false else { return }
        let subject = place.map { "“\($0)”" } ?? "a value"
        judgement.findings = [
            finding(
                .outcomeIgnored, "the client reads \(subject), which the contract lists in “ignores”",
                expected: "the same outcome as with the unchanged response",
                actual: observation.outcome.error?.text ?? outcome.text,
                advice: "Remove the value from “ignores” in the contract, or let the client ignore the value.")
        ]
    }

    /// Does the client return the elements of a stream completely, and each as soon as it arrives?
    func judgeStream(_ judgement: inout Judgement) async {
        if testCase.outcome.mustEqualIntact, !judgement.failed {
            judgement.assertions += 1
            if outcome.isValue, await endsLikeIntact() == false {
                judgement.findings.append(
                    finding(
                        .outcomeValue, severity: testCase.outcome.severity,
                        "the call returned different elements for the same stream",
                        expected: "the elements of the documented response", actual: outcome.text,
                        advice: testCase.derivation.map { "In this case, the stream has \($0.reason)." } ?? ""))
            }
        }
        guard testCase.delivery == .oneByOne, case .hung = observation.outcome else { return }
        let count = observation.elementCount ?? 0
        judgement.findings = [
            finding(
                .outcomeHang, "the client returns an element only after the next element has arrived",
                expected: "each element before the stub sends the next element",
                actual: "the client returned \(count) elements, although the stub sent \(count + 1)",
                advice: "In the client, return each element as soon as the element’s last line break arrives. "
                    + "Don’t wait for more bytes.")
        ]
    }

    /// Does the client treat a documented value of an enumeration like an unknown one? The usual cause is a misspelled
    /// raw value in an enum with a case such as `unknown`.
    func judgeListedValue(_ judgement: inout Judgement) async {
        guard mutation == .boundaryValues, outcome.isValue, !judgement.failed, let intact, let place,
            let listed = testCase.responseBody?.value(at: place)?.string,
            let usual = intact.responseBody?.value(at: place)?.string, let known = await outcomeOfIntact(),
            let unlisted = await runner.outcome(replacing: place, with: "unknown-value", in: intact)
        else { return }
        let value: String
        if unlisted == outcome, known.replacesText(in: unlisted) {
            value = listed
        } else if unlisted == known, outcome.replacesText(in: unlisted) {
            value = usual
        } else {
            return
        }
        judgement.findings.append(
            finding(
                .outcomeUnread, severity: .warning,
                "the client treats the documented value “\(value)” like an unknown value", at: place,
                expected: "a result that differs from that for “unknown-value”", actual: unlisted.text,
                advice: "In the client, compare the raw values of the enum with the contract."))
    }

    /// Does the client return a date of the response as a different instant, because it reads or ignores a time zone
    /// wrongly, or reads a number in a wrong unit? A client may keep the clock time as text without a time zone, which
    /// isn't an instant.
    func judgeDates(_ judgement: inout Judgement) {
        guard variation == nil || mutation == .dateVariants, !judgement.misreadsResponse, let value,
            let body = testCase.responseBody
        else { return }
        let sent = Self.instants(in: body)
        for (place, seconds) in Self.instants(in: value) where value.value(at: place)?.string != nil {
            let originals = sent.filter { PropertyPair.plain($0.place.key) == PropertyPair.plain(place.key) }
            guard !originals.contains(where: { Instant.isSame($0.seconds, seconds) }),
                let original = originals.first(where: {
                    Instant.isShifted($0.seconds, seconds) || Instant.isMisread($0.seconds, seconds)
                })
            else { continue }
            let isShifted = Instant.isShifted(original.seconds, seconds)
            return judgement.findings.append(
                finding(
                    .outcomeValue, "the call returned a date in a different \(isShifted ? "time zone" : "unit")",
                    expected: "\(original.place) \(body.value(at: original.place)?.compact ?? "")",
                    actual: "\(place) \(value.value(at: place)?.compact ?? "")",
                    advice: isShifted
                        ? "In the client, read the offset of the date, such as “Z” or “+02:00”."
                        : "In the client, read the number as seconds or milliseconds since 1970, as the server sends it."
                ))
        }
    }

    /// Returns the date-times with a time zone, and the numbers that are a date. Only the first element of a list is
    /// searched.
    private static func instants(in json: JSON) -> [(place: JSONPointer, seconds: Double)] {
        json.innerPlaces().compactMap { place in
            json.value(at: place).flatMap { Instant.seconds(of: $0) }.map { (place, $0) }
        }
    }

    /// Does the client read a file as text? A `String` has replacement characters for bytes that aren't UTF-8.
    func judgeBytes(_ judgement: inout Judgement) {
        guard !testCase.isDerived, !judgement.failed, let value, let response = testCase.lastReply?.response,
            response.headers.mediaType?.isText == false, response.headers.first("Content-Encoding") == nil,
            !response.body.isEmpty, String(utf8: response.body) == nil, !Self.isDamaged(response.body)
        else { return }
        let damaged = ([.root] + value.innerPlaces()).first { place in
            guard let text = value.value(at: place)?.string else { return false }
            return text.isEmpty && place == .root || Self.isDamaged(Array(text.utf8))
                || Base64.decodePadded(text.utf8).map(Self.isDamaged) == true
        }
        guard let damaged else { return }
        judgement.findings.append(
            finding(
                .outcomeValue, severity: testCase.outcome.severity,
                "the client reads a file as text, and loses bytes that aren't UTF-8",
                at: damaged == .root ? nil : damaged, expected: Excerpt.of(response.body),
                actual: value.value(at: damaged).map { Excerpt.of($0) },
                advice: "In the client, return the bytes as Data."))
    }

    /// Whether the bytes contain the replacement character U+FFFD in UTF-8.
    private static func isDamaged(_ bytes: [UInt8]) -> Bool {
        bytes.indices.dropLast(2).contains { Array(bytes[$0...($0 + 2)]) == [0xEF, 0xBF, 0xBD] }
    }
}
