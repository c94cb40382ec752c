// SPDX-License-Identifier: Apache-2.0
/// A rule that a contract can violate. Its id never changes.
package enum ContractRule: String, Sendable, Hashable, CaseIterable {
    case unreadable = "contract.unreadable"
    case syntax = "contract.syntax"
    case notAContract = "contract.not-a-contract"
    case version = "contract.version"
    case duplicateKey = "contract.duplicate-key"
    case unknownKey = "contract.unknown-key"
    case wrongType = "contract.wrong-type"
    case missingKey = "contract.missing-key"
    case badValue = "contract.bad-value"
    case empty = "contract.empty"
    case duplicateID = "contract.duplicate-id"
    case path = "contract.path"
    case unresolvedReference = "contract.unresolved-ref"
    case referenceCycle = "contract.ref-cycle"
    case extending = "contract.extends"
    case schema = "contract.schema"
    case unknownFormat = "contract.unknown-format"
    case unsatisfiable = "contract.unsatisfiable"
    case backtracking = "contract.pattern"
    case example = "contract.example"
    case unpairedExample = "contract.unpaired-example"
    case link = "contract.link"
    case jsonPath = "contract.jsonpath"
    case expression = "contract.expression"
    case bodyFile = "contract.body-file"
    case requestValue = "contract.request-value"
    case responseValue = "contract.response-value"
    case undocumented = "contract.undocumented"
    case undocumentedStatus = "contract.undocumented-status"
    case noAssertion = "contract.no-assertion"
    case unknownCase = "contract.unknown-case"
    case caseCycle = "contract.case-cycle"
    case unknownOperation = "contract.unknown-operation"
    case unknownName = "contract.unknown-name"
    case unknownScheme = "contract.unknown-scheme"
    case unknownEntry = "contract.unknown-entry"
    case duplicateOutput = "contract.duplicate-output"
    case ambiguousCases = "contract.ambiguous-cases"
    case secret = "contract.secret"
    case unusedComponent = "contract.unused-component"

    /// Whether an element of an OpenAPI document that violates the rule is left out.
    var leavesOut: Bool {
        switch self {
        case .unreadable, .syntax, .notAContract, .version, .wrongType, .missingKey, .badValue, .path,
            .unresolvedReference, .referenceCycle, .schema, .unknownScheme, .extending, .jsonPath,
            .expression,
            .bodyFile, .unknownCase, .caseCycle, .unknownOperation, .unknownName, .unknownEntry,
            .duplicateOutput:
            true
        case .duplicateKey, .unknownKey, .empty, .duplicateID, .unknownFormat, .unsatisfiable, .example,
            .requestValue,
            .responseValue, .undocumented, .undocumentedStatus, .noAssertion, .ambiguousCases, .secret,
            .unusedComponent, .unpairedExample, .link, .backtracking:
            false
        }
    }
}

extension ContractRule {
    /// A short description of the mistake.
    package var title: String { texts.title }
    /// The condition that the rule checks, and the reason for the rule.
    package var explanation: String { texts.explanation }
    /// The way to correct the mistake.
    package var advice: String { texts.advice }

    private struct Texts {
        let title: String
        let explanation: String
        let advice: String

        init(_ title: String, _ explanation: String, _ advice: String) {
            self.title = title
            self.explanation = explanation
            self.advice = advice
        }
    }

    private var texts: Texts {
        switch self {
        case .unreadable:
            Texts(
                "unreadable file", "The file doesn't exist, is a folder, or can't be opened.",
                "Check the path and its permissions. Paths are relative to the current folder.")
        case .syntax:
            Texts(
                "invalid JSON",
                "Contracts are RFC 8259 JSON in UTF-8, without comments, trailing commas or a byte order mark.",
                "Correct the text at the caret.")
        case .notAContract:
            Texts(
                "not a contract", "A contract is an object with the key “contract”, the version of the format.",
                "Start the file with { \"contract\": \"1.0\", or move other JSON files to a different folder.")
        case .version:
            Texts(
                "unsupported version", "Accord can't read a newer version of the format.",
                "Write \"contract\": \"1.0\", or update accord.")
        case .duplicateKey:
            Texts(
                "duplicate key", "RFC 8259 doesn't define which of the two values counts, and readers differ.",
                "Keep one of them.")
        case .unknownKey:
            Texts(
                "unknown key", "An unknown key is usually misspelled, so that its value would never be checked.",
                "Correct the key. Keys that start with “x-” are ignored.")
        case .wrongType:
            Texts(
                "wrong type", "Each key requires one type of value. The reference of the format lists the types.",
                "Write a value of the type in the reference.")
        case .missingKey:
            Texts("missing key", "The key is required and has no default.", "Add the key.")
        case .badValue:
            Texts(
                "invalid value", "The value has the right type, but the wrong range, pattern or name.",
                "Write one of the values in the message.")
        case .empty:
            Texts(
                "empty list", "Without operations, responses and cases, there is nothing to check.",
                "Add an entry, or remove the empty list.")
        case .duplicateID:
            Texts(
                "duplicate id", "Reports identify cases, operations, servers and header fields by their ids.",
                "Rename one of the two, or merge the two.")
        case .path:
            Texts(
                "invalid path",
                "“{id}” is one segment, and “{+path}” may contain slashes. Each has a schema under “pathParameters”.",
                "Correct the path or the names under “pathParameters”.")
        case .unresolvedReference:
            Texts(
                "unresolved reference",
                "A “$ref” is a JSON Pointer into this file, “#/components/…”, or a relative file. Accord "
                    + "loads nothing from a network.", "Use the name in the message, or add the component.")
        case .referenceCycle:
            Texts("circular reference", "Only schemas can refer to themselves.", "Remove one of the references.")
        case .extending:
            Texts(
                "unusable base contract",
                "“extends” names a contract relative to this file. Both files are merged key by key, and this file "
                    + "has precedence.", "Check the path and the file.")
        case .schema:
            Texts(
                "invalid schema",
                "Schemas are JSON Schema 2020-12 with “format” assertions and without unknown keywords.",
                "Correct the keyword or its value.")
        case .unknownFormat:
            Texts(
                "unknown format",
                "JSON Schema ignores unknown formats, which are usually misspelled. The formats of JSON "
                    + "Schema and OpenAPI are known.", "Correct the name, use “pattern”, or remove “format”.")
        case .unsatisfiable:
            Texts(
                "contradictory keywords",
                "No value satisfies both keywords, so every value violates the schema.",
                "Correct one of the two.")
        case .backtracking:
            Texts(
                "backtracking pattern",
                "A repetition can match one text in many ways. Most engines then take exponential time for a text that "
                    + "doesn't match. Accord's engine takes linear time.",
                "Write the pattern in the message, or repeat parts that start with different characters.")
        case .example:
            Texts(
                "invalid example",
                "“default”, “example” or “examples” violate their own schema. Readers trust examples.",
                "Correct the example or the schema.")
        case .unpairedExample:
            Texts(
                "unpaired example",
                "Examples with the same name in parameters, bodies and responses become one case. Accord "
                    + "generates the values without an example.",
                "Add an example with the same name at the place in the message.")
        case .link:
            Texts(
                "unusable link", "A link passes values of a response to the parameters of an operation.",
                "Write a runtime expression, “$response.body#/id”, for a documented parameter.")
        case .unusedComponent:
            Texts("unused component", "Nothing refers to the component.", "Refer to the component, or remove it.")
        case .jsonPath:
            Texts(
                "invalid JSONPath",
                "The keys of “asserts” are RFC 9535 JSONPaths. The message contains the column of the mistake.",
                "Start with “$”: “$.items[0].id”, “$[*].name”, “$.items[?@.price > 10]”.")
        case .expression:
            Texts(
                "invalid expression",
                "An output is a runtime expression, as in OpenAPI and Arazzo, or a JSONPath into the response body.",
                "Write “$response.body#/id”, “$response.header.ETag”, “$request.query.x” or “$.items[0].id”.")
        case .bodyFile:
            Texts(
                "unusable body file", "The path must be relative to the contract and below the contract's folder.",
                "Move the file below the contract and use its relative path.")
        case .requestValue:
            Texts(
                "invalid request value",
                "A value in a case's request violates its schema. Only a server case that expects a 4xx may "
                    + "send invalid values.",
                "Correct the value or the schema. To test a refusal, add \"appliesTo\": \"server\".")
        case .responseValue:
            Texts(
                "invalid response value",
                "A value in a case's response violates its schema or the case's own “asserts”.",
                "Correct the value, the schema or the assertion.")
        case .undocumented:
            Texts(
                "undocumented value",
                "A case contains a parameter, header field, part or media type that its operation doesn't document.",
                "Document the value, or correct its name.")
        case .undocumentedStatus:
            Texts(
                "undocumented status",
                "“responses” describes each status code of a server. Cases for clients may use other status codes.",
                "Add the status code to “responses”.")
        case .noAssertion:
            Texts("missing assertion", "This part of the case can't fail.", "Add an expectation or remove the part.")
        case .unknownCase:
            Texts(
                "unknown case",
                "The id of a case is the operation's id, a slash and the case's name. The id of a row ends with [0] "
                    + "or [label].", "Use the id in the message. “accord cases” lists all ids.")
        case .caseCycle:
            Texts("circular “after”", "A case can't run after itself.", "Remove one of the ids from “after”.")
        case .unknownOperation:
            Texts("unknown operation", "“operationId” must be a key of “operations”.", "Use the id in the message.")
        case .unknownName:
            Texts(
                "unknown name in “${…}”",
                "Names are row.x, given.x, outputs.x of the cases in “after”, env.NAME and run.id, and "
                    + "response.body in “client”.", "Correct the name. Write “$${” for a literal “${”.")
        case .unknownScheme:
            Texts(
                "unknown security scheme", "“securitySchemes” in “components” describes the schemes.",
                "Add the scheme or correct its name.")
        case .unknownEntry:
            Texts(
                "unknown catalogue entry", "“accord cases” lists the names of faults, mutations and their groups.",
                "Use the name in the message.")
        case .duplicateOutput:
            Texts(
                "duplicate output", "The value of a template would depend on the order of the cases.",
                "Rename one of the outputs.")
        case .ambiguousCases:
            Texts(
                "ambiguous cases",
                "Two cases have the same request and different responses. A server can't satisfy both.",
                "Add states in “given”. If servers don't send one of the responses on demand, add "
                    + "\"appliesTo\": \"client\" to its case.")
        case .secret:
            Texts(
                "possible secret",
                "Everyone with access to the repository can read the contract. Known prefixes, random text and "
                    + "accepted credentials count as secrets.",
                "Revoke the secret and write “${env.NAME}”. If the value isn't secret, add "
                    + "\"notSecret\": { \"ch_3Mm…\": \"an id\" } with the reason.")
        }
    }
}
