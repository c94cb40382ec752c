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
    package var leavesOut: Bool { texts.leavesOut }
}

extension ContractRule {
    /// A short description of the mistake.
    package var title: String { texts.title }
    /// The requirement that the rule checks, and the reason for the requirement.
    package var explanation: String { texts.explanation }
    /// Advice on how to correct the mistake.
    package var advice: String { texts.advice }

    struct Texts {
        let title: String
        let explanation: String
        let advice: String
        let leavesOut: Bool
    }
}
