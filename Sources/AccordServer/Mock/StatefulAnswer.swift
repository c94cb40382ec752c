// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Updates a response with the resources that clients created, changed or deleted.
struct StatefulAnswer {
    private let store: ResourceStore
    private let served: ServedOperation
    private let role: ResourceRole
    private let request: ParsedRequest
    /// The identifier at the end of the request's path, such as `42` in `/todos/42`; `nil` for a request to a
    /// collection.
    private let identifier: String?
    private let collectionPath: String
    /// The key of the collection in the store: the contract's file and the path, such as `todos.json /todos`.
    private let collection: String
    /// A closure that returns the documented representation of the resource.
    private let documented: () -> JSON?
    /// A closure that returns the documented resources of the collection at a path.
    private let listed: (String) -> [JSON]

    /// Returns `nil` if the operation neither reads nor changes resources.
    init?(
        _ call: MockCall, _ store: ResourceStore, documented: @escaping () -> JSON?,
        listed: @escaping (String) -> [JSON]
    ) {
        guard let role = call.served.role else { return nil }
        self.store = store
        self.role = role
        served = call.served
        request = call.request
        self.documented = documented
        self.listed = listed
        var path = Percent.normalized(request.path)
        switch role.action {
        case .create, .list: identifier = nil
        case .fetch, .replace, .change, .delete:
            identifier = call.match.pathValues[role.identifier].map { Percent.decodeText($0) }
            if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) { path = String(path[..<slash]) }
        }
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        collectionPath = path
        collection = "\(served.contract.file) \(path)"
    }

    /// Whether a client has deleted the resource. The result is `false` for a case with provider states, and for a PUT
    /// that creates resources.
    func isGone(_ exchange: DocumentedExchange?) -> Bool {
        guard exchange?.given.isEmpty ?? true, let identifier, served.operation.chosenParameter == nil,
            case .deleted = store.presence(of: identifier, in: collection)
        else { return false }
        return true
    }

    /// Creates, changes or deletes the resource as the request asks, and returns the response with the stored
    /// resources.
    func apply(_ draft: ResponseDraft) -> ResponseDraft {
        guard (200...299).contains(draft.response.status) else { return draft }
        switch role.action {
        case .create: return created(draft)
        case .list: return listed(draft)
        case .fetch: return fetched(draft)
        case .replace: return changed(draft, isWhole: true)
        case .change: return changed(draft, isWhole: false)
        case .delete:
            guard let identifier else { return draft }
            store.delete(identifier, in: collection, isDocumented: listedIdentifiers.contains(identifier))
            return draft
        }
    }

    // MARK: The roles

    private func created(_ draft: ResponseDraft) -> ResponseDraft {
        var draft = draft
        guard let body = draft.json, let (place, name, present) = locate(in: body) else {
            // The response has no body with the resource, only its `Location`. Store the request's body as the
            // resource.
            guard let object = request.json?.object, let location = draft.response.headers.first("Location"),
                let id = URLParts(location).path.split(separator: "/").last
            else { return draft }
            store.put(.object(object), id: Percent.decodeText(id), in: collection)
            return draft
        }
        func put(_ body: JSON, _ id: String) {
            if let resource = body.value(at: JSONPointer(tokens: place)) { store.put(resource, id: id, in: collection) }
        }
        let isOpen = draft.exchange?.leavesBodyOpen ?? true
        if isOpen || draft.exchange?.testCase.basis == .example && isKnown(present) {
            let body = isOpen ? withoutOmitted(body, at: place, draft) : body
            let isChosenByClient = sentResource(at: place)?.object?[name] == present
            for fresh in isChosenByClient ? [present] : freshIdentifiers(like: present) {
                guard let changed = body.setting(fresh, at: JSONPointer(tokens: place + [name])),
                    let id = Self.text(fresh),
                    let valid = draft.with(changed, ifValidFor: served.operation)
                else { continue }
                draft.response.body = valid.response.body
                for index in draft.response.headers.indices where draft.response.headers[index].isNamed("Location") {
                    draft.response.headers[index].value = request.path + "/" + Percent.encode(id)
                }
                put(changed, id)
                return draft
            }
        }
        if let id = Self.text(present) { put(body, id) }
        return draft
    }

    private func fetched(_ draft: ResponseDraft) -> ResponseDraft {
        guard let identifier, draft.exchange?.answersExactly != true else { return draft }
        if case .present(let resource) = store.presence(of: identifier, in: collection) {
            return showing(resource, in: draft)
        }
        guard draft.exchange?.leavesBodyOpen ?? true, let body = draft.json,
            let resource = body.value(at: JSONPointer(tokens: locate(in: body)?.place ?? [])),
            let element = listed(collectionPath).first(where: {
                self.identifier(of: $0).flatMap { Self.text($0.value) } == identifier
            })
        else { return draft }
        // Show the resource with the values that the documented list contains. Take the members that the list omits
        // from the response's body.
        return showing(MergePatch.apply(element, to: resource), in: draft)
    }

    /// - Parameter isWhole: Whether the request's body replaces the whole resource, and not only some of its members.
    private func changed(_ draft: ResponseDraft, isWhole: Bool) -> ResponseDraft {
        guard let identifier else { return draft }
        var (resource, place, isCreated): (JSON, [String], Bool) = ([:], [], draft.response.status == 201)
        if let body = draft.json, let located = locate(in: body) { place = located.place }
        if case .present(let stored) = store.presence(of: identifier, in: collection) {
            (resource, isCreated) = (stored, true)
        } else if draft.exchange != nil {
            // A documented case responds, but the store doesn't contain the resource. Send the documented response, and
            // store nothing.
            return draft
        } else if let body = documented() ?? draft.json, body.object != nil {
            let documentedPlace = locate(in: body)?.place ?? []
            resource = body.value(at: JSONPointer(tokens: documentedPlace)) ?? body
            isCreated = isCreated || served.operation.chosenParameter != nil
        }
        guard var sent = sentResource(at: place), sent.object != nil else {
            // The mock doesn't show a text, for example, but it can be deleted.
            if isCreated { store.put(.string(""), id: identifier, in: collection) }
            return draft
        }
        // The path identifies the resource, also if the request's body has a different identifier.
        if let (name, id) = self.identifier(of: resource), sent.object?[name].flatMap(Self.text) != identifier {
            _ = sent.set(id, at: JSONPointer(tokens: [name]))
        }
        let merged = MergePatch.apply(sent, to: resource)
        var new = merged
        if isWhole {
            // Keep the stored values of members that a client can't send, because only the server sets them.
            let names = clientNames(at: place)
            let kept = resource.object?.filter { sent.object?[$0.key] == nil && !names.contains($0.key) } ?? []
            new = sent
            for member in kept { _ = new.set(member.value, at: JSONPointer(tokens: [member.key])) }
            if draft.json != nil, placed(new, in: draft) == nil, placed(merged, in: draft) != nil { new = merged }
        }
        let isExact = draft.exchange?.answersExactly == true
        let answer = isExact ? draft : showing(new, in: draft)
        // Discord's roles, for example, have a permission of a different type in responses. Keep the type of the response.
        if !isExact, let body = answer.json, draft.with(body, ifValidFor: served.operation) != nil,
            let shown = body.value(at: JSONPointer(tokens: place))
        {
            for member in shown.object ?? [:] { _ = new.set(member.value, at: JSONPointer(tokens: [member.key])) }
        }
        store.put(new, id: identifier, in: collection, isCreated: isCreated)
        return answer
    }

    private func listed(_ draft: ResponseDraft) -> ResponseDraft {
        guard draft.exchange?.answersExactly != true else { return draft }
        // If the case has a provider state and query parameters, its documented list is the result of the query.
        if let exchange = draft.exchange, !exchange.given.isEmpty, !exchange.expected.query.isEmpty { return draft }
        let (resources, deleted) = store.resources(in: collection)
        guard !resources.isEmpty || !deleted.isEmpty, let body = draft.json else { return draft }
        func merged(_ elements: [JSON], _ resources: [(id: String, value: JSON)]) -> [JSON] {
            var remaining = resources
            var all: [JSON] = []
            for element in elements {
                guard let id = identifier(of: element).flatMap({ Self.text($0.value) }) else {
                    all.append(element)
                    continue
                }
                if let index = remaining.firstIndex(where: { $0.id == id }) {
                    all.append(remaining.remove(at: index).value)
                } else if !deleted.contains(id) {
                    all.append(element)
                }
            }
            return all + remaining.map(\.value)
        }
        guard let (place, elements) = body.list else { return draft }
        func shown(_ list: some Sequence<JSON>) -> ResponseDraft? {
            var (changed, stored) = (body, draft)
            stored.isStored = !resources.isEmpty
            return changed.replaceList(at: place, with: Array(list))
                ? stored.with(changed, ifValidFor: served.operation) : nil
        }
        if let all = shown(merged(elements, resources)) { return all }
        // If the list with all stored resources is invalid, insert only the resources that are valid in a list. If it is
        // too long, show the newest resources.
        let valid = merged(elements, resources.filter { shown([$0.value]) != nil })
        let schema = served.operation.response(for: draft.response.status)?.body?.content.first?.schema?.source
        let most = schema.flatMap { SchemaView($0).place(place)?.keyword("maxItems")?.int } ?? .max
        return shown(valid) ?? shown(valid.suffix(max(0, most))) ?? draft
    }

    // MARK: Representations

    /// Returns the response with a resource in its body. If that makes the response invalid, inserts only the members
    /// that keep the response valid.
    private func showing(_ resource: JSON, in draft: ResponseDraft) -> ResponseDraft {
        guard let body = draft.json else { return draft }
        let place = locate(in: body)?.place ?? []
        if let response = placed(resource, in: draft) { return response }
        let shown = body.value(at: JSONPointer(tokens: place))?.object
        let members = resource.object?.filter { shown?[$0.key] != nil } ?? []
        return draft.applying(
            members.map { member in
                { $0.setting(member.value, at: JSONPointer(tokens: place + [member.key])) }
            }, for: served.operation)
    }

    /// Returns the response with a resource in its body, or `nil` if that makes the response invalid.
    private func placed(_ resource: JSON, in draft: ResponseDraft) -> ResponseDraft? {
        guard let body = draft.json else { return nil }
        return body.setting(resource, at: JSONPointer(tokens: locate(in: body)?.place ?? []))
            .flatMap { draft.with($0, ifValidFor: served.operation) }
    }

    /// Returns a generated body without the members that the client didn't send. If the schema requires a member, sets
    /// it to null or, if null is invalid, keeps its value.
    private func withoutOmitted(_ body: JSON, at place: [String], _ draft: ResponseDraft) -> JSON {
        guard let sent = sentResource(at: place)?.object,
            let members = body.value(at: JSONPointer(tokens: place))?.object
        else { return body }
        var body = body
        for name in clientNames(at: place) where sent[name] == nil && members[name] != nil {
            let member = JSONPointer(tokens: place + [name])
            let changes = [body.removing(at: member), body.setting(.null, at: member)].compactMap(\.self)
            body = changes.first { draft.with($0, ifValidFor: served.operation) != nil } ?? body
        }
        return body
    }

    /// Returns the names of the resource's documented members that a client can send, except members with a default.
    private func clientNames(at place: [String]) -> [String] {
        guard let body = served.operation.request.body?.jsonSchema?.view else { return [] }
        let view = place.isEmpty ? body : body.place(JSONPointer(tokens: place)) ?? body
        let identifiers = role.propertyNames
        return view.propertyNames.filter { name in
            guard !identifiers.contains(name), let property = view.namedProperty(name) else { return false }
            return !property.says("readOnly") && property.keyword("default") == nil
        }
    }

    /// The identifiers of the collection's resources that the contract documents.
    private var listedIdentifiers: Set<String> {
        Set(listed(collectionPath).compactMap { identifier(of: $0).flatMap { Self.text($0.value) } })
    }

    /// Returns the location and the identifier of the resource in a body such as `{"id": 1}` or `{"data": {"id": 1}}`.
    /// In the second form, no member of the outer object may be a string or a number.
    private func locate(in body: JSON) -> (place: [String], name: String, value: JSON)? {
        if let (name, value) = identifier(of: body) { return ([], name, value) }
        guard let object = body.object, object.allSatisfy({ Self.text($0.value) == nil }) else { return nil }
        return object.lazy.compactMap { member in
            identifier(of: member.value).map { ([member.key], $0.name, $0.value) }
        }.first
    }

    /// Returns the resource in the request's body. The resource is the whole body, or a member such as `data`.
    private func sentResource(at place: [String]) -> JSON? {
        guard let json = request.json else { return nil }
        guard let member = json.value(at: JSONPointer(tokens: place)), member.object != nil else { return json }
        return member
    }

    /// Whether a client has a resource with an identifier.
    private func isKnown(_ identifier: JSON) -> Bool {
        guard let text = Self.text(identifier), case .present = store.presence(of: text, in: collection) else {
            return false
        }
        return true
    }

    /// Returns unused identifiers in the form of a documented identifier, such as a number or a UUID. Identifiers that
    /// the path of the resource accepts come first.
    private func freshIdentifiers(like present: JSON) -> [JSON] {
        let known = listedIdentifiers
        for _ in 0...known.count {
            let number = store.nextIdentifier()
            var fresh = identifiers(like: present, number: number)
            if !fresh.contains(where: isAcceptedInPath),
                let value = try? role.parameters.first?.schema.example(seed: UInt64(number)),
                let text = Self.text(value)
            {
                let forms = [value, .string(text)]
                fresh = forms.flatMap { identifiers(like: $0, number: number) } + forms + fresh
            }
            let accepted = fresh.filter(isAcceptedInPath)
            if !accepted.isEmpty { fresh = accepted }
            let free = fresh.filter { identifier in
                guard let text = Self.text(identifier), !known.contains(text) else { return false }
                if case .unknown = store.presence(of: text, in: collection) { return true }
                return false
            }
            if !free.isEmpty { return free }
        }
        return []
    }

    private func isAcceptedInPath(_ identifier: JSON) -> Bool {
        guard let text = Self.text(identifier) else { return false }
        return role.parameters.allSatisfy { parameter in
            parameter.schema.isValid(.string(text))
                || JSONNumber(text).map { parameter.schema.isValid(.number($0)) } ?? false
        }
    }

    private func identifiers(like present: JSON, number: Int) -> [JSON] {
        switch present {
        case .number(let value): return [.int((value.int ?? 0) &+ number), .int(number)]
        case .string(let text):
            if text.count == 36, text.count(where: { $0 == "-" }) == 4 {
                return [.string(text.dropLast(12) + number.hexadecimal(12))]
            }
            if let value = Int(text) { return [.string(String(value &+ number)), .string(String(number))] }
            return [.string("\(text)-\(number)"), .string("\(text)\(number)"), .string(String(number))]
        case .null, .bool, .array, .object: return []
        }
    }

    private func identifier(of value: JSON) -> (name: String, value: JSON)? {
        guard let object = value.object else { return nil }
        return role.propertyNames.lazy.compactMap { name in object[name].map { (name, $0) } }.first
    }

    private static func text(_ value: JSON) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): number.lexeme
        case .null, .bool, .array, .object: nil
        }
    }
}

extension JSON {
    /// The list in a response: the whole body, or the first member that is a list, such as `data`.
    var list: (place: JSONPointer, elements: [JSON])? {
        if let array { return (.root, array) }
        return object?.lazy.compactMap { name, value in value.array.map { (JSONPointer(tokens: [name]), $0) } }.first
    }
}
