// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The extent of a run: the number of cases that ran, and the cases and kinds of tests that didn't run.
package struct RunExtent: Record, Sendable, Hashable {
    /// Counts the responses to the valid requests that Accord generated for an operation.
    package struct Generated: Record, Sendable, Hashable {
        package var file: String
        package var operation: String
        package var sent: Int = 0
        package var succeeded: Int = 0
        /// For each status code, the number of responses.
        package var statuses: [Int: Int] = [:]

        package init(file: String, operation: String) {
            self.file = file
            self.operation = operation
        }

        package mutating func add(_ status: Int, count: Int = 1) {
            sent += count
            if (200...399).contains(status) { succeeded += count }
            statuses[status, default: 0] += count
        }

        fileprivate struct Count: Record {
            let status: Int
            let count: Int
            static let shape = RecordShape<Self>(
                ("status", \.status), ("count", \.count), make: Self.init(status:count:))
        }

        package static let shape = RecordShape<Self>(
            ("file", \.file), ("operation", \.operation), ("sent", \.sent), ("succeeded", \.succeeded),
            ("statuses", \.counts)
        ) { file, operation, _, _, counts in
            counts.reduce(into: Self(file: file, operation: operation)) { $0.add($1.status, count: $1.count) }
        }

        private var counts: [Count] {
            statuses.sorted { $0.key < $1.key }.map { Count(status: $0.key, count: $0.value) }
        }
    }

    /// The number of cases that ran.
    package var asked: Int
    package var unasked: [Omission]
    package var generated: [Generated]

    package init(asked: Int, unasked: [Omission] = [], generated: [Generated] = []) {
        (self.asked, self.unasked, self.generated) = (asked, unasked, generated)
    }

    /// The proportion of tests that ran, from 0 to 1: `asked` divided by the sum of `asked` and the number of
    /// `unasked`.
    package var share: Double {
        let all = asked + unasked.count
        return all == 0 ? 0 : Double(asked) / Double(all)
    }

    /// Counts the cases that ran. Adds each case that didn't run to the tests in `unasked`.
    package init(_ cases: [CaseResult], unasked: [Omission], generated: [Generated]) {
        var ranCount = 0
        var left = unasked
        for result in cases {
            switch result.status {
            case .passed, .failed, .pending: ranCount += 1
            case .skipped, .blocked:
                left.append(
                    Omission(
                        file: result.file, operation: result.operation, what: result.id, reason: result.reason ?? ""))
            case .notApplicable: break
            }
        }
        self.init(asked: ranCount, unasked: left, generated: generated)
    }

    package static let shape = RecordShape<Self>(
        ("asked", \.asked), ("unasked", \.unasked), ("generated", \.generated),
        make: Self.init(asked:unasked:generated:))

    // MARK: Joining

    /// Combines the extents of several shards or runs. Returns `nil` if the array is empty.
    package static func merged(_ parts: [RunExtent]) -> RunExtent? {
        guard !parts.isEmpty else { return nil }
        let key = { (generated: Generated) in OperationKey(generated.file, generated.operation) }
        let generated = parts.flatMap(\.generated).merging(by: key) { responses, others in
            for (status, count) in others.statuses { responses.add(status, count: count) }
        }
        return RunExtent(
            asked: parts.reduce(0) { $0 + $1.asked }, unasked: parts.flatMap(\.unasked).distinct, generated: generated)
    }

    // MARK: Words

    private static let longestListed = 20
    private static let longestNamed = 5

    /// A heading such as `not tested: 3 of 40 possible checks (92 % tested)`, or `nil` if every case ran.
    package var heading: String? {
        guard !unasked.isEmpty else { return nil }
        let percent = Int((share * 100).rounded(.down))
        let all = asked + unasked.count
        return "not tested: \(unasked.count) of \(all) possible \(all == 1 ? "check" : "checks") (\(percent) % tested)"
    }

    /// A line for each reason why tests didn't run, with the names of these tests.
    package var unaskedLines: [String] {
        let reasons = reasons
        let hiddenCount = reasons.count - Self.longestListed
        return reasons.prefix(Self.longestListed) + (hiddenCount > 0 ? ["… and \(hiddenCount) more"] : [])
    }

    /// The number of successful generated requests, in one line for each operation. If there are many operations, a
    /// single line contains the total.
    package var generatedLines: [String] {
        guard generated.count > Self.longestNamed else { return generated.map(\.line) }
        let (succeeded, sent) = generated.reduce((0, 0)) { ($0.0 + $1.succeeded, $0.1 + $1.sent) }
        return ["\(generated.count) operations: \(succeeded) of \(sent) fuzz-generated requests got a success status"]
    }

    /// The heading, the reasons why tests didn't run, and the numbers of successful generated requests.
    package var lines: [String] { (heading.map { [$0] } ?? []) + unaskedLines.map { "  \($0)" } + generatedLines }

    /// Returns words for a group of requests: `invalid requests` for `refuse`, `method PATCH` for `refuse.method:PATCH`.
    private static func words(_ what: String) -> String {
        switch what {
        case "fuzz": return "generated requests"
        case "refuse": return "invalid requests"
        default:
            let method = "refuse.method:"
            return what.hasPrefix(method) ? "method \(what.dropFirst(method.count))" : what
        }
    }

    private var reasons: [String] {
        let groups = unasked.map { part in
            let isWhole = part.operation.isEmpty || ["/", "~"].contains { part.what.hasPrefix(part.operation + $0) }
            let name = isWhole ? part.what : "\(part.operation) (\(Self.words(part.what)))"
            return (reason: part.reason, names: [name])
        }
        return groups.merging(by: { $0.reason }) { $0.names += $1.names }.map { reason, names in
            "\(names.joined(upTo: Self.longestNamed)): \(reason)"
        }
    }
}

extension RunExtent.Generated {
    /// A line for reports about the generated requests: `getNote: 12 of 60 fuzz-generated requests got a success status (404:
    /// 48)`.
    package var line: String {
        let others = statuses.filter { !(200...399).contains($0.key) }.sorted { $0.key < $1.key }
        let list = others.isEmpty ? "" : " (\(others.map { "\($0.key): \($0.value)" }.joined(separator: ", ")))"
        return "\(operation): \(succeeded) of \(sent) fuzz-generated requests got a success status\(list)"
    }

    /// The most frequent status code if no generated request of the operation succeeded, or `nil` otherwise.
    package var onlyFailure: Int? {
        guard sent > 0, succeeded == 0 else { return nil }
        return statuses.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}

extension Omission: Record {
    package static let shape = RecordShape<Self>(
        ("file", \.file), ("operation", \.operation), ("what", \.what), ("reason", \.reason),
        make: Self.init(file:operation:what:reason:))
}
