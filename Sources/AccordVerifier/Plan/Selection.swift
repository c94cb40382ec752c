// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The options by which a user selects cases. A case must match at least one value of each option that is set.
package struct Selection: Sendable, Hashable {
    /// Texts that the id must contain. Letter case is ignored. `*` matches any characters.
    package var filters: [String] = []
    package var operations: [String] = []
    /// Complete ids such as `login/creates a token`. The name of the contract's file and a colon may precede the id.
    package var cases: [String] = []
    package var tags: [String] = []
    /// The options by which a user excludes cases. A case is excluded if it matches one of their values.
    package var excluded: Exclusion = Exclusion()

    package struct Exclusion: Sendable, Hashable {
        package var filters: [String] = []
        package var operations: [String] = []
        package var cases: [String] = []
        package var tags: [String] = []

        package init() {}
    }

    package init() {}

    package var isEverything: Bool {
        filters.isEmpty && operations.isEmpty && cases.isEmpty && tags.isEmpty && excluded == Exclusion()
    }

    package func includes(_ testCase: Case) -> Bool {
        guard !excludes(testCase) else { return false }
        return (filters.isEmpty || filters.contains { Self.matches($0, testCase.qualifiedID) })
            && (operations.isEmpty || operations.contains(testCase.operation.id))
            && (cases.isEmpty || cases.contains(testCase.id) || cases.contains(testCase.qualifiedID))
            && (tags.isEmpty || tags.contains { testCase.tags.contains($0) || testCase.operation.tags.contains($0) })
    }

    /// Returns whether the values of `--operation` and `--tag` select an operation.
    package func includes(_ operation: Operation) -> Bool {
        (operations.isEmpty || operations.contains(operation.id)) && !excludes(operation)
            && (tags.isEmpty || tags.contains { operation.tags.contains($0) })
    }

    /// Returns whether the filters by operation and id can select derived cases of an operation.
    package func mayIncludeDerived(of operation: Operation) -> Bool {
        (operations.isEmpty || operations.contains(operation.id))
            && (cases.isEmpty || cases.contains { $0.contains("\(operation.id)~") })
    }

    /// Returns whether `operations` selects all cases of the operation with this id.
    package func includes(operation id: String) -> Bool {
        filters.isEmpty && cases.isEmpty && tags.isEmpty && (operations.isEmpty || operations.contains(id))
            && !excluded.operations.contains(id)
    }

    private func excludes(_ operation: Operation) -> Bool {
        excluded.operations.contains(operation.id) || excluded.tags.contains { operation.tags.contains($0) }
    }

    private func excludes(_ testCase: Case) -> Bool {
        excludes(testCase.operation) || excluded.tags.contains { testCase.tags.contains($0) }
            || excluded.cases.contains(testCase.id) || excluded.cases.contains(testCase.qualifiedID)
            || excluded.filters.contains { Self.matches($0, testCase.qualifiedID) }
    }

    /// Returns a message for each value that matches no case. The message suggests the most similar value.
    package func misses(in cases: [Case]) -> [String] {
        var misses: [String] = []
        func check(_ option: String, _ values: [String], _ known: [String], _ holds: ((String) -> Bool)? = nil) {
            for text in values where !(holds?(text) ?? known.contains(text)) {
                let meant = Suggestion.nearest(to: text, in: known).map { "; did you mean “\($0)”?" } ?? ""
                misses.append("--\(option) “\(text)” matches no case\(meant)")
            }
        }
        let ids = cases.flatMap { [$0.id, $0.qualifiedID] }
        let operations = cases.map(\.operation.id)
        let tags = cases.flatMap { $0.tags + $0.operation.tags }
        for (option, values) in [("filter", filters), ("exclude", excluded.filters)] {
            check(option, values, ids + operations) { text in cases.contains { Self.matches(text, $0.qualifiedID) } }
        }
        check("operation", self.operations, operations)
        check("case", self.cases, ids)
        check("tag", self.tags, tags)
        check("exclude-operation", excluded.operations, operations)
        check("exclude-case", excluded.cases, ids)
        check("exclude-tag", excluded.tags, tags)
        return misses
    }

    /// Returns whether a text contains a pattern, in which `*` stands for any characters.
    private static func matches(_ pattern: String, _ text: String) -> Bool {
        var remainingText = text.lowercased()[...]
        for part in pattern.lowercased().split(separator: "*") {
            guard let range = remainingText.firstRange(of: part) else { return false }
            remainingText = remainingText[range.upperBound...]
        }
        return true
    }
}
