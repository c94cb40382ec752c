// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import ConformanceScore
import Testing

@testable import AccordContract

@Suite("Forms") struct FormTests {
    @Test(
        "forms are parsed as in the web platform tests",
        .enabled("needs a public suite") { try Conformance.has("url/urlencoded-parser-data.json") })
    func conformance() throws {
        let tests = try Conformance.document("url/urlencoded-parser-data.json").root
        for test in tests.elements {
            let input = try #require(test["input"]?.string)
            let output = try #require(test["output"]).elements.map {
                Form.Item($0[0]?.string ?? "", $0[1]?.string ?? "")
            }
            #expect(Form.parse(input) == output, "\(input)")
        }
        #expect(tests.count == 35)
    }

    @Test("a parsed form is written unchanged")
    func roundTrip() {
        let items = [Form.Item("a b", "1+1=2&"), Form.Item("é", ""), Form.Item("", "x")]
        #expect(Form.serialize(items) == "a+b=1%2B1%3D2%26&%C3%A9=&=x")
        #expect(Form.parse(Form.serialize(items)) == items)
    }
}
