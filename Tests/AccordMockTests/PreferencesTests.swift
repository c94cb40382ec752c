// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@testable import AccordServer

@Suite("Prefer, RFC 7240")
struct PreferencesTests {
    @Test(
        "preferences are read by the grammar of RFC 7240",
        arguments: [
            ("code=404", ["code": "404"]),
            ("Code = 404", ["code": "404"]),
            (#"case="login/creates a token""#, ["case": "login/creates a token"]),
            (#"case="a \"b\", c; d", code=200"#, ["case": "a \"b\", c; d", "code": "200"]),
            ("respond-async, wait=100", ["respond-async": "", "wait": "100"]),
            ("return=minimal; foo=\"some, parameter\", code=1", ["return": "minimal", "code": "1"]),
            ("code=1, code=2", ["code": "1"]),
            (" , ,code=5,", ["code": "5"]),
            ("", [:]),
            ("\"quoted\", code=7", ["code": "7"]),
            (#"case="unclosed, code=7"#, ["case": ""]),
        ])
    func reads(line: String, values: [String: String]) {
        #expect(Preferences([HTTPField("prefer", line)]).values == values)
    }

    @Test("several fields form one list")
    func fields() {
        let fields = [HTTPField("Prefer", "code=404"), HTTPField("X", "y=1"), HTTPField("PREFER", "code=500, wait=1")]
        #expect(Preferences(fields).values == ["code": "404", "wait": "1"])
        #expect(Preferences([]).values == [:])
    }
}
