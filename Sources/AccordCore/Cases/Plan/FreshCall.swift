import AccordContract
import AccordJSON
import AccordSchema

/// A documented call as it is made a second time: with another value where the contract says `"fresh": true`.
struct FreshCall {
    let request: RequestDefinition?

    /// nil where no value has to be another in each call, or a call is more than one request.
    init?(_ base: Case) {
        guard base.steps.count == 1, let step = base.steps.last,
            let expected = try? base.expectedRequest(0, scope: base.scope()), !expected.freshPlaces.isEmpty
        else { return nil }
        var request = step.request
        if let body = request?.body, case .json(let json) = body.content,
            let schema = RequestBuilder.body(expected.body)?.description?.schema,
            let changed = Self.changed(JSON(json), schema, base.id)
        {
            request?.body = BodyDefinition(
                location: body.location, content: .json(JSONDocument(changed, file: body.location.file).root))
        }
        self.request = request
    }

    /// A body with other values; nil where none can be had. Templates stay as they are.
    private static func changed(_ body: JSON, _ schema: Schema, _ identity: String) -> JSON? {
        var changed = body
        let view = SchemaView(schema.source)
        for place in AccessSearch("fresh").places(in: JSONDocument(body).root, view) {
            let value = FreshValue.made("\(identity)\(place.pointer)", view.place(place.pointer)?.types ?? []) {
                value in
                var candidate = body
                return candidate.set(value, at: place.pointer) && schema.isValid(candidate)
            }
            if let value { _ = changed.set(value, at: place.pointer) }
        }
        return changed == body ? nil : changed
    }
}
