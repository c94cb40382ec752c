import AccordContract
import AccordCore

/// Tries an operation's cases in child processes: one after the other, and on in a new process where one dies.
struct IsolatedOperation {
    /// Runs the cases that a ``ClientCase`` carries in a child process; says how it ended, and what it wrote.
    typealias Child = (ClientCase) async -> (end: String?, standardError: [UInt8])

    /// So many cases that fail alone, too, tell that the others don’t fail because of those before them.
    private static let mostInVain = 3
    /// After so many cases in a row that hang, each for its whole deadline, the others would do so, too.
    private static let mostHanging = 5

    let id: String
    let contract: ClientContract

    /// The results of all the cases, by id.
    func results(of cases: [String], inChild: Child) async -> [String: CaseResult] {
        var results: [String: CaseResult] = [:]
        var rest = (cases + contract.probed(among: cases).map { NeedsProbe.id(of: $0) })[...]
        var vain = 0
        var hanging: [String] = []
        while !rest.isEmpty {
            if hanging.count >= Self.mostHanging {
                for id in rest where NeedsProbe.caseID(id) == nil { results[id] = contract.untried(id, after: hanging) }
                break
            }
            // What hangs does so again.
            rest = rest.filter { id in NeedsProbe.caseID(id).flatMap { results[$0] }?.hangs != true }[...]
            if rest.isEmpty { break }
            let (content, death) = await run(Array(rest), inChild)
            let earlier = content.ended.map(\.id)
            for (index, result) in content.ended.enumerated() {
                if let probed = NeedsProbe.caseID(result.id) {
                    results[probed]?.dependences = result.dependences
                    continue
                }
                if result.hangs { hanging.append(result.id) } else { hanging = [] }
                guard index > 0, result.mayComeOfOthers, vain < Self.mostInVain else {
                    results[result.id] = result
                    continue
                }
                let alone = await afterFailure(result, after: Array(earlier[..<index]), inChild)
                results[result.id] = alone
                if alone.status == .failed || alone.status == .blocked { vain += 1 }
            }
            rest = rest.dropFirst(content.ended.count + (content.inFlight == nil ? 0 : 1))
            // A client that crashes on a changed answer does so in a case of its own, too.
            if content.inFlight.flatMap(NeedsProbe.caseID) != nil { continue }
            if content.ended.last.flatMap({ NeedsProbe.caseID($0.id) }) != nil, content.inFlight == nil { continue }
            if let crashed = content.inFlight {
                results[crashed] = await afterCrash(of: crashed, death, after: earlier, inChild)
            } else if let last = content.ended.last, !content.isDone {
                let finding = death.lateFinding(
                    at: last.location, caseID: last.id, operation: id, after: Array(earlier.dropLast()))
                results[last.id] = last.failing(with: finding)
            } else if earlier.isEmpty {
                // It would be the same with every other.
                for id in rest where NeedsProbe.caseID(id) == nil {
                    results[id] = contract.result(of: id, death: death.earlyFinding)
                }
                break
            }
        }
        return results
    }

    /// Tries the case once more, alone, unless it was alone.
    private func afterCrash(
        of crashed: String, _ death: ChildDeath, after earlier: [String], _ inChild: Child
    ) async -> CaseResult {
        if earlier.isEmpty { return contract.result(of: crashed) { death.finding(at: $0, caseID: crashed) } }
        let (content, again) = await run([crashed], inChild)
        guard let result = content.ended.first else {
            return contract.result(of: crashed) { again.finding(at: $0, caseID: crashed) }
        }
        return result.failing(
            with: death.finding(at: result.location, caseID: crashed, operation: id, after: earlier))
    }

    /// Tries a case that failed once more, alone: what it does there counts.
    private func afterFailure(
        _ failed: CaseResult, after earlier: [String], _ inChild: Child
    ) async -> CaseResult {
        let (content, death) = await run([failed.id], inChild)
        guard var result = content.ended.first else {
            return contract.result(of: failed.id) { death.finding(at: $0, caseID: failed.id) }
        }
        guard result.status == .passed else { return result }
        result.findings.append(
            Finding(
                rule: .outcomeState, severity: .warning, blame: .client,
                "fails after other cases have been tried in its process, and holds alone", contract: result.location,
                place: .init(.outcome), actual: failed.findings.map(\.message).joined(separator: "\n"),
                advice: "Look for state that clients share, such as a static property. "
                    + "ACCORD_CASE='\(id)' swift test tries them all.",
                details: ChildDeath.listed(earlier)))
        return result
    }

    private func run(_ cases: [String], _ inChild: Child) async -> (content: ChildFile.Content, death: ChildDeath) {
        guard let file = try? ChildFile(toTry: cases) else {
            let text = "no file can be written to the temporary folder"
            return (ChildFile.Content(), ChildDeath(end: text, standardError: []))
        }
        defer { file.remove() }
        let (end, standardError) = await Watchdog.shared.awaitingChild {
            await inChild(ClientCase(childFile: file.path))
        }
        // An exit test gives nothing back of a process that ends as if it had succeeded.
        return (file.content, ChildDeath(end: end ?? ".exitCode(0)", standardError: standardError))
    }
}

/// How a child process is told to find out what a case's call depends on.
enum NeedsProbe {
    private static let prefix = "what is read by "

    static func id(of caseID: String) -> String { prefix + caseID }

    /// The case; nil for an id that is a case's own.
    static func caseID(_ id: String) -> String? {
        id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : nil
    }
}

extension CaseResult {
    /// True where the case failed, and others before it may be the cause; what hangs isn't waited for twice.
    fileprivate var mayComeOfOthers: Bool {
        (status == .failed || status == .blocked) && !hangs
    }

    fileprivate var hangs: Bool { findings.contains { $0.rule == .outcomeHang } }

    /// The same, failed by one more finding; a case that was given up keeps its reason.
    fileprivate func failing(with finding: Finding) -> CaseResult {
        var result = self
        if status == .passed || status == .failed || status == .notApplicable { result.status = .failed }
        result.findings.append(finding)
        result.assertions += 1
        return result
    }
}
