/// What a contract can get wrong; each rule has an id that never changes.
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

    /// True where an element of an OpenAPI document that breaks the rule can't be judged; what breaks another rule can.
    var leavesOut: Bool {
        switch self {
        case .unreadable, .syntax, .notAContract, .version, .wrongType, .missingKey, .badValue, .path,
            .unresolvedReference, .referenceCycle, .schema, .unknownScheme, .extending, .jsonPath, .expression,
            .bodyFile, .unknownCase, .caseCycle, .unknownOperation, .unknownName, .unknownEntry, .duplicateOutput:
            true
        case .duplicateKey, .unknownKey, .empty, .duplicateID, .unknownFormat, .unsatisfiable, .example, .requestValue,
            .responseValue, .undocumented, .undocumentedStatus, .noAssertion, .ambiguousCases, .secret,
            .unusedComponent, .unpairedExample, .link:
            false
        }
    }
}

extension ContractRule {
    /// What is wrong, in a few words.
    package var title: String { text.title }
    /// Why it matters, and what exactly is looked at.
    package var explanation: String { text.explanation }
    /// What to do about it.
    package var advice: String { text.advice }

    private var text: (title: String, explanation: String, advice: String) {
        Self.texts[rawValue] ?? (rawValue, "", "")
    }

    /// Each rule's texts: the id and the title, then lines of explanation, then an arrow and the advice.
    private static let texts: [String: (title: String, explanation: String, advice: String)] = {
        var result: [String: (title: String, explanation: String, advice: String)] = [:]
        var id = ""
        for line in (ruleTextsOfForm + ruleTextsOfCases).split(separator: "\n") {
            if let advice = String(line).dropping("→ ") {
                result[id]?.advice = advice
            } else if line.hasPrefix("  ") {
                let own = String(line.drop { $0 == " " })
                let before = result[id]?.explanation ?? ""
                result[id]?.explanation = before.isEmpty ? own : "\(before) \(own)"
            } else if let colon = line.firstIndex(of: ":") {
                id = String(line[..<colon])
                result[id] = (String(line[colon...].dropFirst(2)), "", "")
            }
        }
        return result
    }()
}

/// The rules about the form of a contract.
private let ruleTextsOfForm = """
    contract.unreadable: The file can't be read
      It isn't there, it is a folder, or it may not be opened.
    → Look at the path and its permissions; paths are seen from the folder in which the command runs.
    contract.syntax: The file isn't JSON
      Contracts are JSON as RFC 8259 says, in UTF-8: no comments, no trailing commas, no byte order mark.
    → The caret is at the first character that no JSON text could have there.
    contract.not-a-contract: The file is JSON, but no contract
      A contract is an object with the key “contract”, the version of the format.
    → Start the file with { "contract": "1.0", or keep other JSON files out of the folder of contracts.
    contract.version: The format's version is unknown
      A reader that guesses what a newer format means would check the wrong thing.
    → Write "contract": "1.0", or use a newer accord.
    contract.duplicate-key: A key stands twice in one object
      RFC 8259 leaves open which one counts, and readers differ: two people would read two contracts.
    → Keep one of them.
    contract.unknown-key: A key means nothing here
      An unknown key is mostly a mistyped one, and what it should have said would never be checked.
    → Correct it; a key of your own starts with “x-” and is kept and ignored.
    contract.wrong-type: A value has another type than its key asks for
      Each key takes one kind of value; the reference of the format lists them.
    → Write the value as the reference shows.
    contract.missing-key: Something is left out that has no default
      Defaults do most of the work, but some keys must be there: what is asked and what is answered.
    → Add the key.
    contract.bad-value: A value isn't one of those that its key takes
      It has the right type, but it is out of its range, its pattern or its list.
    → Take one of the values that the message names.
    contract.empty: Something that should hold entries holds none
      Nothing can be checked without operations, answers and cases.
    → Add an entry, or take the empty one out.
    contract.duplicate-id: Two things have the same id
      Ids tell cases, operations, servers and headers apart in every report; so does a method with its path.
    → Give one of them another name, or make them one.
    contract.path: The path of an operation isn't a path template
      “{id}” is one segment and “{+path}” may hold slashes; each has a schema under “pathParameters”.
    → Correct the path, or the names under “pathParameters”.
    contract.unresolved-ref: A “$ref” leads nowhere
      It is a JSON Pointer into this file, “#/components/…”, or a file relative to it. Nothing is ever loaded
      from a network.
    → Take the name that the message suggests, or add what it refers to.
    contract.ref-cycle: A “$ref” leads back to itself
      Schemas may refer to themselves; a parameter, a header or a response that does so is never anything.
    → Break the circle.
    contract.extends: A contract that is extended can't be read
      “extends” names a contract relative to this file; what both say is joined key by key, and this file wins.
    → Look at the path, and at the file itself.
    contract.schema: A schema isn't one
      Schemas are JSON Schema 2020-12 with “format” asserted. An unknown keyword is a mistake, since it would
      never be checked.
    → Correct the keyword or its value.
    contract.unknown-format: A “format” has no known name
      Unknown formats are allowed by JSON Schema and check nothing; mostly such a name is mistyped. Those that JSON Schema
      and OpenAPI list are known, also where they only tell readers something, such as “password”.
    → Correct the name, say what is meant by “pattern”, or take it out.
    contract.unsatisfiable: No value satisfies two keywords of a schema
      A least that is more than the most, values of another type than the schema's, a required property that isn't
      allowed: JSON Schema lets them stand, nothing can be made of them, and whatever is sent breaks them.
    → Correct one of the two.
    contract.example: An example breaks the schema that it stands in
      Readers trust “default”, “example” and “examples” more than the schema beside them.
    → Correct whichever is wrong.
    contract.unpaired-example: An example has no partner
      Examples of one name over parameters, body and answers are one case. One that stands alone is tried with
      a request that is made, or answered by what is made.
    → Add an example of the same name where the message says.
    contract.link: A link can't be followed
      A link gives the values of an answer to parameters of another operation; only what an exchange has can be
      given.
    → Write a runtime expression, “$response.body#/id”, for a parameter that the operation documents.
    contract.unused-component: Nothing refers to a component
      It may be a leftover, or the place that should refer to it describes the same thing a second time.
    → Refer to it, or take it out.

    """

/// The rules about cases.
private let ruleTextsOfCases = """
    contract.jsonpath: An assertion's path isn't a JSONPath
      The keys of “asserts” are JSONPaths as RFC 9535 says; the message has the column of the mistake.
    → Start at “$”: “$.items[0].id”, “$[*].name”, “$.items[?@.price > 10]”.
    contract.expression: An output's expression can't be read
      A runtime expression names a part of the exchange, as in OpenAPI and Arazzo; a JSONPath looks into the
      response's body.
    → Write “$response.body#/id”, “$response.header.ETag”, “$request.query.x” or “$.items[0].id”.
    contract.body-file: A body's file can't be used
      Paths are relative to the contract and stay below its folder, so that a contract can be moved with its
      bodies and never reads what isn't its own.
    → Put the file below the contract, and name it from there.
    contract.request-value: A case asks with values that break their schemas
      Documentation and example contradict each other. Only a case for the server alone that is answered by a
      4xx may ask for something that isn't documented.
    → Correct the value or the schema; to test a refusal add "appliesTo": "server".
    contract.response-value: A case is answered with values that break their schemas
      A stub would answer something that the documentation rules out; or the body breaks the case's own
      “asserts”.
    → Correct the value, the schema or the assertion.
    contract.undocumented: A case names what its operation doesn't document
      A parameter, header, part or media type in a case is documented in the operation that the case belongs to.
    → Document it, or correct its name.
    contract.undocumented-status: A case is answered by a status that isn't documented
      Every answer that a server may give is described under “responses”. A case for the client alone may have
      another one: it shows what the client makes of it.
    → Add the status to “responses”.
    contract.no-assertion: Something in a case asserts nothing
      A case that can't fail hides what it was written for.
    → Say what is expected, or take it out.
    contract.unknown-case: “after” names a case that isn't there
      A case's id is its operation's, a slash, and its name; a row's ends in [0] or [label].
    → Take the id that the message suggests; “accord cases” lists them all.
    contract.case-cycle: A case waits for itself
      The cases in “after” come first, and what comes before them comes first of all.
    → Take one of the names out of “after”.
    contract.unknown-operation: A step names an operation that isn't there
      “operationId” is a key of “operations”.
    → Take the id that the message suggests.
    contract.unknown-name: “${…}” stands for nothing
      Known are row.x, given.x, outputs.x of the cases in “after”, env.NAME, run.id, and in “client” also
      response.body.
    → Correct the name; write “$${” for a literal “${”.
    contract.unknown-scheme: “security” asks for a scheme that isn't there
      Schemes are described under “components”, “securitySchemes”.
    → Describe it, or correct its name.
    contract.unknown-entry: The catalogues have no such entry
      Faults, groups of them and mutations of answers have the names that “accord cases” shows.
    → Take the name that the message suggests.
    contract.duplicate-output: An output is there twice along a flow
      A later value would replace an earlier one, and what a template stands for would depend on the order.
    → Give one of them another name.
    contract.ambiguous-cases: Two cases ask the same and get different answers
      A server can't tell them apart, nor can the mock: one of them must fail.
    → Name the states in “given”, or add "appliesTo": "client" to what no server does on demand.
    contract.secret: Something looks like a real secret
      A contract lies in a repository and is read by everybody. Secrets are known by the prefixes that their
      issuers give them and by the look of random text; and credentials that are accepted are secrets.
    → Revoke it, and write “${env.NAME}”. If it is no secret, say why in the case: "notSecret": { "ch_3Mm…": "an id" }.

    """
