// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The summary at the end of a test run: the numbers of cases and mistakes, who is at fault, and the paths of the
/// reports.
struct ClientSummary {
    private static let mostProblems = 10
    private static let mostLines = 40
    private static let mostCharacters = 200
    private static let mostFiles = 4

    let report: RunReport
    /// The path of `client.json`, or `nil` if this file couldn't be written.
    var file: String?
    /// The paths of the reports for readers, such as `client.html`, in order of importance.
    var rendered: [String] = []
    var hint: String?

    var text: String {
        let problems = report.problems()
        var lines = ["accord: \(counts)"]
        if !problems.isEmpty {
            lines.append("  \(problems.count.counted("mistake")), \(Self.blame(problems)):")
            for problem in problems.prefix(Self.mostProblems) {
                let first = problem.occurrences.first.map { report.cases[$0.result].id } ?? ""
                let others = problem.count > 1 ? " and \(problem.count - 1) more" : ""
                lines.append("  ✘ \(problem.finding.message)\(Self.cause(of: problem)) [\(problem.finding.rule)]")
                let place = problem.finding.contract.map { "\($0): " } ?? ""
                let harm = problem.finding.harm.map { ": \($0)" } ?? ""
                lines.append("    \(place)\(first)\(others)\(Self.operations(of: problem, in: report))\(harm)")
            }
            if problems.count > Self.mostProblems { lines.append("  and \(problems.count - Self.mostProblems) more") }
        }
        var end = report.extent?.lines.map { "  \($0)" } ?? []
        if let reads = ClientNeeds(report).summary {
            end.append("  in responses, the client \(reads); to list them, run “accord needs \(file ?? "")”")
        }
        end += [files, hint].compactMap(\.self).map { "  \($0)" }
        end = Array(end.suffix(Self.mostLines - lines.count))
        let remarks = remarks
        let space = Self.mostLines - lines.count - end.count
        lines += remarks.prefix(remarks.count > space ? max(0, space - 1) : space)
        if remarks.count > space, space > 0 { lines.append("  and \(remarks.count - space + 1) more in the report") }
        return (lines + end).map { Excerpt.cut($0, to: Self.mostCharacters - 1) }.joined(separator: "\n") + "\n"
    }

    /// A line for each warning and for each habit in a note, with the operations.
    private var remarks: [String] {
        let warnings = report.problems(.warning).map { problem in
            "  ! \(problem.finding.message)\(Self.cause(of: problem)) [\(problem.finding.rule)]: "
                + problem.operations.joined(upTo: 3)
        }
        let notes = report.problems(.note).flatMap { problem -> [String] in
            let rule = problem.finding.rule
            let notes = problem.occurrences.map { report.cases[$0.result] }.flatMap { result in
                result.findings.filter { $0.severity == .note && $0.rule == rule }.map {
                    ($0.message, result.operation)
                }
            }
            return notes.map(\.0).distinct.map { message in
                "  · \(message) [\(rule)]: \(notes.filter { $0.0 == message }.map(\.1).distinct.joined(upTo: 3))"
            }
        }
        return warnings + notes.distinct
    }

    /// Returns the error that a call threw: `: keyNotFound: Key 'id' not found …`.
    private static func cause(of problem: Problem) -> String {
        guard problem.finding.rule == .outcomeThrew, let error = problem.finding.actual?.lines.first else { return "" }
        return ": \(Excerpt.cut(error, to: mostCharacters / 2))"
    }

    /// Returns a list such as `, in 12 operations: login, fetchItems, addItem and 9 more`.
    private static func operations(of problem: Problem, in report: RunReport) -> String {
        let names = problem.occurrences.map { report.cases[$0.result].operation }.distinct
        return names.count > 1 ? ", in \(names.count) operations: \(names.joined(upTo: 3))" : ""
    }

    /// A list such as `Reports: Reports/client.html, client.md, client.junit.xml and more`.
    private var files: String? {
        let all = rendered + [file].compactMap { $0 }
        guard let first = all.first else { return nil }
        let others = all.dropFirst().prefix(Self.mostFiles - 1).map { String($0.split(separator: "/").last ?? "") }
        let listed = ([first] + others).joined(separator: ", ")
        return "Reports: \(listed)" + (all.count > Self.mostFiles ? " and more" : "")
    }

    /// A line such as `204 cases of 2 contracts: 200 passed, 4 failed`.
    private var counts: String {
        let states: [CaseResult.Status] = [.passed, .failed, .blocked, .pending, .skipped, .notApplicable]
        let counted = states.compactMap { status in
            let count = report.cases.count { $0.status == status }
            return count > 0 ? "\(count) \(status.name)" : nil
        }
        return "\(report.cases.count.counted("case")) of \(report.contracts.count.counted("contract")): "
            + counted.joined(separator: ", ")
    }

    /// Returns a phrase such as `2 the client’s, 1 the contract’s`.
    private static func blame(_ problems: [Problem]) -> String {
        Finding.Blame.inOrder.compactMap { party in
            let count = problems.count { $0.finding.blame == party }
            guard count > 0 else { return nil }
            return count == problems.count ? "the \(party.rawValue)’s" : "\(count) the \(party.rawValue)’s"
        }.joined(separator: ", ")
    }
}

extension Finding {
    /// What the mistake does to the people who use the client. It is `nil` if the client isn't at fault.
    fileprivate var harm: String? {
        guard blame == .client else { return nil }
        return switch rule {
        case .outcomeCrash: "the app crashes"
        case .outcomeHang: "the caller waits forever"
        case .outcomeReturned: "the caller takes a failure for a success"
        case .outcomeThrew: "the caller gets an error instead of the response"
        case .outcomeError: "the caller can't tell this failure from others"
        case .outcomeValue, .outcomeUnread: "the caller gets a wrong value"
        case .outcomeMixed, .outcomeState: "one call spoils another"
        case .outcomeCancelled, .outcomeLate, .outcomeLeak: "the call goes on after its cancellation"
        case .requestCountExtra: "the server does the work more than once"
        case .requestCountNone: "the server gets no request"
        default: isAboutRequest ? "the server gets a different request than the caller meant" : nil
        }
    }
}
