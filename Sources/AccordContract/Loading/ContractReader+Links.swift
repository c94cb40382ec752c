import AccordJSON

extension ContractReader {
    /// What can be asked next with values of an answer, in OpenAPI's words.
    func links(_ layered: Layered?, _ what: String) -> [LinkDescription] {
        named(layered, "“links” in \(what)").compactMap { link($0) }
    }

    private func link(_ member: LayeredMember) -> LinkDescription? {
        let what = "the link “\(member.name)”"
        let keys = ["operationId", "parameters", "requestBody", "description"]
        guard let fields = object(member.value, what, keys: keys, required: ["operationId"]),
            let id = name(fields, "operationId"), let place = fields["operationId"]
        else { return nil }
        return LinkDescription(
            name: member.name, location: member.location, description: string(fields, "description"),
            operationID: Located(id, at: SourceLocation(place)),
            parameters: named(fields.layered["parameters"], "“parameters” in \(what)", followsReferences: false).map {
                linkParameter($0)
            }, requestBody: fields["requestBody"])
    }

    /// `id`, or `path.id` with its place in front.
    private func linkParameter(_ member: LayeredMember) -> LinkParameter {
        let pieces = member.name.split(separator: ".", maxSplits: 1).map(String.init)
        if pieces.count == 2, let place = Parameter.Place(rawValue: pieces[0]) {
            return LinkParameter(place: place, name: pieces[1], value: member.value.top)
        }
        return LinkParameter(name: member.name, value: member.value.top)
    }

    // MARK: Requests of the server's

    /// Webhooks: operations by name, whose sender is the server.
    func webhooks(_ layered: Layered?, _ defaults: ContractDefaults) -> [CallbackDescription] {
        named(layered, "“webhooks”").compactMap { member in
            callbackOperation(member, defaults).map {
                CallbackDescription(name: member.name, location: member.location, operation: $0)
            }
        }
    }

    /// Callbacks of an operation: by name the expression of a URL with what is sent there.
    func callbacks(_ layered: Layered?, _ defaults: ContractDefaults, _ what: String) -> [CallbackDescription] {
        named(layered, "“callbacks” of \(what)").compactMap { member in
            let keys = ["expression", "operation"]
            let name = "the callback “\(member.name)”"
            guard let fields = object(member.value, name, keys: keys, required: keys),
                let expression = string(fields, "expression"), let value = fields.layered["operation"],
                let operation = callbackOperation(
                    LayeredMember(name: member.name, location: member.location, value: value), defaults)
            else { return nil }
            return CallbackDescription(
                name: member.name, location: member.location, expression: expression, operation: operation)
        }
    }
}
