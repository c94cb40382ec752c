// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension Contract {
    /// Returns one line for each operation that no client calls, and for each property or header field that no client
    /// reads.
    package func unreadParts(_ reports: [RunReport]) -> [String] {
        let needs = reports.map { ClientNeeds($0) }
        let called = Set(reports.flatMap { $0.cases.map(\.operation) })
        return operations.flatMap { operation in
            let name = "\(operation.request.method) \(operation.request.path)"
            guard called.contains(operation.id) else { return ["\(name): no client calls the operation"] }
            let parts = needs.flatMap { $0.operations.filter { $0.id == operation.id }.flatMap(\.leaves) }
            return parts.filter { $0.part != .status }.compactMap { part -> String? in
                let isUnread = parts.allSatisfy { other in
                    other.use == .unread || other.status != part.status || other.part != part.part
                        || other.name != part.name
                }
                guard isUnread else { return nil }
                let shown = part.part == .header ? "header field \(part.name)" : part.name.isEmpty ? "body" : part.name
                return "\(name): no client reads \(part.status) \(shown)"
            }.distinct
        }
    }
}

extension RunReport {
    /// A shorter report. It contains only the client's requests, and the properties and header fields that the client
    /// reads.
    package var needsOnly: RunReport {
        var report = self
        report.cases = cases.compactMap { result in
            guard !result.dependences.isEmpty || result.origin == .documented else { return nil }
            var result = result
            result.findings = []
            result.duration = 0
            result.exchanges = result.origin == .documented ? Array(result.exchanges.prefix(1)) : []
            for index in result.exchanges.indices { result.exchanges[index].response = nil }
            return result
        }
        report.hints = []
        report.quotes = []
        report.coverage = []
        report.duration = 0
        return report
    }
}
