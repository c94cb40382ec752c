// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@testable import AccordContract
@testable import AccordCore

@Suite("Templates") struct SubstitutionTests {
    static let scope: Scope = {
        var scope = Scope(environment: { $0 == "HOST" ? "h" : nil })
        scope.row = ["n": 2]
        scope.outputs = ["id": 7, "etag": "\"1\""]
        scope.given = ["path": "a b"]
        scope.runID = "r1"
        scope.response = HTTPResponse(
            status: 200, headers: [HTTPField("Content-Type", "application/json")], body: Array(#"{"a":[1,"x"]}"#.utf8))
        return scope
    }()

    static let fillings: [(String, JSON)] = [
        (#""${outputs.id}""#, .number(JSONNumber(7))), (#""id-${outputs.id}""#, "id-7"), (#""${row.n}${row.n}""#, "22"),
        (#""$${outputs.id}""#, "${outputs.id}"), (#""$${""#, "${"), (#""${run.id}@${env.HOST}""#, "r1@h"),
        (#""${env.UNSET}""#, "UNSET"), (#""cost: $5""#, "cost: $5"), (#""""#, ""), ("1.50", 1.5),
        (#"["${given.path}", {"k": "${outputs.etag}"}]"#, ["a b", ["k": "\"1\""]]),
        (#""${response.body#/a/0}""#, 1), (#""${response.body}""#, ["a": [1, "x"]]),
    ]

    @Test("a template is replaced by its value, and keeps the type if it is the whole string", arguments: fillings)
    func fills(text: String, expected: JSON) throws {
        let document = try JSONDocument(parsing: text)
        #expect(try Self.scope.substitute(document.root) == expected)
    }

    @Test("an unset variable is blamed on the environment, an unknown name on the contract")
    func unset() throws {
        var scope = Self.scope
        scope.namesUnsetVariables = false
        let variable = try JSONDocument(parsing: #""${env.UNSET}""#)
        let error = #expect(throws: SubstitutionError.self) { try scope.substitute(variable.root) }
        #expect(error?.message == "the environment variable UNSET isn't set, or is empty")
        #expect(error?.finding.blame == .platform)
        let name = try JSONDocument(parsing: #""${outputs.none}""#)
        let unknown = #expect(throws: SubstitutionError.self) { try scope.substitute(name.root) }
        #expect(unknown?.finding.blame == .contract)
    }

    @Test(
        "an unknown name is an error that lists the known names",
        arguments: [
            (#""${outputs.idd}""#, "“${outputs.idd}” is unknown; known names in “outputs”: etag, id"),
            (#""${row.x}""#, "“${row.x}” is unknown; known names in “row”: n"),
            (#""${nonsense}""#, "“${nonsense}” is unknown"),
            (#""${given.x}""#, "“${given.x}” is unknown; known names in “given”: path"),
            (#""${outputs.id""#, "“${” without “}” in “${outputs.id”"),
            (#""${response.body#/b}""#, "the documented response body has no value at “#/b”"),
        ])
    func unknown(text: String, message: String) throws {
        let document = try JSONDocument(parsing: text, file: "c.json")
        let error = #expect(throws: SubstitutionError.self) { try Self.scope.substitute(document.root) }
        #expect(error?.message == message)
        #expect(error?.location?.file == "c.json")
    }

    @Test("an unset variable is an error in verify, and replaced by its name in client tests")
    func environment() throws {
        let document = try JSONDocument(parsing: #""${env.SECRET}""#)
        var scope = Self.scope
        #expect(try scope.substitute(document.root) == "SECRET")
        scope.namesUnsetVariables = false
        #expect(throws: SubstitutionError.self) { try scope.substitute(document.root) }
    }
}
