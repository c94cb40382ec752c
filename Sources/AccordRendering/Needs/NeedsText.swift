import AccordCore

/// What a client needs, for a terminal.
package struct NeedsText {
    package let text: String

    package init(_ needs: ClientNeeds) {
        text = needs.operations.map { Self.lines(of: $0).joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private static func lines(of operation: ClientNeeds.Operation) -> [String] {
        let (read, all) = operation.properties
        var lines = [
            "\(operation.id) (\(operation.file)): reads \(read) of \(all) \(all == 1 ? "property" : "properties")"
        ]
        var statuses: [Int] = []
        for part in operation.parts where !statuses.contains(part.status) { statuses.append(part.status) }
        for status in statuses {
            let own = operation.parts.filter { $0.status == status }
            var words: [String] = []
            for use in [Dependence.Use.needed, .read, .unread] {
                let names = own.filter { $0.use == use && $0.part != .status }.map {
                    $0.part == .header ? "header \($0.name)" : $0.name.isEmpty ? "the whole body" : $0.name
                }
                if !names.isEmpty { words.append("\(word(use)) \(names.joined(separator: ", "))") }
            }
            if let told = operation.use(.status, "", status: status) {
                words.append(told == .unread ? "isn’t told from other failures" : "is told from other failures")
            }
            lines += words.map { "  \(status) \($0)" }
        }
        return lines
    }

    private static func word(_ use: Dependence.Use) -> String {
        switch use {
        case .needed: "needs"
        case .read: "reads"
        case .unread: "ignores"
        }
    }
}
