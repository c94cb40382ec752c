// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import AccordSchema
import ConformanceScore
import Foundation
import Testing

@Suite("Witnesses of changes", .enabled("needs a public suite") { try Conformance.has("changes") })
struct WitnessTests {
    /// The pairs of documents in a folder of the conformance data.
    private static func pairs(_ folder: String) throws -> [(old: String, new: String)] {
        switch folder {
        case "oasdiff":
            let entries = try Conformance.document("changes/oasdiff/expectations.json").root.elements
            return entries.map { ("oasdiff/\($0["base"]?.string ?? "")", "oasdiff/\($0["revision"]?.string ?? "")") }
        case "openapi-diff":
            let entries = try Conformance.document("changes/openapi-diff/expectations.json").root.elements
            return entries.map {
                ("openapi-diff/\($0["old"]?.string ?? "")", "openapi-diff/\($0["new"]?.string ?? "")")
            }
        default:
            let path = "histories/\(folder)"
            let names = try FileManager.default.contentsOfDirectory(atPath: Conformance.path("changes/\(path)"))
                .sorted()
            return names.filter { $0.contains("-old.") }.compactMap { old in
                names.first { $0.hasPrefix("\(old.prefix(2))-new.") }.map { ("\(path)/\(old)", "\(path)/\($0)") }
            }
        }
    }

    @Test(
        "contain the change: the document without this change judges the witness differently",
        arguments: ["oasdiff", "openapi-diff", "moby", "resend", "ynab"])
    func contained(_ folder: String) throws {
        var (checked, shown, known) = (0, 0, Set<String>())
        for (oldPath, newPath) in try Conformance.part(of: Self.pairs(folder), each: 20)
        where known.insert("\(oldPath) \(newPath)").inserted {
            guard let old = ComparedFixture.load(oldPath), let new = ComparedFixture.load(newPath) else { continue }
            let changes = ContractComparison.changes(old, new, today: ComparedFixture.today)
            for change in changes where change.impact >= .strict && change.alternative == nil && !change.isReversed {
                #expect(ChangeKind(id: change.id) != nil, "\(change.id)")
                guard let witness = change.witness, let reverted = Self.revert(change, new, old),
                    let schema = Self.schema(of: change, in: reverted)
                else { continue }
                checked += 1
                // Other changes may prevent that the document without this change accepts a request.
                let isShown =
                    if change.direction == .response {
                        !Witness(inner: schema, outer: schema, direction: .response).accepts(schema, witness)
                    } else {
                        Self.places(schema.validate(witness))
                            != Self.schema(of: change, in: new.contract).map {
                                Self.places($0.validate(witness))
                            }
                    }
                if isShown { shown += 1 }
                #expect(
                    isShown, "\(newPath) \(change.operation) \(change.id): \(change.sentence): \(change.proof() ?? "")")
            }
        }
        ConformanceScore.shared.add("changes: witnesses of \(folder) contain the change", passed: shown, of: checked)
    }

    /// The places and keywords of violations.
    private static func places(_ violations: [SchemaViolation]) -> [String] {
        violations.flatMap { violation in
            ["\(violation.instancePointer) \(violation.keyword) \(violation.missingProperties)"]
                + places(violation.causes)
        }
    }

    /// Returns the schema of the body that a change concerns.
    private static func schema(of change: Change, in contract: Contract) -> Schema? {
        let operation = contract.operations.first {
            $0.request.method == change.method && $0.request.path.description == change.path
        }
        let response = operation?.responses.first { $0.status == change.status }
        let content = (change.direction == .request ? operation?.request.body : response?.body)?.content ?? []
        guard change.part?.part == .body else { return nil }
        return (content.count == 1 ? content[0] : content.first { change.place.contains("(\($0.mediaType))") })?.schema
    }

    /// Returns the new document without one change, or `nil` if the test can't revert the change.
    private static func revert(_ change: Change, _ new: ComparedDocument, _ old: ComparedDocument) -> Contract? {
        guard let kind = ChangeKind(id: change.id), let before = change.old, let after = change.new,
            before.file == old.document.file, after.file == new.document.file,
            let from = try? JSONPointer(parsing: before.pointer), let place = try? JSONPointer(parsing: after.pointer),
            let former = old.document.root.value(at: from).map({ JSON($0) })
        else { return nil }
        var document = JSON(new.document.root)
        let keyword = from.tokens.last ?? ""
        /// Changes the list at a pointer.
        func edit(_ pointer: JSONPointer, _ change: (inout [JSON]) -> Void) -> Bool {
            guard var list = document.value(at: pointer)?.array else { return false }
            change(&list)
            return document.set(.array(list), at: pointer)
        }
        let isDone: Bool
        switch kind {
        case .enumValueRemoved, .oneOfRemoved, .anyOfRemoved: isDone = edit(place) { $0.append(former) }
        case .enumValueAdded, .oneOfAdded, .anyOfAdded: isDone = document.remove(at: place)
        case .becameRequired, .becameOptional, .newRequiredRequestProperty:
            guard let object = place.parent?.parent, let name = place.tokens.last,
                place.parent?.tokens.last == "properties"
            else { return nil }
            let list = object.appending("required")
            if kind == .becameOptional, document.value(at: list) == nil { _ = document.set(.array([]), at: list) }
            isDone = edit(list) { names in
                if kind == .becameOptional {
                    names.append(.string(name))
                } else {
                    names.removeAll { $0 == .string(name) }
                }
            }
        case .maxSet, .minSet, .maxLengthSet, .patternAdded, .becameEnum, .constAdded, .multipleOfSet, .maxItemsSet,
            .minItemsSet:
            isDone = document.remove(at: place)
        case .maxUnset, .minUnset, .maxLengthUnset, .patternRemoved, .enumRemoved, .constRemoved, .maxItemsUnset,
            .minItemsUnset:
            isDone = document.value(at: place)?.object != nil && document.set(former, at: place.appending(keyword))
        case .maxDecreased, .maxIncreased, .minDecreased, .minIncreased, .maxLengthDecreased, .maxLengthIncreased,
            .minLengthDecreased, .minLengthIncreased, .patternChanged, .constChanged, .maxItemsDecreased,
            .maxItemsIncreased, .minItemsDecreased, .minItemsIncreased, .typeChanged:
            isDone = keyword == place.tokens.last && document.set(former, at: place)
        default: return nil
        }
        guard isDone else { return nil }
        let name = "\(new.document.file).json"
        return ContractLoader.load(name, files: MemoryFiles([name: document.compact]), formats: .all()).contract
    }
}
