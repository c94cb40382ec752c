// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import ConformanceScore
import Testing

@testable import AccordContract

@Suite("Percent-encoding") struct PercentTests {
    @Test("the torture value is encoded as in RFC 6570")
    func torture() throws {
        let reference = try Conformance.fixture("query-encoding-reference.json").root
        let value = try #require(reference["value"]?.string)
        #expect(Percent.encode(value) == reference["rfc6570SimpleOrSmithy"]?.string)
        #expect(Form.encode(value) == reference["formUrlencodedWHATWG"]?.string)
        let foundation = try #require(reference["foundationURLComponentsQueryItemsLinux631"]?.string)
        for encoded in [Percent.encode(value), foundation] { #expect(Percent.decodeText(encoded) == value) }
        #expect(Form.decode(Form.encode(value)) == value)
        #expect(Form.decode(foundation) != value, "Foundation's + is a form's space")
    }

    @Test(
        "a query is encoded as in the WHATWG's URL standard",
        .enabled("needs a public suite") { try Conformance.has("url/percent-encoding.json") })
    func web() throws {
        var count = 0
        for entry in try Conformance.document("url/percent-encoding.json").root.elements {
            guard let input = entry["input"]?.string, let output = entry["output"]?["utf-8"]?.string else { continue }
            #expect(Percent.encode(input, keeping: .webQuery) == output)
            count += 1
        }
        #expect(count == 7)
    }

    @Test(
        "URL text is normalized",
        arguments: [
            ("%7Euser", "~user"), ("%c3%a9", "%C3%A9"), ("a%2fb", "a%2Fb"), ("%41%42", "AB"), ("100%", "100%"),
            ("%zz", "%zz"), ("%", "%"), ("", ""),
        ])
    func normalized(text: String, expected: String) {
        #expect(Percent.normalized(text) == expected)
    }

    @Test(
        "a stray % isn't well-formed",
        arguments: [("a%20b", true), ("a%2", false), ("%&34", false), ("", true)])
    func wellFormed(text: String, isWellFormed: Bool) {
        #expect(Percent.isWellFormed(text) == isWellFormed)
    }

    @Test("decoding keeps a stray % and replaces invalid UTF-8")
    func stray() {
        #expect(Percent.decodeText("100%&%2sx") == "100%&%2sx")
        #expect(Percent.decodeText("d%F6m") == "d\u{FFFD}m")
    }
}
