// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Whether each documented status code, parameter, body and header field of an operation passed or failed in a run.
struct ElementStates {
    /// The result of a documented element, such as a parameter. The worst result comes first.
    enum State: CaseIterable, Comparable {
        case failed, passed, untried

        /// The name and the mark of this result, and the CSS class that colors an element with this result.
        var label: (name: String, mark: String, kind: String) {
            switch self {
            case .failed: ("failed", "✗", "failed")
            case .passed: ("passed", "✓", "passed")
            case .untried: ("not tested", "–", "idle")
            }
        }

        /// The CSS class and the word for this result in the documentation.
        var proof: (kind: String, word: String) {
            switch self {
            case .failed: ("breaks", "failed")
            case .passed: ("holds", "verified")
            case .untried: ("untried", "not verified")
            }
        }
    }

    /// A column in the table of operations, such as the column for parameters.
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

    let coverage: OperationCoverage
    private let states: [State]

    /// Returns the results of the documented elements, one value for each operation.
    static func all(in report: RunReport) -> [ElementStates] {
        var failures: [OperationKey: [ElementFailure]] = [:]
        for result in report.cases where result.status == .failed {
            let status = result.exchanges.last?.response?.status
            failures[OperationKey(result.file, result.operation), default: []] +=
                result.findings.filter { $0.severity == .error }.map { ($0, status) }
        }
        return report.coverage.map { operation in
            ElementStates(operation, failures: failures[OperationKey(operation.file, operation.operation)] ?? [])
        }
    }

    /// - Parameter failures: the errors found in the operation's cases.
    private init(_ coverage: OperationCoverage, failures: [ElementFailure]) {
        self.coverage = coverage
        let statuses = Set(failures.lazy.map(\.finding).filter { $0.place?.part == .status }.compactMap(\.expected))
        let broken = Self.withAncestors(Set(failures.lazy.compactMap(\.finding.contract?.pointer)))
        let parts = failures.compactMap { BrokenPart($0, in: coverage) }
        states = coverage.elements.map { element in
            if parts.contains(where: { $0.isOf(element) }) { return .failed }
            if element.kind == .status, statuses.contains(element.name) { return .failed }
            // Check for failures first, because computing a pointer is slow and most operations have no failures.
            if !broken.isEmpty, broken.contains(element.location.pointer) { return .failed }
            return element.isShown ? .passed : .untried
        }
    }

    /// Returns JSON Pointers and their ancestors: for `/a/b/c`, also `/a/b` and `/a`.
    private static func withAncestors(_ pointers: Set<String>) -> Set<String> {
        var all: Set<String> = []
        for pointer in pointers {
            var ancestor = pointer[...]
            while let slash = ancestor.lastIndex(of: "/"), all.insert(String(ancestor)).inserted {
                ancestor = ancestor[..<slash]
            }
        }
        return all
    }

    /// The result of each status code, by documented name such as `4XX`. An undocumented status code counts as failed.
    var statuses: [String: State] {
        var all: [String: State] = [:]
        for (element, state) in zip(coverage.elements, states) where element.kind == .status {
            all[element.name] = state
        }
        for status in coverage.undocumentedStatuses { all[String(status)] = .failed }
        return all
    }

    /// Returns the values for a cell of the table. The cell lists status codes by name. For other elements, it shows
    /// how many passed, failed or weren't tested.
    func cell(_ group: Group) -> TemplateFields {
        let members = zip(coverage.elements, states).filter { Group($0.0.kind) == group }
        var tokens: [(state: State, text: String)] = []
        switch group {
        case .statuses:
            tokens =
                members.map { ($0.1, $0.0.name) }
                + coverage.undocumentedStatuses.map { (.failed, "\($0) undocumented") }
        case .parameters, .requestBodies, .responses:
            tokens = State.allCases.compactMap { state in
                let count = members.count { $0.1 == state }
                return count > 0 ? (state, String(count)) : nil
            }
        }
        return tokens.isEmpty ? ["kind": "none", "text": "none documented"] : Self.cell(tokens)
    }

    /// Returns the values for a cell that shows texts with their results.
    ///
    /// - Parameter untried: The name of the result `untried`.
    static func cell(
        _ tokens: [(state: State, text: String)], untried: String = State.untried.label.name
    ) -> TemplateFields {
        func name(_ state: State) -> String { state == .untried ? untried : state.label.name }
        return [
            "kind": tokens.contains { $0.state == .failed } ? "failed" : "mixed",
            "text": tokens.map { "\($0.text) \(name($0.state))" }.joined(separator: ", "),
            "tokens": tokens.map {
                ["kind": $0.state.label.kind, "text": "\($0.state.label.mark)\u{A0}\($0.text)"] as TemplateFields
            },
        ]
    }

    /// The documented elements that no case tested, such as `status 503`, or `nil` if all were tested.
    var untried: TemplateFields? {
        let left = zip(coverage.elements, states).filter { $0.1 == .untried }.map(\.0)
        guard !left.isEmpty else { return nil }
        let names = left.map { "\(Self.word($0.kind)) \($0.name)" }
        return ["operation": coverage.operation, "elements": names.joined(upTo: Self.mostNamed)]
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

/// An error in a case, with the status code of the case's last response.
private typealias ElementFailure = (finding: Finding, status: Int?)

/// A wrong value or header field in a response, or a property that is missing in a request or response. The contract
/// location isn't enough to find the failed element: several operations can share a schema, and the finding of a missing
/// property refers to `required`, not to the property.
private struct BrokenPart {
    /// The name under which the contract documents the status code, such as `4XX`, or `nil` for a request.
    private let status: String?
    private let part: Finding.Place.Part
    /// The lowercased name of the header field, or the JSON Pointer of the value in the body.
    private let name: String?
    /// The tokens of the JSON Pointer to the value in the body; empty for a header field.
    private let path: [String]

    init?(_ failure: ElementFailure, in coverage: OperationCoverage) {
        let finding = failure.finding
        guard let place = finding.place, [.body, .header].contains(place.part) else { return nil }
        if finding.blame == .client {
            guard place.part == .body, place.missing != nil else { return nil }
            status = nil
        } else {
            guard !finding.isAboutRequest, let code = failure.status, let status = coverage.documentedStatus(of: code)
            else { return nil }
            self.status = status
        }
        part = place.part
        name = place.name?.lowercased()
        let owner = (try? JSONPointer(parsing: place.name ?? ""))?.tokens ?? []
        path = part == .body ? owner + [place.missing].compactMap(\.self) : []
    }

    /// Returns whether a documented element is this part, or contains it.
    func isOf(_ element: OperationCoverage.Element) -> Bool {
        guard let status else {
            guard element.kind == .requestProperty, let documented = element.path else { return false }
            return documented.count == path.count && documented.covers(path)
        }
        guard element.kind != .status else { return element.name == status }
        guard element.name.hasPrefix("\(status) ") else { return false }
        switch element.kind {
        case .status, .parameter, .requestMediaType, .requestProperty: return false
        case .responseHeader: return part == .header && element.name.lowercased() == "\(status) \(name ?? "")"
        case .responseMediaType: return part == .body
        case .responseProperty:
            guard part == .body, let documented = element.path, documented.count <= path.count else { return false }
            return documented.covers(path.prefix(documented.count))
        }
    }
}

extension [String] {
    /// Whether a JSON Pointer has the same tokens as this array. A `*` in this array stands for any array index.
    fileprivate func covers(_ tokens: some Sequence<String>) -> Bool {
        zip(self, tokens).allSatisfy { $0 == $1 || $0 == "*" && JSONPointer.arrayIndex($1) != nil }
    }
}

extension OperationCoverage.Element {
    /// The tokens of the path in the element's name, such as `items`, `*` and `price` for `200 /items/*/price`. A media
    /// type may precede the path.
    fileprivate var path: [String]? {
        let start =
            name.hasPrefix("/") ? name.startIndex : name.firstRange(of: " /").map { name.index(after: $0.lowerBound) }
        return start.flatMap { try? JSONPointer(parsing: String(name[$0...])).tokens }
    }
}

extension OperationCoverage {
    /// Returns the documented name for a status code: `404`, `4XX` or `default`.
    fileprivate func documentedStatus(of status: Int) -> String? {
        let documented = elements.lazy.filter { $0.kind == .status }.map(\.name)
        return ["\(status)", "\(status / 100)XX", "default"].first(where: documented.contains)
    }
}
