// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Does the client return a date of the response as a different instant, because it reads or ignores a time zone
/// wrongly? A client may keep the clock time as text without a time zone, which isn't an instant.
struct ShiftsTime: Investigation {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        let variation = look.testCase.derivation?.variation
        guard variation == nil || variation == .mutation(.dateVariants), !judgement.misreadsResponse,
            case .returned(let value) = look.observation.outcome, let body = look.testCase.responseBody?.root
        else { return }
        let sent = Self.instants(in: JSON(body))
        for (place, seconds) in Self.instants(in: value.json) {
            let name = PropertyPair.plain(place.tokens.last ?? "")
            let originals = sent.filter { PropertyPair.plain($0.place.tokens.last ?? "") == name }
            guard !originals.contains(where: { Instant.isSame($0.seconds, seconds) }),
                let original = originals.first(where: { Self.isShifted($0.seconds, seconds) })
            else { continue }
            judgement.findings.append(
                look.finding(
                    .outcomeValue, "the call returned a date in a different time zone", at: place,
                    expected: body.value(at: original.place)?.string, actual: value.json.value(at: place)?.string,
                    advice: "In the client, read the offset of the date, such as “Z” or “+02:00”."))
        }
    }

    /// Returns the date-times with a time zone. Only the first element of a list is searched.
    private static func instants(in json: JSON) -> [(place: JSONPointer, seconds: Double)] {
        json.innerPlaces().compactMap { place in
            json.value(at: place)?.string.flatMap { Instant.seconds($0) }.map { (place, $0) }
        }
    }

    /// Whether two times differ by a multiple of 15 minutes, as the offsets of time zones do. The client may drop a
    /// fraction of a second.
    private static func isShifted(_ left: Double, _ right: Double) -> Bool {
        let quarters = (left - right) / 900
        return quarters.rounded() != 0 && abs(quarters) <= 26 * 4 && abs(quarters - quarters.rounded()) * 900 < 1
    }
}
