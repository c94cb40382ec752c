import AccordContract
import AccordJSON
import AccordSchema

/// Variations of a case's request that its schemas allow: required parameters only, all of them, the torture value.
struct RequestVariations {
    struct Variation {
        var entry: String
        var place: String?
        var request: RequestDefinition
        var keepsValue: Bool
        var reason: String
    }

    /// Every character that somebody's encoding gets wrong.
    static let torture = " %:/?#[]@!$&'()*+,;=|\"<>\\^`{}~-_.é😹"

    let all: [Variation]

    init(_ base: Case) {
        // Of several requests only the first is made of the input.
        guard base.steps.count == 1, let step = base.steps.last else {
            all = []
            return
        }
        let described = step.operation.request
        let request = step.request ?? RequestDefinition(location: described.location)
        var variations: [Variation] = []
        if let required = Self.requiredOnly(request, described) {
            variations.append(
                Variation(
                    entry: "required-only", request: required, keepsValue: false,
                    reason: "what is optional may be left out"))
        }
        if let full = Self.full(request, described) {
            variations.append(
                Variation(entry: "all", request: full, keepsValue: false, reason: "what is documented may be asked for")
            )
        }
        for place in [Parameter.Place.path, .query] {
            for parameter in place == .path ? described.pathParameters : described.query {
                guard let tortured = Self.tortured(request, parameter) else { continue }
                let isTaken = variations.contains { $0.place == parameter.name }
                variations.append(
                    Variation(
                        entry: "torture", place: isTaken ? "\(place.rawValue).\(parameter.name)" : parameter.name,
                        request: tortured, keepsValue: false,
                        reason: "any text that the schema allows is encoded rightly"))
            }
        }
        all = variations
    }

    private static func requiredOnly(_ request: RequestDefinition, _ described: RequestDescription)
        -> RequestDefinition?
    {
        var own = request
        own.query = required(request.query, described.query)
        own.cookies = required(request.cookies, described.cookies)
        let optional = described.headers.filter { !$0.isRequired }.map { $0.name.lowercased() }
        own.headers = request.headers.filter { !optional.contains($0.name.lowercased()) }
        let isLess =
            own.query.count + own.cookies.count + own.headers.count
            < request.query.count + request.cookies.count + request.headers.count
        return isLess ? own : nil
    }

    private static func required(_ named: [NamedValue], _ documented: [Parameter]) -> [NamedValue] {
        named.filter { value in documented.first { $0.name.isExactly(value.name) }?.isRequired ?? true }
    }

    private static func full(_ request: RequestDefinition, _ described: RequestDescription) -> RequestDefinition? {
        var own = request
        own.query += missing(request.query, described.query)
        own.cookies += missing(request.cookies, described.cookies)
        let headers = described.headers.filter { header in
            !["accept", "content-type", "user-agent"].contains(header.name.lowercased())
                && !request.headers.contains { $0.name.lowercased() == header.name.lowercased() }
        }
        own.headers += missing([], headers)
        let isMore =
            own.query.count + own.cookies.count + own.headers.count
            > request.query.count + request.cookies.count + request.headers.count
        return isMore ? own : nil
    }

    /// Values for the optional parameters that aren't named.
    private static func missing(_ named: [NamedValue], _ documented: [Parameter]) -> [NamedValue] {
        documented.compactMap { parameter in
            guard !parameter.isRequired, !parameter.isForbidden,
                !named.contains(where: { $0.name.isExactly(parameter.name) })
            else { return nil }
            return SchemaExample.requested(parameter.schema).map { value($0, of: parameter) }
        }
    }

    private static func tortured(_ request: RequestDefinition, _ parameter: Parameter) -> RequestDefinition? {
        let value = JSON.string(torture)
        guard parameter.constant == nil, !parameter.isForbidden, parameter.mediaType == nil,
            parameter.types.isEmpty || parameter.types.contains(.string),
            parameter.schema.isValid(JSONDocument(value).root)
        else { return nil }
        var own = request
        let named = Self.value(value, of: parameter)
        if parameter.place == .path {
            own.pathParameters.removeAll { $0.name.isExactly(parameter.name) }
            own.pathParameters.append(named)
        } else {
            own.query.removeAll { $0.name.isExactly(parameter.name) }
            own.query.append(named)
        }
        return own
    }

    /// A value that points at the parameter's sentence of the contract, since nobody wrote it.
    private static func value(_ value: JSON, of parameter: Parameter) -> NamedValue {
        NamedValue(
            name: parameter.name, value: JSONDocument(escaped(value), file: parameter.location.file).root,
            location: parameter.location)
    }

    /// `${` in a made value is no template.
    static func escaped(_ value: JSON) -> JSON {
        switch value {
        case .string(let text): .string(text.replacing("${", with: "$${"))
        case .array(let elements): .array(elements.map { escaped($0) })
        case .object(let object): .object(JSONObject(object.map { ($0.key, escaped($0.value)) }))
        case .null, .bool, .number: value
        }
    }
}
