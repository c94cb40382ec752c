// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordJSON
import ConformanceScore
import Testing

@Suite("Changes as openapi-diff expects them", .enabled("needs a public suite") { try Conformance.has("changes") })
struct OpenAPIDiffTests {
    /// The expectations that Accord doesn't agree with, and the reasons.
    private static let arguments: [String: String] = [
        "ContentDiffTest.testContentDiffWithOneEmptyMediaType": "A schema for a response narrows it.",
        "ApiResponseBCTest.decreased": "A response with an error status can disappear without breaking a client.",
        "HeaderBCTest.responseExplodeChanged": "A header field with one value has the same text with each style.",
        "HeaderBCTest.responseRequiredIncreased": "A client that does without the field accepts it, too.",
        "NumericRangeBCTest.requestExclusiveMaxSet": "exclusiveMaximum has no effect without maximum.",
        "OAuthFlowBCTest.refreshUrlChanged": "Accord doesn't compare the URLs of an authorization server.",
        "OAuthFlowBCTest.tokenUrlChanged": "Accord doesn't compare the URLs of an authorization server.",
        "ParameterBCTest.explodeChanged": "A parameter with one value has the same text with each style.",
        "ParametersBCTest.decreased": "A server ignores parameters that its document doesn't mention.",
        "SchemaBCTest.responseFormatDecreased": "Each response with the narrower format was valid before.",
        "SecuritySchemeBCTest.bearerFormatChanged": "bearerFormat is documentation.",
        "WriteOnlyBCTest.responseWriteOnlyIncreased":
            "The property is optional, so every earlier reader does without it.",
        "WriteOnlyBCTest.responseWriteOnlyRequiredDecreased": "A new property of a response breaks no reader.",
    ]

    @Test("agrees with the verdicts, or the table of arguments says why not")
    func verdicts() throws {
        let entries = try Conformance.document("changes/openapi-diff/expectations.json").root.elements
        var (agreed, argued) = (0, 0)
        for entry in entries {
            let name = entry["name"]?.string ?? ""
            let (old, new) = (entry["old"]?.string ?? "", entry["new"]?.string ?? "")
            guard let changes = ComparedFixture.changes("openapi-diff/\(old)", "openapi-diff/\(new)") else {
                print("DISAGREES \(name) can't be loaded")
                continue
            }
            let isBreaking = changes.contains { $0.impact >= .strict }
            let verdict = entry["verdict"]?.string ?? ""
            let isAgreed =
                switch verdict {
                case "unchanged", "no endpoint differs": !changes.contains { $0.impact >= .warning }
                case "compatible", "compatible or unchanged": !isBreaking
                case "incompatible": isBreaking || entry["rule_on_by_default"]?.bool == false
                default: !changes.isEmpty
                }
            if isAgreed {
                agreed += 1
            } else if Self.arguments[name] != nil {
                argued += 1
            } else {
                let shown = changes.map { "\($0.id)=\($0.impact)" }.prefix(6)
                print("DISAGREES \(name)\t\(old)\t\(new)\t\(verdict)\t\(shown)")
            }
        }
        #expect((agreed + argued) * 100 >= entries.count * 95)
        ConformanceScore.shared.add("changes: openapi-diff, agreed", passed: agreed, of: entries.count)
        ConformanceScore.shared.add(
            "changes: openapi-diff, agreed or argued", passed: agreed + argued, of: entries.count)
    }
}
