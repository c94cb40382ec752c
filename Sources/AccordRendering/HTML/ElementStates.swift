import AccordContract
import AccordCore

/// How the documented elements of one operation fared: its statuses, parameters, bodies and headers.
struct ElementStates {
    enum State: CaseIterable {
        case failed, passed, untried

        /// The class that gives it its colour.
        var kind: String {
            switch self {
            case .failed: "failed"
            case .passed: "passed"
            case .untried: "idle"
            }
        }

        var mark: String {
            switch self {
            case .failed: "✗"
            case .passed: "✓"
            case .untried: "–"
            }
        }

        var name: String {
            switch self {
            case .failed: "failed"
            case .passed: "passed"
            case .untried: "not tried"
            }
        }
    }

    /// A column of the matrix.
    enum Group: String, CaseIterable {
        case statuses = "Statuses"
        case parameters = "Parameters"
        case requestBodies = "Request body"
        case responses = "Response"

        init(_ kind: OperationCoverage.Element.Kind) {
            switch kind {
            case .status: self = .statuses
            case .parameter: self = .parameters
            case .requestMediaType, .requestProperty: self = .requestBodies
            case .responseHeader, .responseMediaType, .responseProperty: self = .responses
            }
        }
    }

    private let coverage: OperationCoverage
    private let states: [State]

    /// - Parameter failures: the errors of the cases of this operation.
    init(_ coverage: OperationCoverage, failures: [ElementFailure]) {
        self.coverage = coverage
        let statuses = Set(
            failures.lazy.map(\.finding).filter { $0.place?.part == .status }.compactMap(\.expected))
        let broken = Self.withAncestors(Set(failures.lazy.compactMap(\.finding.contract?.pointer)))
        let missing = Set(failures.compactMap { MissingProperty($0, in: coverage) })
        states = coverage.elements.map { element in
            if element.kind == .status, statuses.contains(element.name) { return .failed }
            if broken.contains(element.location.pointer) { return .failed }
            if missing.contains(where: { $0.isOf(element) }) { return .failed }
            return element.isShown ? .passed : .untried
        }
    }

    /// Pointers, and those to what is around them.
    private static func withAncestors(_ pointers: Set<String>) -> Set<String> {
        var all: Set<String> = []
        for pointer in pointers {
            var rest = pointer[...]
            while let slash = rest.lastIndex(of: "/"), all.insert(String(rest)).inserted { rest = rest[..<slash] }
        }
        return all
    }

    /// A table's cell: each status by its name, and of the others how many there are of each state.
    func cell(_ group: Group) -> TemplateFields {
        let own = zip(coverage.elements, states).filter { Group($0.0.kind) == group }
        var tokens: [(state: State, text: String)] = []
        switch group {
        case .statuses:
            tokens =
                own.map { ($0.1, $0.0.name) } + coverage.undocumentedStatuses.map { (.failed, "\($0) undocumented") }
        case .parameters, .requestBodies, .responses:
            tokens = State.allCases.compactMap { state in
                let count = own.count { $0.1 == state }
                return count > 0 ? (state, String(count)) : nil
            }
        }
        guard !tokens.isEmpty else { return ["kind": "none", "text": "none documented"] }
        return [
            "kind": tokens.contains { $0.state == .failed } ? "failed" : "mixed",
            "text": tokens.map { "\($0.text) \($0.state.name)" }.joined(separator: ", "),
            "tokens": tokens.map {
                ["kind": $0.state.kind, "text": "\($0.state.mark)\u{A0}\($0.text)"] as TemplateFields
            },
        ]
    }

    /// What no message of the run had, `status 503`; nil where there is none.
    var untried: TemplateFields? {
        let left = zip(coverage.elements, states).filter { $0.1 == .untried }.map(\.0)
        guard !left.isEmpty else { return nil }
        let names = left.prefix(Self.mostNamed).map { "\(Self.word($0.kind)) \($0.name)" }.joined(separator: ", ")
        let more = left.count > Self.mostNamed ? " and \(left.count - Self.mostNamed) more" : ""
        return ["operation": coverage.operation, "elements": names + more]
    }

    private static let mostNamed = 40

    private static func word(_ kind: OperationCoverage.Element.Kind) -> String {
        switch kind {
        case .status: "status"
        case .parameter: "parameter"
        case .requestMediaType: "request body"
        case .requestProperty: "request property"
        case .responseMediaType: "response body"
        case .responseProperty: "response property"
        case .responseHeader: "response header"
        }
    }
}
