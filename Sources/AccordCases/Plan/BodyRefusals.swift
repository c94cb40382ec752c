import AccordContract
import AccordHTTP
import AccordJSON
import AccordSchema

/// Requests whose JSON body is missing, malformed, of another media type or not as its schema says.
struct BodyRefusals {
    private static let mostValues = 200

    private(set) var all: [RefusedRequest] = []
    private let request: RequestDefinition
    private let location: SourceLocation

    init(_ base: Case) {
        let described = base.operation.request
        request = base.steps[0].request ?? RequestDefinition(location: described.location)
        location = described.body?.location ?? described.location
        guard let body = described.body, !body.isForbidden else { return }
        if body.isRequired { add("missing", "body", "the body is missing", .text(Self.value("", location))) }
        guard let json = body.content.first(where: { $0.mediaType.isJSON }), let schema = json.schema else { return }
        add("malformed", "body", "the body isn't JSON", .text(Self.value("{\"a\": ", location)))
        if !body.content.contains(where: { $0.mediaType.type == "text" || $0.mediaType.type == "*" }) {
            var own = request
            own.headers.removeAll { $0.name.lowercased() == "content-type" }
            own.headers.append(RefusedRequest.named("Content-Type", "text/plain", at: location))
            add("media-type", nil, "the body is text/plain", .text(Self.value("accord", location)), in: own, [415])
        }
        addValues(schema, json.location)
    }

    private mutating func addValues(_ schema: Schema, _ place: SourceLocation) {
        var stated: JSON?
        if case .json(let value)? = request.body?.content { stated = JSON(value) }
        var count = 0
        for value in schema.boundaryValues(limit: 4 * Self.mostValues) where !value.isValid && count < Self.mostValues {
            count += 1
            var instance = value.instance
            // In the case's own body, where it has the place, everything else is right for this very server.
            if var own = stated, own.set(value.value, at: value.place), !schema.isValid(JSONDocument(own).root) {
                instance = own
            } else {
                instance = RequestVariations.escaped(instance)
            }
            let root = JSONDocument(instance, file: place.file).root
            let pointer = value.place.description
            add(
                "schema", "body\(pointer):\(value.keyword).\(RefusedRequest.slug(value.variant))",
                "the body\(pointer.isEmpty ? "" : " at \(pointer)") breaks \(value.keyword): \(value.variant), \(value.value.compact.prefix(80))",
                .json(root))
        }
    }

    private mutating func add(
        _ entry: String, _ place: String?, _ reason: String, _ content: BodyDefinition.Content,
        in changed: RequestDefinition? = nil, _ statuses: Set<Int> = []
    ) {
        var own = changed ?? request
        own.body = BodyDefinition(location: location, content: content)
        all.append(
            RefusedRequest(
                entry: entry, place: place, reason: reason, location: location, request: own, statuses: statuses))
    }

    private static func value(_ text: String, _ location: SourceLocation) -> JSONValue {
        JSONDocument(.string(text), file: location.file).root
    }
}
