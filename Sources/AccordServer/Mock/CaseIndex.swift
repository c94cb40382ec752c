// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A request whose path, query parameters and JSON body are parsed only once.
final class ParsedRequest {
    let message: HTTPRequest
    /// The percent-encoded path, or `/` if the URL has none.
    let path: String
    /// The percent-encoded query parameters.
    let query: [RawItem]
    /// The body as JSON, or `nil` if it isn't JSON.
    private(set) lazy var json: JSON? = message.jsonBody

    init(_ message: HTTPRequest) {
        self.message = message
        let url = URIReference(message.url)
        path = url.path.isEmpty ? "/" : url.path
        query = RawItem.split(url.query ?? "")
    }

    func with(method: String) -> ParsedRequest {
        var message = message
        message.method = method
        return ParsedRequest(message)
    }
}

/// Finds the cases that may match a request, by the values that the cases require.
///
/// Cases that require the same parameters, such as the same query parameters, form a group. A lookup takes one step for
/// each group, not for each case.
struct CaseIndex: Sendable {
    /// Where a request has a value: in a parameter or in its body.
    enum Place: Hashable, Sendable {
        case path(String)
        case query(String)
        case header(String)
        case body
    }

    /// A normalized value. Values that the judge considers equal have equal keys, but different values may have equal
    /// keys, too.
    enum Key: Hashable, Sendable {
        case text(String)
        case number(JSONNumber)
        case json(JSON)

        init(_ text: String) { self = JSONNumber(text).map { .number($0) } ?? .text(text) }

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

    /// Returns the indices of the steps of cases that may match a request, in ascending order.
    func candidates(_ request: ParsedRequest, _ match: RouteMatch) -> [Int] {
        var candidates: [Int] = []
        for group in groups {
            var keys: [Key] = []
            keys.reserveCapacity(group.places.count)
            for place in group.places {
                guard let key = Self.key(place, request, match) else { break }
                keys.append(key)
            }
            guard keys.count == group.places.count, let exchanges = group.exchanges[keys] else { continue }
            candidates = candidates.isEmpty ? exchanges : candidates + exchanges
        }
        return groups.count > 1 ? candidates.sorted() : candidates
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
                case .simple, .form, .cookie, nil: fixed.append((place(parameter.name), key))
                case .matrix, .label, .spaceDelimited, .pipeDelimited, .tabDelimited, .deepObject, .querystring:
                    continue
                }
            }
        }
        add(expected.pathParameters) { .path($0) }
        add(expected.query) { .query($0) }
        // The judge compares the fields with several spellings.
        let headers = expected.headers.filter { !HeaderComparison.hasSpellings($0.name.lowercased()) }
        add(headers) { .header($0.lowercased()) }
        if case .value(let body) = expected.body, expected.matching == .exact, case .json(let value) = body.content,
            body.mediaType.isJSON
        {
            fixed.append((.body, .json(value)))
        }
        return fixed
    }

    /// Returns the value at a place of a request, or `nil` if the request has none.
    private static func key(_ place: Place, _ request: ParsedRequest, _ match: RouteMatch) -> Key? {
        func decoded(_ text: String) -> String {
            match.operation.queryEncoding == .form ? Form.decode(text) : Percent.decodeText(text)
        }
        switch place {
        case .path(let name): return match.pathValues[name].map { Key(Percent.decodeText($0)) }
        case .query(let name): return request.query.first { decoded($0.name) == name }.map { Key(decoded($0.value)) }
        case .header(let name):
            let lines = request.message.headers.values(name)
            return lines.isEmpty ? nil : Key(lines.map { HeaderGrammar.trimmed($0) }.joined(separator: ", "))
        case .body: return request.json.map { .json($0) }
        }
    }
}
