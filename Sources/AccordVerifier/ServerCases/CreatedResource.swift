// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The operations for a type of resource, such as users: the operation that creates a resource, and the operations that
/// use the id of the resource.
struct CreatedResource {
    /// The requests that create the resource. The outputs of the last request identify the resource.
    let creation: CaseDraft
    /// The requests that read, change and delete the resource.
    let uses: [CaseStep]
    /// The request that lists all resources, or `nil` if no documented operation lists the resources.
    let list: CaseStep?
    /// The response property that contains the id, or `nil` if the header field `Location` contains the id.
    let idName: String?

    /// The last path parameter of a PUT that creates the resource with an id of the client's choice. It is `nil` if the
    /// server chooses the id.
    let chosenParameter: Parameter?

    /// Returns `nil` if `creating` doesn't create a resource, or if no other operation uses the resource's id.
    init?(_ creating: Operation, _ documented: DocumentedCases) {
        let chosen = creating.chosenParameter
        chosenParameter = chosen
        guard creating.request.method == "POST" || chosen != nil, let base = documented.success(of: creating),
            let status = base.last.documented?.status, [200, 201, chosen == nil ? 202 : 204].contains(status),
            var life = CaseDraft(unfolding: base)
        else { return nil }
        let operations = documented.contract.operations
        let links = DocumentedLinks.all(from: creating, in: documented.contract)
            .filter { link in
                link.status == status && !link.isForPart && link.values.allSatisfy(Self.isCertain)
                    && link.values.contains { !$0.filling.outputs.isEmpty }
            }
        for output in links.flatMap(\.outputs)
        where !life.last.outputs.contains(where: { $0.name == output.name }) {
            life.last.outputs.append(output)
        }
        // The other operations use the path parameters of the creating request, such as the shelf in
        // `/shelves/{shelf}/notes` and `/shelves/{shelf}/notes/{note}`.
        let outer = creating.request.path.parameterNames.compactMap { name in
            creating.request.pathParameters.first { $0.name.isExactly(name) }
        }.map { parameter in
            Output(
                name: DocumentedLinks.outputName(creating, parameter.name), location: parameter.location,
                source: .requestParameter(place: .path, name: parameter.name))
        }
        life.last.outputs += outer.filter { output in !life.last.outputs.contains { $0.name == output.name } }
        func placed(_ step: CaseStep) -> CaseStep {
            let path = step.operation.request.path
            let (shape, created) = (path.shape, creating.request.path.shape)
            guard shape.hasPrefix(created) || chosen != nil && created.hasPrefix(shape) else { return step }
            var step = step
            for (name, output) in zip(path.parameterNames, outer) {
                step.request?.set(NamedValue(output, name), in: .path)
            }
            return step
        }
        if let precondition = creating.precondition, chosen != nil {
            life.last.request?.remove(precondition.name, in: .header)
        }
        let version = Output(
            name: DocumentedLinks.outputName(creating, "ETag"), location: creating.location,
            source: .responseHeader("ETag"))
        let hasVersion =
            creating.response(for: status)?.headers.contains { $0.name.isFieldName("ETag") } == true
            && operations.contains { $0.precondition != nil }
        if hasVersion { life.last.outputs.append(version) }
        let known = Set(life.steps.flatMap(\.outputs).map(\.name))
        /// Returns the request of an operation that uses the resource, with the ETag of the newest response.
        func use(_ operation: Operation, _ link: DocumentedLinks.Link?) -> CaseStep? {
            guard ["GET", "PUT", "PATCH", "DELETE"].contains(operation.request.method),
                var step = Self.step(of: operation, documented).map(placed), var request = step.request
            else { return nil }
            link?.fill(&request)
            if let precondition = operation.precondition, hasVersion {
                request.set(NamedValue(version, precondition.name), in: .header)
            }
            step.request = request
            return request.outputNames.isSubset(of: known) ? step : nil
        }
        let path = creating.request.path.shape
        uses =
            chosen == nil
            ? links.compactMap { link in documented.contract.operation(link.target).flatMap { use($0, link) } }
            : operations.filter { $0.request.path.shape == path }.compactMap { use($0, nil) }
        guard !uses.isEmpty else { return nil }
        let listPath = chosen == nil ? path : String(path.dropLast("/{}".count))
        let reading = operations.first { $0.request.method == "GET" && $0.request.path.shape == listPath }
        var list = reading.flatMap { Self.step(of: $0, documented) }.map(placed)
        // Removes optional query parameters, because with these parameters the server may list only some resources.
        for parameter in reading?.request.query ?? [] where !parameter.isRequired {
            list?.request?.remove(parameter.name, in: .query)
        }
        self.list = list?.request?.outputNames.isSubset(of: known) == true ? list : nil
        if let chosen {
            idName = chosen.name
            creation = life
            return
        }
        let sources = links.flatMap(\.values).filter { $0.name == links.first?.values.first?.name }
            .flatMap(\.filling.outputs).map(\.source)
        idName =
            sources.lazy.compactMap { source in
                if case .responseBody(let pointer?) = source, pointer.tokens.count <= 2 {
                    pointer.tokens.last
                } else {
                    nil
                }
            }.first
        creation = life
    }

    /// Returns a fresh id for a resource that the client creates with PUT. `identity` determines the id.
    func chosenValue(_ identity: String) -> JSON? {
        chosenParameter.flatMap { parameter in
            FreshValue.made(identity, parameter.types) { parameter.schema.isValid($0) }
        }
    }

    /// Returns whether a response value is certainly the value of a path parameter. The property “id”, for example,
    /// isn't certainly the value of the parameter “number”.
    private static func isCertain(_ value: DocumentedLinks.Value) -> Bool {
        guard value.place == .path, case .responseBody(let pointer?)? = value.filling.outputs.first?.source else {
            return value.place == .path
        }
        return pointer.tokens.last != "id" || value.name.lowercased().hasSuffix("id")
    }

    /// Returns the request of the operation's first successful case. Returns `nil` if this case has several requests,
    /// or takes values from a row of `each`.
    private static func step(of operation: Operation, _ documented: DocumentedCases) -> CaseStep? {
        guard let base = documented.success(of: operation), base.steps.count == 1, base.definition.row == nil else {
            return nil
        }
        var step = base.steps[0]
        step.security = base.requirements(of: 0)
        step.outputs = []
        step.request = step.request ?? RequestDefinition(location: operation.request.location)
        return step
    }

    /// Returns a copy of a case with additional requests at its start. They create the resource that the case uses.
    /// Returns `nil` if neither an earlier case nor a different operation creates this resource.
    static func use(by base: Case, _ documented: DocumentedCases) -> CaseDraft? {
        let step = base.steps[base.lastStep]
        let names = step.request.map { RequestDefinition(location: $0.location, pathParameters: $0.pathParameters) }?
            .outputNames
        let creators = base.producers.filter { producer in
            producer.steps.contains { !HTTPMethod.isSafe($0.operation.request.method) }
                && producer.steps.flatMap(\.outputs).contains { names?.contains($0.name) == true }
        }
        if !creators.isEmpty, let draft = CaseDraft(unfolding: base) { return draft }
        for creating in documented.contract.operations
        where creating.request.method == "POST"
            && (base.operation.request.path.shape.hasPrefix(creating.request.path.shape)
                || creating.responses.flatMap(\.links).contains { $0.operationID.value == base.operation.id })
        {
            guard let resource = CreatedResource(creating, documented),
                let use = resource.uses.first(where: { $0.operation.id == base.operation.id })
            else { continue }
            var draft = base.draft
            draft.steps = resource.creation.steps + [use]
            draft.producers = []
            return draft
        }
        return nil
    }
}

extension CaseDraft {
    /// Creates a copy of a case with additional requests at its start: the requests of the cases on which the case
    /// depends. Returns `nil` if one of these cases polls, or has rows or provider states.
    init?(unfolding base: Case) {
        self = base.draft
        steps = []
        for part in base.producers + [base] {
            guard part.definition.row == nil, part.definition.given.isEmpty, part.definition.poll == nil else {
                return nil
            }
            for (index, step) in part.steps.enumerated() {
                var changedStep = step
                changedStep.security = part.requirements(of: index)
                steps.append(changedStep)
            }
        }
        producers = []
    }
}

extension RequestDefinition {
    /// The names of the outputs that the request's templates use.
    fileprivate var outputNames: Set<String> {
        let texts = values.map(\.value.text) + (body?.texts ?? [])
        let names = texts.flatMap(TemplatePiece.split).compactMap { piece -> String? in
            guard case .name(let name, _) = piece, name.hasPrefix("outputs.") else { return nil }
            return String(name.dropFirst("outputs.".count))
        }
        return Set(names)
    }
}

extension BodyDefinition {
    fileprivate var texts: [String] {
        switch content {
        case .json(let value), .text(let value): [value.text]
        case .parts(let parts): parts.flatMap { ($0.body?.texts ?? []) + $0.headers.map(\.value.text) }
        case .base64, .file: []
        }
    }
}
