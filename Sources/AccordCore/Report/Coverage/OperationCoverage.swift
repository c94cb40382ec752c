// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Identifies an operation among several contracts, by the contract's file and the operation's id.
package struct OperationKey: Hashable, Sendable {
    package let file: String
    package let operation: String

    package init(_ file: String, _ operation: String) {
        self.file = file
        self.operation = operation
    }
}

/// The coverage of an operation in a run: its documented elements, and the undocumented status codes of responses.
package struct OperationCoverage: Record, Sendable, Hashable {
    /// A documented element of an operation.
    package struct Element: Record, Sendable, Hashable {
        package enum Kind: String, RecordValue, Sendable, CaseIterable {
            /// A status code: `404`, `4XX`, `default`.
            case status
            /// A parameter: `query.limit`.
            case parameter
            /// A media type of the request: `application/json`.
            case requestMediaType
            /// A property of the request's body: `/items/*/price`.
            case requestProperty
            /// A media type of a response: `200 application/json`.
            case responseMediaType
            /// A property of a response's body: `200 /items/*/price`.
            case responseProperty
            /// A header field of a response: `200 ETag`.
            case responseHeader
        }

        package var kind: Kind
        package var name: String
        package var location: SourceLocation
        /// Whether the element occurred in a request or a response of the run.
        package var isShown: Bool

        package init(_ kind: Kind, _ name: String, at location: SourceLocation, isShown: Bool = false) {
            (self.kind, self.name, self.location, self.isShown) = (kind, name, location, isShown)
        }

        package static let shape = RecordShape<Self>(
            ("kind", \.kind), ("name", \.name), ("isShown", \.isShown), ("location", \.location)
        ) { Self($0, $1, at: $3, isShown: $2) }
    }

    package var file: String
    package var operation: String
    package var method: String
    package var path: String
    package var elements: [Element] = []
    /// The status codes of responses that the operation doesn't document, in ascending order.
    package var undocumentedStatuses: [Int] = []
    /// The tests that the run lacks for the operation, with the reasons.
    package var omissions: [Omission] = []

    /// Whether the operation documents a success, but no response was a success.
    package var lacksSuccess: Bool {
        let successes = elements.filter { $0.kind == .status && $0.name.hasPrefix("2") }
        return !successes.isEmpty && !successes.contains(where: \.isShown)
    }

    /// Adds the coverage of the same operation in a different shard or run.
    package mutating func formUnion(_ other: OperationCoverage) {
        elements = (elements + other.elements).merging(by: { [$0.kind.rawValue, $0.name] }) { element, other in
            element.isShown = element.isShown || other.isShown
        }
        undocumentedStatuses = Set(undocumentedStatuses + other.undocumentedStatuses).sorted()
        for omission in other.omissions where !omissions.contains(omission) { omissions.append(omission) }
    }

    package static let shape = RecordShape<Self>(
        ("file", \.file), ("operation", \.operation), ("method", \.method), ("path", \.path), ("elements", \.elements),
        ("undocumentedStatuses", \.undocumentedStatuses), ("omissions", \.omissions),
        make: Self.init(file:operation:method:path:elements:undocumentedStatuses:omissions:))
}

extension [OperationCoverage] {
    /// The number of covered elements, and the number of documented elements.
    package var totals: (shown: Int, documented: Int) {
        reduce((0, 0)) { ($0.0 + $1.elements.count(where: \.isShown), $0.1 + $1.elements.count) }
    }

    /// Returns the coverage with the tests that the run lacks for each operation.
    package func listing(_ omissions: [Omission]) -> [OperationCoverage] {
        let groups = Dictionary(grouping: omissions) { OperationKey($0.file, $0.operation) }
        return map { operation in
            var operation = operation
            operation.omissions = groups[OperationKey(operation.file, operation.operation)] ?? []
            return operation
        }
    }

    /// The percentage of covered elements, rounded down. It is 100 if no elements are documented.
    package var percentage: Int {
        let (shown, documented) = totals
        return documented == 0 ? 100 : shown * 100 / documented
    }

    /// Returns the combined coverage of several runs or shards.
    package static func merged(_ all: [[OperationCoverage]]) -> [OperationCoverage] {
        all.joined().merging(by: { OperationKey($0.file, $0.operation) }) { $0.formUnion($1) }
    }
}
