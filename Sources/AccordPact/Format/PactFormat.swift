// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The format of pacts, versions 1 to 4 of the specification. Each interaction becomes a case.
package struct PactFormat: InputFormat, MessageFormat {
    package init() {}

    package var key: String { "pact" }

    package func recognizes(_ root: JSONValue) -> Bool { PactFile.isPact(root) }

    /// Translates a pact into a contract.
    ///
    /// - Note: A mistake makes the whole pact unusable, because ignoring an invalid matcher would accept wrong
    ///   messages.
    package func contract(
        _ document: JSONDocument, _ store: DocumentStore, extended: Set<String>, report: (Diagnostic) -> Void
    ) -> TranslatedContract? {
        var isUsable = true
        let file = PactFile(document.root) { rule, message, location in
            isUsable = false
            report(Diagnostic(.error, rule: rule.rawValue, message, at: location, advice: Self.advice(rule)))
        }
        guard let file, isUsable else { return nil }
        for interaction in file.interactions {
            guard case .unsupported(let type) = interaction.kind else { continue }
            report(
                Diagnostic(
                    .error, rule: ContractRule.badValue.rawValue,
                    "Accord can't verify interactions of the type “\(type)”: this interaction is ignored",
                    at: SourceLocation(interaction.value["type"] ?? interaction.value)))
        }
        return PactTranslation(file, document).contract()
    }

    package func rules(_ value: JSONValue, isRequest: Bool, report: (ContractRule, String, SourceLocation) -> Void) -> (
        any MessageRules
    )? {
        guard let version = value["specification"]?.string.flatMap({ PactVersion(parsing: $0) }) else {
            report(.version, "“pact” needs the key “specification” with a version from 1 to 4", SourceLocation(value))
            return nil
        }
        let contents = value["contents"]
        guard let message = contents ?? value["message"] else {
            report(.missingKey, "“pact” needs “message” or “contents”", SourceLocation(value))
            return nil
        }
        let kind: PactMessage.Kind = contents != nil ? .message : isRequest ? .request : .response
        return PactMessageReader.message(message, kind, version, report: report)
    }

    private static func advice(_ rule: ContractRule) -> String? {
        switch rule {
        case .version: "Accord reads versions 1 to 4 of the Pact specification."
        case .empty: "Run the consumer's tests, which write the interactions to the pact."
        default: "Correct the consumer's test, and run the test, which writes the pact."
        }
    }
}
