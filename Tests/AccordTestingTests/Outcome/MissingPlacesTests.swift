// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Testing

@testable import AccordTesting

@Suite("Places that a different response lacks") struct MissingPlacesTests {
    static let rows: [(other: String, bodies: [String])] = [
        // A different list: the properties that its first element lacks.
        (#"[{ "id": 7 }]"#, [#"[{"id":1},{"id":3}]"#]),
        (#"[{ "id": 7, "at": {} }]"#, [#"[{"id":1,"at":{}},{"id":3}]"#]),
        // Not a list, or an empty one: the whole first element.
        ("{}", [#"[{"id":3}]"#]), ("[]", [#"[{"id":3}]"#]), (#"{ "title": "x" }"#, [#"[{"id":3}]"#]),
        // Nothing is missing.
        (#"[{ "id": 7, "at": { "x": null } }]"#, []),
    ]

    @Test("each place that a different body lacks can be removed, in a list from its first element", arguments: rows)
    func removed(_ row: (other: String, bodies: [String])) throws {
        let body = try JSON(parsing: #"[{ "id": 1, "at": { "x": 2 } }, { "id": 3 }]"#)
        let places = body.places(missingIn: try JSON(parsing: row.other))
        #expect(places.compactMap { body.removing(at: $0)?.compact } == row.bodies)
    }
}
