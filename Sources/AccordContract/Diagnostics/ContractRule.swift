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

    /// Whether Accord ignores the elements of an OpenAPI document that violate this rule.
    package var leavesOut: Bool {
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
    /// The requirement that the rule checks, and the reason for the requirement.
    package var explanation: String { texts.explanation }
    /// Advice on how to correct the mistake.
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
                "not a contract", "A contract is an object whose key “contract” contains the version of the format.",
                "Start the file with { \"contract\": \"1.0\", or move other JSON files to a different folder.")
        case .version:
            Texts(
                "unsupported version",
                "The contract uses a newer version of the format than this version of Accord can read.",
                "Write \"contract\": \"1.0\", or update accord.")
        case .duplicateKey:
            Texts(
                "duplicate key",
                "RFC 8259 doesn't define which value of a duplicate key applies, and JSON parsers differ.",
                "Remove one of the two keys.")
        case .unknownKey:
            Texts(
                "unknown key", "The key is unknown. It is usually a misspelling, and Accord would ignore its value.",
                "Correct the key. If the key is an extension, start its name with “x-”.")
        case .wrongType:
            Texts(
                "wrong type", "Each key requires one type of value. docs/contract-format.md lists the types.",
                "Write a value of the required type.")
        case .missingKey:
            Texts("missing key", "The key is required and has no default.", "Add the key.")
        case .badValue:
            Texts(
                "invalid value",
                "The value has the correct type, but it is out of range, or isn't one of the permitted values.",
                "Write one of the values that the message lists.")
        case .empty:
            Texts(
                "empty list", "Without operations, responses or cases, Accord has nothing to check.",
                "Add an element, or remove the empty list or object.")
        case .duplicateID:
            Texts(
                "duplicate id", "Reports identify cases, operations, servers and header fields by their ids.",
                "Rename one of the two elements with the same id, or merge both elements.")
        case .path:
            Texts(
                "invalid path",
                "“{id}” matches one path segment, and “{+path}” may match slashes. "
                    + "“pathParameters” contains a schema for each parameter.",
                "Correct the path or the names under “pathParameters”.")
        case .unresolvedReference:
            Texts(
                "unresolved reference",
                "A “$ref” is a JSON Pointer such as “#/components/schemas/User”, or the relative path of a file. "
                    + "Accord loads nothing from a network.",
                "Use the name that the message suggests, or add the component.")
        case .referenceCycle:
            Texts("circular reference", "Only schemas can refer to themselves.", "Remove one “$ref” from the cycle.")
        case .extending:
            Texts(
                "unusable base contract",
                "“extends” is the relative path of another contract. Accord merges both files key by key. "
                    + "The file with “extends” has precedence.",
                "Correct the path in “extends”, or the file at that path.")
        case .schema:
            Texts(
                "invalid schema",
                "Schemas are JSON Schema 2020-12. Accord checks “format” and rejects unknown keywords.",
                "Correct the keyword or its value.")
        case .unknownFormat:
            Texts(
                "unknown format",
                "JSON Schema ignores unknown formats. The format is usually a misspelling. "
                    + "Accord knows the formats of JSON Schema and OpenAPI.",
                "Correct the name, use “pattern”, or remove “format”.")
        case .unsatisfiable:
            Texts(
                "contradictory keywords",
                "No value satisfies both keywords, so every value violates the schema.",
                "Correct one of the two keywords.")
        case .backtracking:
            Texts(
                "backtracking pattern",
                "The pattern contains an ambiguous repetition, which can match one text in many ways. "
                    + "Most engines need exponential time to reject a text with an ambiguous repetition. "
                    + "Accord's engine takes linear time.",
                "Use the pattern that the message suggests, or start each repeated part with a different character.")
        case .example:
            Texts(
                "invalid example",
                "A value in “default”, “example” or “examples” violates its schema. Developers rely on examples.",
                "Correct the example or the schema.")
        case .unpairedExample:
            Texts(
                "unpaired example",
                "Examples with the same name in parameters, bodies and responses become one case. "
                    + "If a parameter or body has no example with the name of the case, Accord generates its value.",
                "Add an example with the same name to the parameter, body or response that the message names.")
        case .link:
            Texts(
                "unusable link", "A link passes values from a response to the parameters of an operation.",
                "In the link, set a documented parameter to a runtime expression, such as “$response.body#/id”.")
        case .unusedComponent:
            Texts(
                "unused component", "Nothing in the contract refers to the component.",
                "Remove the component, or use it in an operation.")
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
                "unusable body file",
                "The path of a body file must be relative to the contract, and must stay in the contract's folder.",
                "Move the file into the contract's folder, and write its relative path.")
        case .requestValue:
            Texts(
                "invalid request value",
                "A value in a case's request violates its schema. "
                    + "Only a case with \"appliesTo\": \"server\" that expects a 4xx may send invalid values.",
                "Correct the value or the schema. "
                    + "To test that the server rejects the value, add \"appliesTo\": \"server\" to the case.")
        case .responseValue:
            Texts(
                "invalid response value",
                "A value in a case's response violates its schema or the case's own “asserts”.",
                "Correct the value, the schema or the assertion.")
        case .undocumented:
            Texts(
                "undocumented value",
                "A case contains a parameter, header field, part or media type that its operation doesn't document.",
                "Document the name in the operation, or correct the name in the case.")
        case .undocumentedStatus:
            Texts(
                "undocumented status",
                "“responses” must list each status code that a case expects. "
                    + "Only a case with \"appliesTo\": \"client\" may expect an undocumented status code.",
                "Add the status code to “responses”.")
        case .noAssertion:
            Texts(
                "missing assertion", "No test checks this key, so the key can't make the case fail.",
                "Add an expectation, or remove the key.")
        case .unknownCase:
            Texts(
                "unknown case",
                "The id of a case is the operation's id, a slash and the case's name. "
                    + "If the case is a row of “each”, the id ends with the row's index or label, such as “[0]”.",
                "Use the id that the message suggests. “accord cases” lists all ids.")
        case .caseCycle:
            Texts(
                "circular “after”", "The ids in “after” form a cycle: a case would run after itself.",
                "Remove one of the ids from “after”.")
        case .unknownOperation:
            Texts(
                "unknown operation", "“operationId” must be a key of “operations”.",
                "Use the id that the message suggests.")
        case .unknownName:
            Texts(
                "unknown name in “${…}”",
                "“${…}” can contain row.x, given.x, outputs.x of the cases in “after”, env.NAME, run.id, uuid and now. "
                    + "In “client”, “${…}” can also contain response.body.",
                "Correct the name. Write “$${” for a literal “${”.")
        case .unknownScheme:
            Texts(
                "unknown security scheme", "“securitySchemes” in “components” doesn't contain the security scheme.",
                "Add the security scheme, or correct its name.")
        case .unknownEntry:
            Texts(
                "unknown fault or mutation", "“accord cases” lists the names of faults, mutations and their groups.",
                "Use the name that the message suggests.")
        case .duplicateOutput:
            Texts(
                "duplicate output",
                "Two cases set the same output. The value of “${outputs.x}” would depend on the order of the cases.",
                "Rename one of the outputs.")
        case .ambiguousCases:
            Texts(
                "ambiguous cases",
                "Two cases have the same request and different responses. A server can't satisfy both.",
                "Write different states in “given” of the two cases. "
                    + "If a test can't cause one of the responses, add \"appliesTo\": \"client\" to its case.")
        case .secret:
            Texts(
                "possible secret",
                "Everyone with access to the repository can read the contract. "
                    + "Accord reports random text, text that starts like a known kind of secret, "
                    + "and literal credentials in a case that expects success.",
                "Revoke the secret and write “${env.NAME}”. "
                    + "If the value isn't secret, add \"notSecret\": { \"ch_3Mm…\": \"an id\" } with the reason.")
        }
    }
}
