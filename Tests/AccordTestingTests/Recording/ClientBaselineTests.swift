// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

@Suite("A baseline of client tests") struct ClientBaselineTests {
    private static let noon = 1_780_000_000
    private let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path

    private func results(_ bugs: Set<WorkshopBug>) async throws -> [CaseResult] {
        await Workshop.contract(.smoke).results(of: "addSaw", with: WorkshopClient.bindings(bugs))
    }

    private func baseline(isWritten: Bool = false, days: Int = 0) throws -> ClientBaseline {
        try ClientBaseline(path, isWritten: isWritten, today: Self.noon + days * 86_400)
    }

    private func failed(_ results: [CaseResult]) -> [CaseResult] { results.filter { $0.status == .failed } }

    @Test("known findings pass, new ones fail, and fixed ones are named")
    func known() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let found = try await results([.forgetsContentType])
        #expect(!failed(found).isEmpty)
        let line = try baseline(isWritten: true).write(found)
        #expect(line?.hasPrefix("wrote ") == true, "\(line ?? "")")
        let later = try baseline()
        #expect(failed(found.map(later.applied)).isEmpty)
        #expect(found.map(later.applied).contains { $0.status == .pending })
        let more = try await results([.forgetsContentType, .wrongTokenScheme])
        let new = failed(more.map(later.applied)).flatMap(\.findings).filter { $0.severity == .error }
        #expect(!new.isEmpty && Set(new.map(\.place?.name)) == ["Authorization"], "\(new)")
        let fixed = failed(later.concluded(try await results([]).map(later.applied))).flatMap(\.findings)
        #expect(!fixed.isEmpty && fixed.allSatisfy { $0.rule == .baselineStale && $0.contract?.file == path })
        #expect(failed(found.map(try baseline(days: 31).applied)).count == failed(found).count)
    }

    @Test("a run that writes the file removes fixed findings and keeps the dates of known ones")
    func rewritten() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let found = try await results([.forgetsContentType, .wrongTokenScheme])
        _ = try baseline(isWritten: true).write(found)
        let next = try baseline(isWritten: true, days: 5)
        let remaining = try await results([.forgetsContentType]).map(next.applied)
        #expect(failed(remaining).isEmpty)
        _ = next.write(remaining)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("Content-Type") && !text.contains("Authorization"), "\(text)")
        #expect(try failed(await results([.forgetsContentType]).map(baseline(days: 29).applied)).isEmpty)
    }

    @Test("a known wrong path doesn't accept a different wrong path")
    func distinct() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        func result(_ sent: String, _ part: Finding.Place.Part) -> CaseResult {
            let location = SourceLocation(file: "a.json", line: 1, column: 1)
            let finding = Finding(
                rule: .requestPath, blame: .client, "another path", contract: location, place: .init(part),
                expected: "/saws", actual: sent)
            return CaseResult(
                id: "addSaw/works", file: "a.json", operation: "addSaw", origin: .documented, status: .failed,
                location: location, findings: [finding])
        }
        _ = try baseline(isWritten: true).write([result("/saw", .path)])
        #expect(try baseline().applied(to: result("/saw", .path)).status == .pending)
        #expect(try baseline().applied(to: result("/sawz", .path)).status == .failed)
        _ = try baseline(isWritten: true).write([result("12:01", .body)])
        #expect(try baseline().applied(to: result("12:02", .body)).status == .pending)
    }

    @Test(
        "a known mistake accepts no other ignored status, no loss of another property, and no other host",
        arguments: [
            (.outcomeReturned, .init(.outcome), "error.error-undocumented:500", "error.error-undocumented:404", false),
            (.outcomeReturned, .init(.outcome), "structure.drop-required:/id", "structure.drop-required:/name", false),
            (.outcomeReturned, .init(.outcome), "structure.drop-required:/0/id", "structure.drop-required:/1/id", true),
            (.outcomeValue, .init(.outcome, "/id"), "structure.drop-required:/id", "number.exact:/id", false),
            (.requestCountExtra, .init(.count), "error.error-undocumented:500", "error.error-undocumented:404", false),
            (.requestHost, .init(.host), "a.example", "b.example", false),
            (.outcomeCrash, .init(.outcome, "Client.swift:9"), "syntax.no-body", "syntax.invalid-json", true),
        ] as [(Rule, Finding.Place, String, String, Bool)])
    func distinct(rule: Rule, place: Finding.Place, known: String, other: String, isKnown: Bool) throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        func result(_ variation: String) -> CaseResult {
            let location = SourceLocation(file: "a.json", line: 1, column: 1)
            let finding = Finding(
                rule: rule, blame: .client, "wrong", contract: location, place: place, actual: variation)
            return CaseResult(
                id: "addSaw~\(variation)", file: "a.json", operation: "addSaw", origin: .derived, status: .failed,
                location: location, findings: [finding])
        }
        _ = try baseline(isWritten: true).write([result(known)])
        #expect(try baseline().applied(to: result(known)).status == .pending)
        #expect(try baseline().applied(to: result(other)).status == (isKnown ? .pending : .failed))
    }

    @Test(
        "a known missing value accepts no wrong value at the same place, and the reverse",
        arguments: [
            (.requestBodyValue, .init(.body, "/id"), "none", #""7""#),
            (.requestBodySchema, .init(.body, "", missing: "id"), "{}", #""7""#),
            (.requestBodyValue, .init(.body, "/tags/0/id"), #""7""#, "none"),
            (.outcomeValue, .init(.outcome, "/id"), "nothing", #""7""#),
            (.outcomeValue, .init(.outcome, "/id"), "null", #""7""#),
        ] as [(Rule, Finding.Place, String, String)])
    func absent(rule: Rule, place: Finding.Place, known: String, other: String) throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        func result(_ place: Finding.Place, _ actual: String) -> CaseResult {
            let location = SourceLocation(file: "a.json", line: 1, column: 1)
            let finding = Finding(
                rule: rule, blame: .client, "wrong", contract: location, place: place, expected: "7", actual: actual)
            return CaseResult(
                id: "addSaw/adds", file: "a.json", operation: "addSaw", origin: .documented, status: .failed,
                location: location, findings: [finding])
        }
        let wrong = Finding.Place(place.part, place.missing.map { "/\($0)" } ?? place.name)
        _ = try baseline(isWritten: true).write([result(place, known)])
        #expect(try baseline().applied(to: result(place, known)).status == .pending)
        #expect(try baseline().applied(to: result(wrong, other)).status == .failed)
    }

    @Test("a known mistake of an operation accepts none of another, although both share a component")
    func component() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        func result(_ operation: String) -> CaseResult {
            let location = SourceLocation(file: "a.json", line: 1, column: 1, pointer: "/components/responses/NotFound")
            let finding = Finding(
                rule: .outcomeReturned, blame: .client, "returned", contract: location, place: .init(.outcome))
            return CaseResult(
                id: "\(operation)~error.error-body-valid:404", file: "a.json", operation: operation, origin: .derived,
                status: .failed, location: location, findings: [finding])
        }
        _ = try baseline(isWritten: true).write([result("addSaw")])
        #expect(try baseline().applied(to: result("addSaw")).status == .pending)
        #expect(try baseline().applied(to: result("saw")).status == .failed)
        #expect(try baseline().concluded([result("saw")]).flatMap(\.findings).count == 1)
    }

    @Test("a missing or invalid file is an error that names it")
    func invalid() throws {
        #expect { try ClientBaseline(path, isWritten: false) } throws: {
            "\($0)".contains(path) && "\($0)".contains("ACCORD_BASELINE_WRITE=1")
        }
        try "{}".write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect { try ClientBaseline(path, isWritten: true) } throws: { "\($0)".contains("\(path):1:1: error") }
    }
}
