// SPDX-License-Identifier: Apache-2.0
/// The parts of responses that a client needs, for each operation: properties, header fields and status codes.
package struct ClientNeeds: Sendable {
    package struct Operation: Sendable {
        package let file: String
        package let id: String
        /// The tested properties, header fields and status codes, in the order in which cases tested them. Each element
        /// combines the results of all cases.
        package private(set) var parts: [Dependence]

        init(file: String, id: String) {
            self.file = file
            self.id = id
            parts = []
        }

        mutating func add(_ dependence: Dependence) {
            let known = parts.firstIndex {
                $0.status == dependence.status && $0.part == dependence.part && $0.name == dependence.name
            }
            guard let known else { return parts.append(dependence) }
            parts[known].merge(dependence)
        }

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
        var operations: [Operation] = []
        for result in report.cases where !result.dependences.isEmpty {
            var position = operations.firstIndex { $0.file == result.file && $0.id == result.operation }
            if position == nil {
                position = operations.count
                operations.append(Operation(file: result.file, id: result.operation))
            }
            for dependence in result.dependences { operations[position ?? 0].add(dependence) }
        }
        self.operations = operations
    }

    /// A summary for reports, such as `reads 7 of 31 properties`. It is `nil` if no property was tested.
    package var summary: String? {
        let counts = operations.map(\.properties)
        let all = counts.reduce(0) { $0 + $1.all }
        guard all > 0 else { return nil }
        return "reads \(counts.reduce(0) { $0 + $1.read }) of \(all) \(all == 1 ? "property" : "properties")"
    }
}
