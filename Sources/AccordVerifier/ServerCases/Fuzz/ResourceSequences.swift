// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Generates sequences of requests that create, read, change and delete resources. The ids come from responses.
struct ResourceSequences {
    private let resource: CreatedResource
    private let creating: Operation
    /// The property that contains the resource's id, if the request that creates the resource contains it, too. A
    /// second request with the same id would then change the first resource.
    private let chosenID: String?
    /// The query parameters that select elements of the list by the value of a property, which is a Boolean value, an
    /// enumeration, or plain text.
    private let filters: [Parameter]
    /// The properties that the request that creates a resource sets.
    private let properties: [String]

    private static let mostResources = 3
    private static let usualLength = 8

    /// Returns `nil` if no operation can read the created resource, or if one of the operations may delete all
    /// resources.
    init?(_ creating: Operation, _ documented: DocumentedCases) {
        let path = creating.request.path.shape
        let hasDeletionOfAll = documented.contract.operations.contains {
            $0.request.method == "DELETE" && path.hasPrefix($0.request.path.shape)
                // A sequence ends before a documented DELETE of a parent, such as `/carts/{cart}`.
                && !$0.request.path.shape.hasSuffix("}")
        }
        guard !hasDeletionOfAll, let resource = CreatedResource(creating, documented),
            resource.uses.contains(where: { $0.operation.request.method == "GET" })
        else { return nil }
        if resource.chosenParameter != nil, resource.chosenValue("") == nil { return nil }
        self.resource = resource
        self.creating = creating
        let body = creating.request.body?.content.lazy.compactMap(\.schema).first?.view
        chosenID = resource.idName.flatMap { name in
            body?.namedProperty(name).flatMap { $0.says("readOnly") ? nil : name }
        }
        properties = body?.resource.propertyNames ?? []
        filters = (resource.list?.operation.request.query ?? []).filter { parameter in
            guard let property = body?.resource.namedProperty(ResourceUse.selected(parameter.name)) else {
                return false
            }
            return property.keyword("enum") != nil || property.types == [.boolean]
                || property.types == [.string] && property.keyword("format") == nil
        }
    }

    /// The requests generated so far for one sequence.
    private struct Draft {
        let id: FuzzID
        var random: SeededRandom
        var steps: [CaseStep]
        /// The JSON bodies of the requests that created the resources.
        var sent: [JSONObject] = []
        var resources = 0
        var alive: [Int] = []
        var deleted: [Int] = []
    }

    /// Returns the case with an id, which sends a sequence of requests. The first sequence creates, changes and deletes
    /// one resource, and then selects elements of a list of two resources. The other sequences are random. Returns `nil`
    /// if the client chooses the ids of the resources, and all sequences would choose the same id.
    func testCase(_ id: FuzzID) -> Case? {
        var draft = Draft(id: id, random: SeededRandom(id), steps: Array(resource.creation.steps.dropLast()))
        create(&draft)
        if chosenID != nil, id.number > 1, freshID(draft) == nil { return nil }
        read(0, &draft)
        if id.number == 1 {
            for step in resource.uses where step.operation.action == .change { change(0, step, &draft) }
            clear(&draft)
            for action in [ResourceUse.Action.list, .delete, .read, .list, .delete] { use(0, action, &draft) }
            if resource.list?.operation.request.query.contains(where: { isSelection($0) }) == true {
                for _ in 0..<2 { create(&draft) }
                select(&draft)
            }
        } else {
            for _ in 0..<Self.usualLength { addAny(&draft) }
            select(&draft)
        }
        for number in draft.alive { read(number, &draft) }
        return testCase(id, draft.steps)
    }

    // MARK: Steps

    private func addAny(_ draft: inout Draft) {
        let number = draft.random.pick(draft.alive + draft.deleted) ?? 0
        switch draft.random.below(8) {
        case 0, 1: create(&draft)
        case 2, 3: use(number, .change, &draft)
        case 4: use(number, .delete, &draft)
        case 5: use(number, .list, &draft)
        default: read(number, &draft)
        }
    }

    private func create(_ draft: inout Draft) {
        let freshID = freshID(draft)
        guard draft.resources < (chosenID == nil || freshID != nil ? Self.mostResources : 1) else { return }
        var step = resource.creation.last
        if let parameter = resource.chosenParameter, let value = resource.chosenValue("\(draft.id)\n\(draft.resources)")
        {
            step.request?.set(NamedValue.made(parameter.name, value, at: parameter.location), in: .path)
        }
        // Keeps the documented values for the first resource of every second sequence.
        if draft.resources > 0 || draft.id.number.isMultiple(of: 2) { vary(&step, &draft, freshID) }
        if let freshID, let chosenID, var body = Self.body(step) {
            body[chosenID] = freshID
            Self.set(body, in: &step)
        }
        draft.sent.append(Self.body(step).flatMap { JSON.object($0).resource } ?? [:])
        draft.alive.append(draft.resources)
        add(step, .create, draft.resources, &draft)
        draft.resources += 1
    }

    private func read(_ number: Int, _ draft: inout Draft) { use(number, .read, &draft) }

    private func use(_ number: Int, _ action: ResourceUse.Action, _ draft: inout Draft) {
        let isDeleted = draft.deleted.contains(number)
        switch action {
        case .create: create(&draft)
        case .list: if let list = resource.list { add(list, .list, number, &draft) }
        case .read, .change, .delete:
            guard let step = draft.random.pick(resource.uses.filter { $0.operation.action == action }) else { return }
            guard action != .change else { return change(number, step, &draft) }
            add(step, action, number, &draft)
            guard action == .delete, !isDeleted else { return }
            draft.alive.removeAll { $0 == number }
            draft.deleted.append(number)
        }
    }

    /// Adds a change of a resource, and reads the resource.
    private func change(_ number: Int, _ changing: CaseStep, _ draft: inout Draft) {
        // Sends no PUT or PATCH to a deleted resource, because the request may create the resource again.
        if !draft.deleted.contains(number) {
            var step = changing
            vary(&step, &draft, chosenID.flatMap { draft.sent[number][$0] })
            add(step, .change, number, &draft)
        }
        read(number, &draft)
    }

    private static let mostCleared = 2

    /// Adds PATCH requests that set optional properties of the first resource, and then set each to null.
    private func clear(_ draft: inout Draft) {
        guard var step = resource.uses.first(where: { $0.operation.request.method == "PATCH" }),
            let schema = Self.schema(step), let full = try? schema.example(ExampleOptions(includesOptional: true))
        else { return }
        let cleared = (full.object ?? [:]).filter { name, value in
            !value.isNull && schema.isValid([name: .null]) && schema.isValid([name: value])
        }.prefix(Self.mostCleared)
        for (name, value) in cleared {
            for sent in [value, .null] {
                Self.set([name: sent], in: &step)
                add(step, .change, 0, &draft)
                read(0, &draft)
            }
        }
    }

    /// Adds lists whose query selects elements: by a limit of one element, and by the values of the last resource.
    private func select(_ draft: inout Draft) {
        guard let list = resource.list, let number = draft.alive.last else { return }
        for parameter in list.operation.request.query where isSelection(parameter) {
            let sent = draft.sent[number][ResourceUse.selected(parameter.name)].map { [$0] } ?? []
            let purpose = ListParameter(parameter.name)
            var values = purpose == .limit ? [1] : orders(parameter) ?? sent
            if purpose == .offset {
                values = [.int(ResourceUse.farOffset)]
                add(list, .list, number, &draft)
            }
            for value in values where parameter.schema.isValid(value) {
                var step = list
                step.request?.set(NamedValue.made(parameter.name, value, at: parameter.location), in: .query)
                add(step, .list, number, &draft, isSelection: true)
            }
        }
    }

    private func isSelection(_ parameter: Parameter) -> Bool {
        [.limit, .offset].contains(ListParameter(parameter.name)) || orders(parameter) != nil
            || filters.contains { $0 === parameter }
    }

    /// Returns a value of a parameter that sorts a list, and the value for the opposite order. Prefers a property that
    /// requests set, because a word such as `newest` may be the name of no property.
    private func orders(_ parameter: Parameter) -> [JSON]? {
        let values = parameter.schema.view.keyword("enum")?.elements.compactMap(\.string) ?? []
        let orders = values.compactMap { value in ResourceUse.order(parameter, value).map { (value, $0) } }
        return (orders.first { properties.contains($1.property) } ?? orders.first).map { value, order in
            [.string(value), .string(order.opposite)]
        }
    }

    private func add(
        _ step: CaseStep, _ action: ResourceUse.Action, _ number: Int, _ draft: inout Draft, isSelection: Bool = false
    ) {
        var resourceStep = step
        resourceStep.answer = .resource(
            ResourceUse(
                action, number, isDeleted: draft.deleted.contains(number), idName: resource.idName,
                isSelection: isSelection))
        draft.steps.append(resourceStep)
    }

    // MARK: Bodies

    private static func body(_ step: CaseStep) -> JSONObject? { step.request?.jsonBody?.object }

    private static func schema(_ step: CaseStep) -> Schema? {
        step.operation.request.body?.content.first { $0.mediaType.isJSON || $0.mediaType.isForm }?.schema
    }

    private static func set(_ body: JSONObject, in step: inout CaseStep) {
        let location = step.request?.body?.location ?? step.operation.request.location
        step.request?.body = BodyDefinition(.object(body), at: location)
    }

    /// Returns an id for the next resource that differs from the ids in all other sequences. Returns `nil` if the server
    /// chooses the id, or if the schema allows no such id.
    private func freshID(_ draft: Draft) -> JSON? {
        let step = resource.creation.last
        guard let chosenID, let schema = Self.schema(step), let body = Self.body(step) else { return nil }
        return FreshValue.body(.object(body), renewing: chosenID, of: schema, for: "\(draft.id)\n\(draft.resources)")?[
            chosenID]
    }

    /// Texts that a server must not shorten. A `VARCHAR(255)` of MySQL cuts the second one.
    private static let longTexts: [String] = {
        let text = "A text of more than sixty characters that a server must neither shorten nor change: Füße"
        return [text, text + String(repeating: ", and so on", count: 20)]
    }()

    /// Replaces the JSON body of a request by a valid body with different values. Keeps `id`, which the client chose.
    private func vary(_ step: inout CaseStep, _ draft: inout Draft, _ id: JSON?) {
        guard let schema = Self.schema(step), chosenID == nil || id != nil else { return }
        let view = schema.view
        let seed = draft.random.next()
        let includesOptional = draft.random.chance(1, of: 2) || view.resource.required.isEmpty
        var options = ExampleOptions(seed: seed, includesOptional: includesOptional, omits: .readOnly)
        options.variesPatterns = true
        guard var body = try? schema.example(options), body.object != nil else { return }
        func put(_ value: JSON?, _ name: String) {
            let place = JSONPointer(tokens: view.resourcePath + [name])
            body = value.flatMap { schema.setting($0, at: place, in: body) } ?? body
        }
        for (name, value) in body.resource ?? [:] {
            guard let property = view.resource.namedProperty(name) else { continue }
            // No resource has a generated id. A bookshop on Spring rejects the `authorId` of no author.
            if name.endsLikeID, name != chosenID, !view.resource.required.contains(name) {
                body.remove(at: JSONPointer(tokens: view.resourcePath + [name]))
            }
            let isPlain = ["enum", "const", "format", "pattern"].allSatisfy { property.keyword($0) == nil }
            if isPlain, value.string != nil, draft.random.chance(1, of: 2) {
                // The longest valid text stays.
                for text in Self.longTexts { put(.string(text), name) }
            }
            if property.keyword("format")?.string == "date-time" { put(.string("2026-03-29T01:30:00+05:30"), name) }
            // The previous resource has a different value, so that a list can select one of the two.
            guard filters.contains(where: { ResourceUse.selected($0.name) == name }), draft.sent.last?[name] == value
            else { continue }
            let others = value.bool.map { [.bool(!$0)] } ?? property.keyword("enum")?.elements.map { JSON($0) } ?? []
            put(others.first { $0 != value }, name)
        }
        if let chosenID, let id, body.object?[chosenID] != nil { put(id, chosenID) }
        if let escaped = RequestVariations.escaped(body).object { Self.set(escaped, in: &step) }
    }

    private func testCase(_ id: FuzzID, _ steps: [CaseStep]) -> Case {
        let reason = "a sequence of \(steps.count) requests for resources that the sequence creates"
        var draft = CaseDraft(deriving: resource.creation, id.description, .fuzz(id), .may, reason)
        draft.location = creating.request.location
        draft.tags = []
        draft.steps = steps
        return Case(draft)
    }
}

extension Operation {
    /// The effect of the request's method on the resource, such as `delete` for DELETE, or `nil` for other methods.
    fileprivate var action: ResourceUse.Action? {
        switch request.method {
        case "GET": .read
        case "PUT", "PATCH": .change
        case "DELETE": .delete
        default: nil
        }
    }
}
