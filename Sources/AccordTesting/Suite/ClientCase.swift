// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Foundation
public import Testing

/// One case of a contract, as an argument of a generated test.
public struct ClientCase: Sendable, Codable, Hashable, CustomTestStringConvertible {
    /// The id of the case, such as `login/creates a token` or `login~syntax.truncated-json`.
    public let id: String

    /// The path of the file that tells a child process which cases to run; `nil` for a case that runs in the test
    /// process.
    var childFile: String?

    init(id: String) {
        self.id = id
    }

    init(childFile: String) {
        id = ""
        self.childFile = childFile
    }

    /// The id of the case, as test reports show it.
    public var testDescription: String { id }
}

/// The value of the environment variable `ACCORD_CASE`, which selects the cases to run. A value that matches no case
/// fails the test run.
final class CaseFilter: Sendable {
    static let shared = CaseFilter(ProcessInfo.processInfo.environment["ACCORD_CASE"])

    private let filter: String?
    private let seen = Locked((offered: [String](), admitted: 0))

    init(_ filter: String?) {
        self.filter = filter?.isEmpty == true ? nil : filter
        if self.filter != nil {
            atexit { CaseFilter.shared.failIfNothingRan() }
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

    private func failIfNothingRan() {
        let (offered, admitted) = seen.withLock { $0 }
        guard let filter, admitted == 0, !offered.isEmpty else { return }
        let list = Self.nearest(to: filter, in: offered).joined(separator: "\n  ")
        FileHandle.standardError.write(
            Data("error: ACCORD_CASE=“\(filter)” matches no case; did you mean one of these?\n  \(list)\n".utf8))
        _exit(1)
    }

    /// Returns the five most similar ids: first those that contain the filter, then those with the fewest edits.
    static func nearest(to filter: String, in offered: [String]) -> [String] {
        let matching = offered.filter { $0.contains(filter) }
        let others = Suggestion.ranked(by: filter, offered.filter { !$0.contains(filter) })
        return Array((matching + others).prefix(5))
    }
}
