// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
public import Testing

/// One case of a contract, as an argument of a generated test.
public struct ClientCase: Sendable, Codable, Hashable, CustomTestStringConvertible {
    /// The id of the case, such as `login/creates a token` or `login~syntax.truncated-json`.
    public let id: String

    /// The path of the file that tells a child process which cases to run; `nil` for a case that runs in the test
    /// process.
    var childFile: String?

    init(id: String = "", childFile: String? = nil) { (self.id, self.childFile) = (id, childFile) }

    /// The id of the case, as test reports show it.
    public var testDescription: String { id }
}

/// The value of the environment variable `ACCORD_CASE`, which selects the cases to run. The test run fails if the value
/// matches no case, or if none of the selected cases runs.
final class CaseFilter: Sendable {
    static let shared = CaseFilter(ProcessInfo.processInfo.environment["ACCORD_CASE"])

    private let filter: String?
    private let seen = Locked((offered: [String](), admitted: 0, idle: [String](), ran: false))

    /// - Parameter exits: Whether the end of the process fails the run if no selected case ran.
    init(_ filter: String?, exits: Bool = true) {
        self.filter = filter?.isEmpty == true ? nil : filter
        if exits, self.filter != nil {
            atexit {
                guard let error = CaseFilter.shared.error else { return }
                FileHandle.standardError.write(Data("error: \(error)\n".utf8))
                _exit(1)
            }
        }
    }

    /// Whether `ACCORD_CASE` is set.
    var isSet: Bool { filter != nil }

    func offer(_ ids: [String]) {
        guard filter != nil else { return }
        seen.withLock { $0.offered += ids }
    }

    /// Returns whether the filter is the id of the case or of its operation, with or without the contract's name.
    func admits(_ testCase: Case) -> Bool {
        guard let filter else { return true }
        let isAdmitted = [testCase.id, testCase.qualifiedID, testCase.operation.id].contains(filter)
        if isAdmitted { seen.withLock { $0.admitted += 1 } }
        return isAdmitted
    }

    /// Records whether a selected case ran.
    func note(_ result: CaseResult) {
        guard filter != nil else { return }
        seen.withLock { seen in
            switch result.status {
            case .passed, .failed, .pending, .blocked: seen.ran = true
            case .skipped, .notApplicable:
                let line = "\(result.id): \(result.status.name)\(result.reason.map { ": \($0)" } ?? "")"
                if !seen.idle.contains(line) { seen.idle.append(line) }
            }
        }
    }

    /// The error if no selected case ran. It is `nil` if a case ran.
    var error: String? {
        let seen = seen.withLock { $0 }
        guard let filter, !seen.ran, !seen.offered.isEmpty else { return nil }
        if seen.admitted > 0 {
            let list = seen.idle.prefix(5).joined(separator: "\n  ")
            return "ACCORD_CASE=“\(filter)” selects no case that runs:\n  \(list)"
        }
        let list = Self.nearest(to: filter, in: seen.offered).joined(separator: "\n  ")
        return "ACCORD_CASE=“\(filter)” matches no case; did you mean one of these?\n  \(list)"
    }

    /// Returns the five most similar ids: first those that contain the filter, then those with the fewest edits.
    static func nearest(to filter: String, in offered: [String]) -> [String] {
        let matching = offered.filter { $0.contains(filter) }
        let others = Suggestion.ranked(by: filter, offered.filter { !$0.contains(filter) })
        return Array((matching + others).prefix(5))
    }
}
