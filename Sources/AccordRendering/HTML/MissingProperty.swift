import AccordContract
import AccordCore
import AccordJSON

/// An error of a case, and the status of the answer that it was found with, if there was one.
struct ElementFailure {
    let finding: Finding
    let status: Int?
}

/// A property that a body lacks. The contract's place of such a finding is where the property is required, which is
/// elsewhere than where it is documented.
struct MissingProperty: Hashable {
    private let isSent: Bool
    /// As it is documented, `4XX`; nil where nobody knows.
    private let status: String?
    private let path: [String]

    init?(_ failure: ElementFailure, in coverage: OperationCoverage) {
        guard let place = failure.finding.place, place.part == .body, let name = place.missing,
            let owner = try? JSONPointer(parsing: place.name ?? "")
        else { return nil }
        isSent = failure.finding.blame == .client
        status = isSent ? nil : failure.status.flatMap { coverage.documentedStatus(of: $0) }
        path = owner.tokens + [name]
    }

    /// True of `200 /items/*/price`, where what lacks a price stands in a list of an answer of status 200.
    func isOf(_ element: OperationCoverage.Element) -> Bool {
        switch element.kind {
        case .requestProperty: guard isSent else { return false }
        case .responseProperty: guard !isSent else { return false }
        case .status, .parameter, .requestMediaType, .responseMediaType, .responseHeader: return false
        }
        guard let documented = element.path, documented.count == path.count else { return false }
        guard zip(documented, path).allSatisfy({ $0 == $1 || $0 == "*" && JSONPointer.arrayIndex($1) != nil }) else {
            return false
        }
        return status.map { element.name.hasPrefix("\($0) ") } ?? true
    }
}

extension OperationCoverage.Element {
    /// The tokens of the path in `200 /items/*/price`, which a media type may stand in front of.
    fileprivate var path: [String]? {
        let start =
            name.hasPrefix("/") ? name.startIndex : name.firstRange(of: " /").map { name.index(after: $0.lowerBound) }
        return start.flatMap { try? JSONPointer(parsing: String(name[$0...])).tokens }
    }
}

extension OperationCoverage {
    /// The name of what documents a status: `404`, else `4XX`, else `default`.
    fileprivate func documentedStatus(of status: Int) -> String? {
        let documented = elements.lazy.filter { $0.kind == .status }.map(\.name)
        return ["\(status)", "\(status / 100)XX", "default"].first(where: documented.contains)
    }
}
