// SPDX-License-Identifier: Apache-2.0
import AccordSchema

extension ContractLint {
    /// Reports values in a case's request that the operation doesn't document or that don't match their schemas.
    func reportRequest(_ step: StepDefinition, _ subject: LintedCase) {
        guard let request = step.request, let operation = contract.operation(step.operationID) else { return }
        // If a case expects the server to reject the request, the request may violate its schema.
        if subject.definition.appliesTo == .server, let status = step.response.status, (400..<500).contains(status) {
            return
        }
        let documented = operation.request
        let check = ValueCheck(reader, .requestValue, subject)
        report(request.pathParameters, documented.pathParameters, .path, check)
        report(request.query, documented.query, .query, check, others: schemeNames(.query))
        reportTogether(request.query, documented, check, subject.id)
        report(request.cookies, documented.cookies, .cookie, check, others: schemeNames(.cookie))
        let headers = ["accept", "authorization", "content-type"] + schemeNames(.header).map { $0.lowercased() }
        report(request.headers, documented.headers, .header, check, others: headers)
        let contentType = Self.header("content-type", in: request.headers)
        let body = LintedBody(
            definition: request.body, documented: documented.body, contentType: contentType,
            subject: "the request of “\(subject.id)”")
        report(body, check)
        report(request.asserts, on: request.body, check)
    }

    static func header(_ name: String, in headers: [NamedValue]) -> JSONValue? {
        headers.first { $0.name.lowercased() == name }?.value
    }

    private func schemeNames(_ place: Parameter.Place) -> [String] {
        contract.securitySchemes.compactMap { scheme in
            guard case .apiKey(place, let name) = scheme.kind else { return nil }
            return name
        }
    }

    /// Checks the parameters that one part of the request contains, such as the query.
    func report(
        _ values: [NamedValue], _ documented: [Parameter], _ place: Parameter.Place, _ check: ValueCheck,
        others: [String] = []
    ) {
        for named in values {
            if let parameter = documented.first(where: { place.areSame($0.name, named.name) }) {
                report(named, parameter, check)
            } else if !others.contains(where: { place.areSame($0, named.name) }) {
                let title = place.title
                reader.report(
                    .undocumented, "the operation documents no \(title) “\(named.name)”", at: named.value,
                    advice: Suggestion.didYouMean(
                        named.name, in: documented.map(\.name),
                        otherwise: "Document the \(title) in the operation, or remove the \(title) from the case."))
            }
        }
    }

    private func report(_ named: NamedValue, _ parameter: Parameter, _ check: ValueCheck) {
        let subject = "the \(parameter.place.title) “\(named.name)”"
        if named.value.isNull, !parameter.types.contains(.null) || parameter.place != .path {
            // If the case gives a parameter the value `null`, the request omits the parameter.
            guard parameter.isRequired else { return }
            let note = Diagnostic.Note("documented here", at: parameter.location)
            return reader.report(
                check.rule, "\(subject) is required, but the case omits it with the value null", at: named.value,
                notes: [note],
                advice: "If the case expects a 4xx, add \"appliesTo\": \"server\". "
                    + "Otherwise, document the parameter with \"required\": false.")
        }
        let isLines = parameter.place == .header && named.value.kind == .array && !parameter.types.contains(.array)
        if isLines {
            for line in named.value.elements { check.checkText(line, parameter.schema, subject) }
        } else {
            check.checkText(named.value, parameter.schema, subject)
        }
    }

    /// Reports query parameters that `querySchema` mentions and `query` doesn't document.
    func reportQuerySchema(_ operation: Operation) {
        guard let source = operation.request.querySchema?.source else { return }
        let known = operation.request.query.map(\.name)
        var seen: Set<String> = []
        for name in Self.names(in: source) where !known.contains(where: { $0.isExactly(name.value) }) {
            guard seen.insert(name.value).inserted else { continue }
            reader.report(
                .undocumented, "“querySchema” names “\(name.value)”, which “query” doesn't document", at: name.location,
                advice: Suggestion.didYouMean(
                    name.value, in: known,
                    otherwise: "Document the parameter under “query”. Its schema must not be false."))
        }
    }

    /// Returns the names of query parameters that `querySchema` mentions.
    private static func names(in source: JSONValue) -> [Located<String>] {
        var names: [Located<String>] = []
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

    private static func read(_ member: JSONMember, _ names: inout [Located<String>], _ pending: inout [JSONValue]) {
        func add(_ list: JSONValue) {
            names += list.elements.compactMap { element in
                element.string.map { Located($0, at: SourceLocation(element)) }
            }
        }
        switch member.key {
        case "required": add(member.value)
        case "properties", "dependentSchemas", "dependentRequired":
            names += member.value.members.map { Located($0.key, at: SourceLocation(keyOf: $0)) }
            if member.key == "dependentRequired" { member.value.members.forEach { add($0.value) } }
            if member.key == "dependentSchemas" { pending += member.value.members.map(\.value) }
        case "anyOf", "oneOf": pending += member.value.elements
        case "not", "if", "then", "else": pending.append(member.value)
        default: break
        }
    }

    /// Checks all query parameters of a case together against `querySchema`.
    func reportTogether(_ query: [NamedValue], _ documented: RequestDescription, _ check: ValueCheck, _ id: String) {
        guard let schema = documented.querySchema else { return }
        let object = documented.queryObject(query) { named, parameter in
            if named.value.isNull { return .null }
            let filled = check.filled(named.value)
            // If the value of a template is unknown before the run, the query can't be checked.
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
