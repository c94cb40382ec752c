import AccordContract
import AccordCore
import AccordJSON
import Foundation

/// The one case, or the few, that `ACCORD_CASE` asks for.
///
/// A filter that admits nothing fails the run: a suite that ran nothing must not look green.
final class CaseFilter: Sendable {
    static let shared = CaseFilter(ProcessInfo.processInfo.environment["ACCORD_CASE"])

    private let wanted: String?
    private let seen = Locked((offered: [String](), admitted: 0))

    init(_ wanted: String?) {
        self.wanted = wanted?.isEmpty == true ? nil : wanted
        if self.wanted != nil {
            atexit { CaseFilter.shared.failIfNothingRan() }
        }
    }

    /// True where only some cases are wanted.
    var isSelective: Bool { wanted != nil }

    func offer(_ ids: [String]) {
        guard wanted != nil else { return }
        seen.withLock { $0.offered += ids }
    }

    /// True for the id itself, with or without the contract's name in front, and for a whole operation.
    func admits(_ tried: Case) -> Bool {
        guard let wanted else { return true }
        let isAdmitted = [tried.id, tried.qualifiedID, tried.operation.id].contains(wanted)
        if isAdmitted { seen.withLock { $0.admitted += 1 } }
        return isAdmitted
    }

    private func failIfNothingRan() {
        let (offered, admitted) = seen.withLock { $0 }
        guard let wanted, admitted == 0, !offered.isEmpty else { return }
        let list = Self.nearest(to: wanted, in: offered).joined(separator: "\n  ")
        FileHandle.standardError.write(
            Data("error: ACCORD_CASE=“\(wanted)” names no case. Did you mean one of these?\n  \(list)\n".utf8))
        _exit(1)
    }

    /// The five ids that are nearest: those that hold what was wanted, then those with the fewest letters changed.
    static func nearest(to wanted: String, in offered: [String]) -> [String] {
        let holding = offered.filter { $0.contains(wanted) }
        let others = Suggestion.ranked(by: wanted, offered.filter { !$0.contains(wanted) })
        return Array((holding + others).prefix(5))
    }
}
