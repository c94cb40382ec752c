// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@testable import AccordContract
@testable import AccordCore

@Suite("Outputs") struct OutputReaderTests {
    static func step(_ outputs: String) throws -> CaseStep {
        let text = Shop.text.replacing(
            #""outputs": { "order": "$response.body#/id" }"#, with: #""outputs": \#(outputs)"#
        )
        .replacing("${outputs.order}", with: "x").replacing(#""after": ["order/orders"],"#, with: "")
        return try #require(CasePlan(try Shop.load(text))["order/orders"]).steps[0]
    }

    static let request = HTTPRequest(
        method: "POST", url: "https://shop.example/v1/orders?x=a%20b", headers: [HTTPField("X-Id", "7")],
        body: Array(#"{"note":"n"}"#.utf8))
    static let response = HTTPResponse(
        status: 201, headers: [HTTPField("Location", "/orders/42"), HTTPField("Content-Type", "application/json")],
        body: Array(#"{"id":"o1","lines":[{"item":5}]}"#.utf8))

    @Test(
        "an output can have every source of an exchange",
        arguments: [
            ("\"$response.body#/id\"", JSON.string("o1")), ("\"$response.header.Location\"", "/orders/42"),
            ("\"$.lines[0].item\"", .number(JSONNumber(5))), ("\"$response.status\"", .number(JSONNumber(201))),
            ("\"$request.body#/note\"", "n"),
            (#"{ "from": "$response.header.Location", "pattern": "/orders/([0-9]+)$" }"#, "42"),
        ] as [(String, JSON)])
    func reads(expression: String, value: JSON) throws {
        let step = try Self.step("{ \"v\": \(expression) }")
        let outputs = OutputReader.outputs(of: step, request: Self.request, response: Self.response)
        #expect(outputs.values == ["v": value])
        #expect(outputs.missing.isEmpty)
    }

    @Test(
        "a missing output is a finding",
        arguments: [
            "\"$response.body#/nope\"", "\"$response.header.ETag\"", "\"$.lines[7]\"",
            #"{ "from": "$response.header.Location", "pattern": "^(nope)" }"#,
        ])
    func missing(expression: String) throws {
        let step = try Self.step("{ \"v\": \(expression) }")
        let outputs = OutputReader.outputs(of: step, request: Self.request, response: Self.response)
        #expect(outputs.values.isEmpty)
        #expect(outputs.missing.map(\.finding.rule.id) == ["output.missing"])
    }
}
