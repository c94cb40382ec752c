// SPDX-License-Identifier: Apache-2.0
/// The parts of responses that a client needs, for each operation: properties, header fields and status codes.
package struct ClientNeeds: Sendable {
    package struct Operation: Sendable {
        package let file: String
        package let id: String
        /// The tested properties, header fields and status codes, in the order in which cases tested them. Each element
        /// combines the results of all cases.
        package fileprivate(set) var parts: [Dependence]

        /// The tested properties, header fields and status codes, except for objects and lists whose inner values were
        /// tested, too.
        package var leaves: [Dependence] {
            var outer: Set<String> = []
            for part in parts where part.part == .body {
                var pointer = part.name[...]
                while let slash = pointer.lastIndex(of: "/") {
                    pointer = pointer[..<slash]
                    guard outer.insert("\(part.status) \(pointer)").inserted else { break }
                }
            }
            return parts.filter { $0.part != .body || !outer.contains("\($0.status) \($0.name)") }
        }

        /// The number of body properties that the client reads, and the number of body properties that were tested.
        package var properties: (read: Int, all: Int) {
            let all = leaves.filter { $0.part == .body }
            return (all.count { $0.use != .unread }, all.count)
        }

        /// Returns whether the client needs, reads or ignores a property, header field or status code. Returns `nil` if
        /// the run didn't test this.
        package func use(_ part: Dependence.Part, _ name: String, status: Int) -> Dependence.Use? {
            parts.first { $0.part == part && $0.status == status && $0.name == name }?.use
        }
    }

    package let operations: [Operation]

    package init(_ report: RunReport) {
        let tested = report.cases.filter { !$0.dependences.isEmpty }
        operations = tested.map { Operation(file: $0.file, id: $0.operation, parts: $0.dependences.merged) }
            .merging(by: { OperationKey($0.file, $0.id) }) { $0.parts = ($0.parts + $1.parts).merged }
    }

    /// A summary for reports, such as `reads 7 of 31 properties`. It is `nil` if no property was tested.
    package var summary: String? {
        let counts = operations.map(\.properties)
        let all = counts.reduce(0) { $0 + $1.all }
        guard all > 0 else { return nil }
        return "reads \(counts.reduce(0) { $0 + $1.read }) of \(all) \(all == 1 ? "property" : "properties")"
    }
}

extension [Dependence] {
    /// The dependences, in which all those on the same value are one.
    fileprivate var merged: [Dependence] {
        merging(by: { ["\($0.status)", $0.part.rawValue, $0.name] }) { $0.merge($1) }
    }
}
