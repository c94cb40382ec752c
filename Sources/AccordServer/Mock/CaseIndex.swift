import AccordContract
import AccordCore
import AccordJSON

/// Finds the cases that a request may be, by the values that they fix: a lookup for each set of places, not for each case.
struct CaseIndex: Sendable {
    /// A place in a request whose value a case fixes.
    enum Place: Hashable, Sendable {
        case path(String)
        case query(String)
        case header(String)
        case body
    }

    /// A value in one spelling. Two that are equal to the judge have equal keys; the judge has the last word.
    enum Key: Hashable, Sendable {
        case text(String)
        case number(JSONNumber)
        case json(JSON)

        init(_ text: String) {
            self = JSONNumber(text).map { .number($0) } ?? .text(text)
        }

        init?(_ value: JSON) {
            switch value {
            case .string(let text): self.init(text)
            case .number(let number): self = .number(number)
            case .bool(let value): self.init(value ? "true" : "false")
            case .null, .array, .object: return nil
            }
        }
    }

    private struct Group: Sendable {
        var places: [Place]
        var exchanges: [[Key]: [Int]] = [:]
    }

    private var groups: [Group] = []

    init(_ exchanges: [DocumentedExchange]) {
        var numbers: [[Place]: Int] = [:]
        for (number, exchange) in exchanges.enumerated() {
            let fixed = Self.fixed(by: exchange)
            let places = fixed.map(\.place)
            let group = numbers[places] ?? groups.count
            if group == groups.count {
                groups.append(Group(places: places))
                numbers[places] = group
            }
            groups[group].exchanges[fixed.map(\.key), default: []].append(number)
        }
    }

    /// The exchanges that a request may be, in ascending order.
    func candidates(_ request: inout RequestKeys) -> [Int] {
        var found: [Int] = []
        for group in groups {
            var keys: [Key] = []
            keys.reserveCapacity(group.places.count)
            for place in group.places {
                guard let key = request.key(place) else { break }
                keys.append(key)
            }
            guard keys.count == group.places.count, let exchanges = group.exchanges[keys] else { continue }
            found += exchanges
        }
        return groups.count > 1 ? found.sorted() : found
    }

    private static func fixed(by exchange: DocumentedExchange) -> [(place: Place, key: Key)] {
        let expected = exchange.expected
        var fixed: [(place: Place, key: Key)] = []
        func add(_ parameters: [ExpectedParameter], _ place: (String) -> Place) {
            for parameter in parameters {
                guard case .value(let value) = parameter.expectation, let key = Key(value),
                    parameter.parameter?.mediaType == nil
                else { continue }
                switch parameter.parameter?.style {
                case .simple, .form, nil: fixed.append((place(parameter.name), key))
                case .matrix, .label, .spaceDelimited, .pipeDelimited, .deepObject: continue
                }
            }
        }
        add(expected.pathParameters) { .path($0) }
        add(expected.query) { .query($0) }
        add(expected.headers.filter { !comparedByGrammar.contains($0.name.lowercased()) }) { .header($0.lowercased()) }
        if case .value(let body) = expected.body, expected.matching == .exact, case .json(let value) = body.content,
            body.mediaType.isJSON
        {
            fixed.append((.body, .json(value)))
        }
        return fixed
    }

    /// Headers in which other spellings mean the same: the judge alone compares them.
    private static let comparedByGrammar: Set<String> = [
        "content-type", "accept", "authorization", "proxy-authorization", "cache-control", "vary", "connection",
        "accept-encoding", "accept-language", "content-encoding", "te", "allow", "accept-ranges", "transfer-encoding",
        "pragma", "if-match", "if-none-match", "link", "accept-charset", "prefer", "via", "forwarded",
    ]
}

/// The values of a request at the places that cases fix, each read once.
struct RequestKeys {
    private let request: ParsedRequest
    private let pathValues: [String: String]
    private let readsForm: Bool
    private var body: CaseIndex.Key??

    init(_ request: ParsedRequest, _ match: RouteMatch) {
        self.request = request
        pathValues = match.pathValues
        readsForm = match.operation.queryEncoding == .form
    }

    mutating func key(_ place: CaseIndex.Place) -> CaseIndex.Key? {
        switch place {
        case .path(let name): return pathValues[name].map { CaseIndex.Key(Percent.decodeText($0)) }
        case .query(let name):
            // The first of the name.
            return request.query.first { decoded($0.name) == name }.map { CaseIndex.Key(decoded($0.value)) }
        case .header(let name):
            let lines = request.message.headers.values(name)
            guard !lines.isEmpty else { return nil }
            let text = lines.map { $0.trimmingSpaces }.joined(separator: ", ")
            return CaseIndex.Key(text)
        case .body:
            if let body { return body }
            let key = request.json.map { CaseIndex.Key.json($0) }
            body = .some(key)
            return key
        }
    }

    private func decoded(_ text: String) -> String { readsForm ? Form.decode(text) : Percent.decodeText(text) }
}

extension String {
    /// Without the spaces and tabs at both ends (RFC 9110 section 5.6.3).
    var trimmingSpaces: String {
        let bytes = utf8
        guard let first = bytes.first, let last = bytes.last,
            [0x20, 0x09].contains(first) || [0x20, 0x09].contains(last)
        else { return self }
        let trimmed = drop { $0 == " " || $0 == "\t" }
        guard let end = trimmed.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(trimmed[...end])
    }
}
