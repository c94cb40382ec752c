import AccordJSON
import AccordSchema

extension ContractLint {
    /// `querySchema` speaks of query items that there are.
    func reportQuerySchema(_ operation: Operation) {
        guard let source = operation.request.querySchema?.source else { return }
        let known = operation.request.query.map(\.name)
        var seen: Set<String> = []
        for name in Self.names(in: source) where !known.contains(where: { $0.isExactly(name.text) }) {
            guard seen.insert(name.text).inserted else { continue }
            reader.report(
                .undocumented, "“querySchema” speaks of “\(name.text)”, which “query” doesn't document",
                at: name.location,
                advice: Suggestion.nearest(to: name.text, in: known).map { "Did you mean “\($0)”?" }
                    ?? "Document it under “query”; what is forbidden is left out of it.")
        }
    }

    private struct Name {
        var text: String
        var location: SourceLocation
    }

    /// The names of the items, in all the schemas that hold for the whole query.
    private static func names(in source: JSONValue) -> [Name] {
        var names: [Name] = []
        var pending = [source]
        var count = 0
        while let schema = pending.popLast(), count < 256 {
            count += 1
            for node in SchemaView(schema).nodes {
                for member in node.members { read(member, &names, &pending) }
            }
        }
        return names
    }

    private static func read(_ member: JSONMember, _ names: inout [Name], _ pending: inout [JSONValue]) {
        func add(_ list: JSONValue) {
            names += list.elements.compactMap { element in
                element.string.map { Name(text: $0, location: SourceLocation(element)) }
            }
        }
        switch member.key {
        case "required": add(member.value)
        case "properties", "dependentSchemas", "dependentRequired":
            names += member.value.members.map { Name(text: $0.key, location: SourceLocation(keyOf: $0)) }
            if member.key == "dependentRequired" { member.value.members.forEach { add($0.value) } }
            if member.key == "dependentSchemas" { pending += member.value.members.map(\.value) }
        case "anyOf", "oneOf": pending += member.value.elements
        case "not", "if", "then", "else": pending.append(member.value)
        default: break
        }
    }

    /// The query items of a case go together.
    func reportTogether(_ query: [NamedValue], _ documented: RequestDescription, _ check: ValueCheck, _ id: String) {
        guard let schema = documented.querySchema else { return }
        let object = documented.queryObject(query) { named, parameter in
            if named.value.isNull { return .null }
            let filled = check.filled(named.value)
            // What isn't known yet could be anything.
            guard filled.isComplete, parameter.schema.isValid(filled.value) else { return nil }
            return filled.value
        } unnamed: { _ in
            nil
        }
        guard let object else { return }
        let location = query.first?.location ?? documented.location
        check.check(.object(object), schema, "the query of “\(id)”") { pointer in
            query.first { $0.name.isExactly(pointer.tokens.first ?? "") }?.location ?? location
        }
    }
}
