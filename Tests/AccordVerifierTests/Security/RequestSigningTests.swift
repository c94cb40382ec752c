// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Testing

@testable import AccordVerifier

@Suite("Signing by a command")
struct RequestSigningTests {
    private let request = HTTPRequest(
        method: "PUT", url: "http://x/y?z", headers: [HTTPField("A", "1"), HTTPField("a", "2"), HTTPField("B", "3")],
        body: [1, 2])

    private func result(_ status: Int32, _ output: String, _ errors: String = "") -> CommandResult {
        CommandResult(status: status, output: Array(output.utf8), errors: Array(errors.utf8))
    }

    @Test("the sign command receives the complete request")
    func message() {
        #expect(
            RequestSigning.message(request) == [
                "method": "PUT", "url": "http://x/y?z",
                "headers": [
                    ["name": "A", "value": "1"], ["name": "a", "value": "2"], ["name": "B", "value": "3"],
                ], "bodyBase64": "AQI=",
            ])
    }

    @Test("signing replaces header fields, and its additions are masked")
    func signed() throws {
        let fields = #"{"name":"a","value":"9"},{"name":"X-Sig","value":"s"},{"name":"A","value":"1"}"#
        let answer = #"{"url":"http://x/y?z&s=1%2B","headers":["# + fields + "]}"
        let (signed, secrets) = try RequestSigning.signed(request, by: result(0, answer))
        let expected = [HTTPField("B", "3"), HTTPField("a", "9"), HTTPField("X-Sig", "s"), HTTPField("A", "1")]
        #expect(signed.headers == expected)
        #expect(signed.url == "http://x/y?z&s=1%2B" && signed.body == [1, 2])
        // What it only repeats of the request is no proof.
        #expect(secrets == ["1+", "9", "s"])
    }

    @Test(
        "other output of the sign command is rejected",
        arguments: [
            (1, "{}", "ended with status 1"), (0, "", "JSON object"), (0, "[]", "JSON object"),
            (0, #"{"header":[]}"#, "“header”"), (0, #"{"headers":[{"name":"x"}]}"#, "“name” or “value”"),
            (0, #"{"url":1}"#, "“url”"),
        ] as [(Int32, String, String)])
    func refused(status: Int32, output: String, reason: String) throws {
        let failure = #expect(throws: Finding.self) {
            try RequestSigning.signed(request, by: result(status, output))
        }
        #expect(failure?.rule.id == "security.signing")
        #expect(failure?.actual?.contains(reason) == true)
    }
}
