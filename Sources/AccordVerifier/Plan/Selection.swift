// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The options by which a user selects and excludes cases.
package struct Selection: Sendable, Hashable {
    package struct Criteria: Sendable, Hashable {
        /// Texts that the id must contain. Letter case is ignored. `*` matches any characters.
        package var filters: [String] = []
        package var operations: [String] = []
        /// Complete ids such as `login/creates a token`. The name of the contract's file and a colon may precede the id.
        package var cases: [String] = []
        package var tags: [String] = []

        /// Returns for each option whether one of its values matches a case, or `nil` if the option isn't set.
        fileprivate func matches(_ testCase: Case) -> [Bool?] {
            [
                filters.isEmpty ? nil : filters.contains { Selection.matches($0, testCase.qualifiedID) },
                cases.isEmpty ? nil : cases.contains(testCase.id) || cases.contains(testCase.qualifiedID),
            ] + matches(testCase.operation, tags: testCase.tags)
        }

        /// Returns for each option about operations whether one of its values matches an operation, or `nil` if the
        /// option isn't set.
        fileprivate func matches(_ operation: Operation, tags others: [String] = []) -> [Bool?] {
            [
                operations.isEmpty ? nil : operations.contains(operation.id),
                tags.isEmpty ? nil : tags.contains { others.contains($0) || operation.tags.contains($0) },
            ]
        }
    }

    /// A case must match at least one value of each of these options that is set.
    package var included = Criteria()
    /// A case is excluded if it matches one value of these options.
    package var excluded = Criteria()

    package init() {}

    package var isEverything: Bool { self == Selection() }

    package func includes(_ testCase: Case) -> Bool {
        !excluded.matches(testCase).contains(true) && !included.matches(testCase).contains(false)
    }

    /// Returns whether the values of `--operation` and `--tag` select an operation.
    package func includes(_ operation: Operation) -> Bool {
        !excluded.matches(operation).contains(true) && !included.matches(operation).contains(false)
    }

    /// Returns whether the filters by operation and id can select derived cases of an operation.
    package func mayIncludeDerived(of operation: Operation) -> Bool {
        (included.operations.isEmpty || included.operations.contains(operation.id))
            && (included.cases.isEmpty || included.cases.contains { $0.contains("\(operation.id)~") })
    }

    /// Returns whether `operations` selects all cases of the operation with this id.
    package func includes(operation id: String) -> Bool {
        included.filters.isEmpty && included.cases.isEmpty && included.tags.isEmpty
            && (included.operations.isEmpty || included.operations.contains(id)) && !excluded.operations.contains(id)
    }

    /// Returns a message for each value that matches no case. The message suggests the most similar value.
    package func misses(in cases: [Case]) -> [String] {
        var misses: [String] = []
        func check(_ option: String, _ values: [String], _ known: [String], _ holds: ((String) -> Bool)? = nil) {
            for text in values where !(holds?(text) ?? known.contains(text)) {
                misses.append("--\(option) “\(text)” matches no case\(Suggestion.hint(for: text, in: known))")
            }
        }
        let ids = cases.flatMap { [$0.id, $0.qualifiedID] }
        let operations = cases.map(\.operation.id)
        let tags = cases.flatMap { $0.tags + $0.operation.tags }
        for (option, values) in [("filter", included.filters), ("exclude", excluded.filters)] {
            check(option, values, ids + operations) { text in cases.contains { Self.matches(text, $0.qualifiedID) } }
        }
        for (prefix, criteria) in [("", included), ("exclude-", excluded)] {
            check("\(prefix)operation", criteria.operations, operations)
            check("\(prefix)case", criteria.cases, ids)
            check("\(prefix)tag", criteria.tags, tags)
        }
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
