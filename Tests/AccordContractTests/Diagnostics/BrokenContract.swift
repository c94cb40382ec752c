// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

/// A contract with a mistake, and where it is: `▶` stands in front of the place.
struct BrokenContract: Sendable, CustomTestStringConvertible {
    var label: String
    var rule: ContractRule
    var text: String
    var files: [String: String] = [:]
    /// A part of the message or of the advice.
    var mentions: String = ""
    /// Places in other files, `Specs/bodies/a.json:1:9`.
    var otherPlaces: [String] = []

    var testDescription: String { label }

    /// The text without its marks, and their places, `3:14`.
    var unmarked: (text: String, places: [String]) {
        var text = ""
        var places: [String] = []
        var (line, column) = (1, 1)
        for scalar in self.text.unicodeScalars {
            if scalar == "▶" {
                places.append("\(line):\(column)")
                continue
            }
            text.unicodeScalars.append(scalar)
            if scalar == "\n" {
                (line, column) = (line + 1, 1)
            } else {
                column += 1
            }
        }
        return (text, places)
    }

    /// Holds the loader to the marks: these diagnostics and no others.
    func check(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
        let (text, places) = unmarked
        let result = Contracts.load(text, files: files)
        let diagnostics = result.diagnostics
        let found = diagnostics.map { "\($0.location) \($0.rule)" }
        let expected = places.map { "Specs/c.json:\($0)" } + otherPlaces
        #expect(found == expected.map { "\($0) \(rule.rawValue)" }, sourceLocation: sourceLocation)
        for diagnostic in diagnostics {
            let text = diagnostic.message + " " + (diagnostic.advice ?? "")
            #expect(text.contains(mentions), sourceLocation: sourceLocation)
            #expect(diagnostic.rendered.contains("^"), sourceLocation: sourceLocation)
        }
        let hasErrors = result.diagnostics.contains { $0.severity == .error }
        #expect((result.contract == nil) == hasErrors, sourceLocation: sourceLocation)
    }

    /// A mistake within the request, the responses or the cases of the operation `op`.
    static func operation(
        _ label: String, _ rule: ContractRule, mentions: String = "", components: String = "{}", top: String = "",
        files: [String: String] = [:], _ text: String
    ) -> BrokenContract {
        BrokenContract(
            label: label, rule: rule, text: Contracts.withOperation(text, components: components, top: top),
            files: files,
            mentions: mentions)
    }

    /// A mistake within the cases of an operation that has a bit of everything.
    static func cases(
        _ label: String, _ rule: ContractRule, mentions: String = "", files: [String: String] = [:], _ text: String
    ) -> BrokenContract {
        operation(label, rule, mentions: mentions, components: "{}", files: files, Contracts.rich(cases: text))
    }
}

extension Contracts {
    /// The inside of an operation with parameters, a body and several answers.
    static func rich(cases: String) -> String {
        """
        "request": {
          "method": "POST", "path": "/shops/{shop}",
          "pathParameters": { "shop": { "type": "string", "minLength": 1 } },
          "query": { "page": { "required": false, "schema": { "type": "integer", "minimum": 1 } } },
          "headers": { "Trace": { "required": false, "schema": { "type": "string" } } },
          "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string", "minLength": 1 } } }
        },
        "responses": {
          "200": {
            "description": "Fine.", "headers": { "Total": { "type": "integer" } },
            "body": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } }
          },
          "204": { "description": "Nothing.", "body": false },
          "400": { "description": "Refused." }
        },
        "cases": {
        \(cases)
        }
        """
    }
}
