import AccordContract
import AccordCore
import AccordJSON

/// Lets what clients created, changed and deleted show in the answers.
struct StatefulAnswer {
    private let store: ResourceStore
    private let served: ServedOperation
    private let role: ResourceRole
    private let request: ParsedRequest
    /// The value that stands for the thing in the path.
    private let identifier: String?
    /// The path of the things' collection, as it was asked for.
    private let collection: String
    /// The representation of the resource before it is created or changed; nil where it can't be fetched.
    private let documented: () -> JSON?

    /// nil where nothing is remembered of what the operation is about.
    init?(
        store: ResourceStore, served: ServedOperation, match: RouteMatch, request: ParsedRequest,
        documented: @escaping () -> JSON? = { nil }
    ) {
        guard let role = served.role else { return nil }
        self.store = store
        self.served = served
        self.role = role
        self.request = request
        self.documented = documented
        var path = Percent.normalized(request.path)
        switch role {
        case .create, .list: identifier = nil
        case .fetch(let name), .replace(let name), .change(let name), .delete(let name):
            identifier = match.pathValues[name].map { Percent.decodeText($0) }
            if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) { path = String(path[..<slash]) }
        }
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        collection = "\(served.contract.file) \(path)"
    }

    /// An answer that is to be given, before the state has its say.
    struct Draft {
        var response: HTTPResponse
        /// The documented exchange that it is, to the letter; nil: it was made.
        var exchange: DocumentedExchange?
        var caseID: String?
        /// The response's body, where it was read.
        var body: JSON?
    }

    /// True where the resource was deleted, and the exchange documents no state of its own.
    func isGone(_ exchange: DocumentedExchange?) -> Bool {
        // A case that says in which state the server is has it so.
        guard exchange?.given.isEmpty ?? true, let identifier,
            case .deleted = store.presence(of: identifier, in: collection)
        else { return false }
        return true
    }

    /// The draft as the state has it; and the state as the answer changes it.
    func apply(_ draft: Draft) -> Draft {
        guard (200...299).contains(draft.response.status) else { return draft }
        switch role {
        case .create: return created(draft)
        case .list: return listed(draft)
        case .fetch: return fetched(draft)
        case .replace: return changed(draft) { _, sent in sent }
        case .change: return changed(draft) { MergePatch.apply($1, to: $0) }
        case .delete:
            if let identifier { store.delete(identifier, in: collection) }
            return draft
        }
    }

    // MARK: What

    private func created(_ draft: Draft) -> Draft {
        var draft = draft
        let names = ResourceRole.propertyNames(of: role.identifier)
        guard let body = Self.json(draft), let (name, present) = Self.member(names, of: body) else {
            // Nothing but a Location tells of it: what was sent is what there is now.
            guard let sent = request.json?.object, let id = locationIdentifier(draft) else { return draft }
            store.put(.object(sent), id: id, in: collection)
            return draft
        }
        guard draft.exchange == nil else {
            if let id = Self.text(present) { store.put(body, id: id, in: collection) }
            return draft
        }
        let isChosen = request.json?.object?[name] == present
        for fresh in isChosen ? [present] : identifiers(like: present) {
            var changed = body
            guard changed.set(fresh, at: JSONPointer(tokens: [name])), let id = Self.text(fresh) else { continue }
            var response = draft.response
            response.body = JSONWriter.compactBytes(changed)
            guard !Judge.judge(response, documentedBy: served.operation).failed else { continue }
            draft.response = response
            for index in response.headers.indices where response.headers[index].isNamed("Location") {
                draft.response.headers[index].value = request.path + "/" + Percent.encode(id)
            }
            store.put(changed, id: id, in: collection)
            return draft
        }
        if let id = Self.text(present) { store.put(body, id: id, in: collection) }
        return draft
    }

    private func fetched(_ draft: Draft) -> Draft {
        guard let identifier, draft.exchange?.answersExactly != true,
            case .there(let thing) = store.presence(of: identifier, in: collection)
        else { return draft }
        return showing(thing, in: draft)
    }

    private func changed(_ draft: Draft, _ change: (_ thing: JSON, _ sent: JSON) -> JSON) -> Draft {
        guard let identifier else { return draft }
        let names = ResourceRole.propertyNames(of: role.identifier)
        var thing: JSON = [:]
        if case .there(let present) = store.presence(of: identifier, in: collection) {
            thing = present
        } else if draft.exchange != nil {
            // What is documented of a thing that nobody created here stays as it is documented.
            return draft
        } else if let body = documented() ?? Self.json(draft), body.object != nil {
            thing = body
        }
        guard let sent = request.json?.object else { return draft }
        var new = change(thing, .object(sent))
        if let (name, id) = Self.member(names, of: thing), new.object?[name] == nil {
            _ = new.set(id, at: JSONPointer(tokens: [name]))
        }
        store.put(new, id: identifier, in: collection)
        guard draft.exchange?.answersExactly != true else { return draft }
        return showing(new, in: draft)
    }

    private func listed(_ draft: Draft) -> Draft {
        guard draft.exchange?.answersExactly != true else { return draft }
        let (things, deleted) = store.things(in: collection)
        guard !things.isEmpty || !deleted.isEmpty, let body = Self.json(draft) else { return draft }
        let names = ResourceRole.propertyNames(of: role.identifier)
        func id(_ value: JSON) -> String? { Self.member(names, of: value).flatMap { Self.text($0.value) } }
        func merged(_ elements: [JSON]) -> [JSON] {
            var own = things
            var all: [JSON] = []
            for element in elements {
                guard let id = id(element) else {
                    all.append(element)
                    continue
                }
                if let index = own.firstIndex(where: { $0.id == id }) {
                    all.append(own.remove(at: index).value)
                } else if !deleted.contains(id) {
                    all.append(element)
                }
            }
            return all + own.map(\.value)
        }
        var changed = body
        if let elements = body.array {
            changed = .array(merged(elements))
        } else if let (key, elements) = body.object?.lazy.compactMap({ member in
            member.value.array.map { (member.key, $0) }
        }).first {
            _ = changed.set(.array(merged(elements)), at: JSONPointer(tokens: [key]))
        }
        return valid(changed, in: draft) ?? draft
    }

    /// The draft with a thing for its body, as far as the documentation lets it.
    private func showing(_ thing: JSON, in draft: Draft) -> Draft {
        guard let body = Self.json(draft) else { return draft }
        if let whole = valid(thing, in: draft) { return whole }
        // Of another form than what was created: what both have is shown.
        guard let object = body.object, let members = thing.object else { return draft }
        var mixed = body
        for member in members where object[member.key] != nil {
            var next = mixed
            if next.set(member.value, at: JSONPointer(tokens: [member.key])), valid(next, in: draft) != nil {
                mixed = next
            }
        }
        return valid(mixed, in: draft) ?? draft
    }

    private func valid(_ body: JSON, in draft: Draft) -> Draft? {
        var changed = draft
        changed.response.body = JSONWriter.compactBytes(body)
        changed.body = body
        return Judge.judge(changed.response, documentedBy: served.operation).failed ? nil : changed
    }

    private func locationIdentifier(_ draft: Draft) -> String? {
        guard let location = draft.response.headers.first("Location") else { return nil }
        return URLParts(location).path.split(separator: "/").last.map { Percent.decodeText($0) }
    }

    /// Identifiers that nothing has yet, of the same kind as one that stands in the answer.
    private func identifiers(like present: JSON) -> [JSON] {
        let number = store.nextNumber()
        switch present {
        case .number(let value): return [.number(JSONNumber((value.int ?? 0) + number)), .number(JSONNumber(number))]
        case .string(let text):
            if text.count == 36, text.count(where: { $0 == "-" }) == 4 {
                let digits = String(number, radix: 16)
                return [.string(text.dropLast(12) + String(repeating: "0", count: max(0, 12 - digits.count)) + digits)]
            }
            if let value = Int(text) { return [.string(String(value + number)), .string(String(number))] }
            return [.string("\(text)-\(number)"), .string("\(text)\(number)"), .string(String(number))]
        case .null, .bool, .array, .object: return []
        }
    }

    private static func json(_ draft: Draft) -> JSON? {
        draft.body ?? json(draft.response)
    }

    static func json(_ response: HTTPResponse) -> JSON? {
        guard MadeAnswer.type(of: response)?.isJSON == true else { return nil }
        return (try? JSONDocument(parsing: response.body)).map { JSON($0.root) }
    }

    private static func member(_ names: [String], of value: JSON) -> (name: String, value: JSON)? {
        guard let object = value.object else { return nil }
        for name in names { if let found = object[name] { return (name, found) } }
        return nil
    }

    private static func text(_ value: JSON) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): number.lexeme
        case .null, .bool, .array, .object: nil
        }
    }
}
