// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Adds cases to an OpenAPI document, which documents no cases. Cases come from examples, or from schemas if there are
/// no examples. A link adds a case that uses a value from the response of an earlier case.
///
/// A contract in a different format gets only the cases of links, and only if `infersFlows` is `true`.
package struct ImpliedCases {
    /// The contract with the added cases after the documented cases.
    package private(set) var contract: Contract
    /// Diagnostics about examples and links that Accord can't use.
    package private(set) var diagnostics: [Diagnostic] = []
    /// Descriptions of the links that follow from the paths: `add_book → get_book, using “id” in the response body`.
    package private(set) var inferred: [String] = []

    /// - Parameter infersFlows: Whether paths such as `/users` and `/users/{id}` imply a link: the id in the response
    ///   to POST `/users` is the path parameter.
    package init(_ contract: Contract, infersFlows: Bool = false) {
        self.contract = contract
        let isImplied = contract.operations.contains { $0.cases.contains { $0.origin != .written } }
        guard !isImplied, contract.origin == .openAPI || infersFlows else { return }
        if contract.origin == .openAPI {
            self.contract.operations = contract.operations.map { operation in
                var examples = ExampleCases(operation)
                defer { diagnostics += examples.diagnostics }
                var cases = operation.cases
                var names = Set(cases.map(\.name))
                cases += examples.cases.filter { names.insert($0.name).inserted }
                if !cases.contains(where: Self.succeeds), let main = examples.main(), names.insert(main.name).inserted {
                    cases.append(main)
                }
                return operation.with(cases: cases)
            }
        }
        var links = DocumentedLinks(self.contract)
        if infersFlows { links.infer() }
        diagnostics += links.diagnostics
        inferred = links.inferred
        self.contract.operations = LinkedCases(self.contract, links).operations
    }

    /// Whether the case tests a server, and expects a successful response.
    private static func succeeds(_ definition: CaseDefinition) -> Bool {
        guard definition.appliesTo != .client, let status = definition.steps.last?.response.status else { return false }
        return (200..<300).contains(status)
    }
}

extension Contract { package var withImpliedCases: Contract { ImpliedCases(self).contract } }

/// Adds cases for links. The first case creates a resource. The next cases use the values in its response. The last
/// case requests the resource after its deletion.
struct LinkedCases {
    private(set) var operations: [Operation]
    private var places: [String: Int] = [:]

    init(_ contract: Contract, _ links: DocumentedLinks) {
        operations = contract.operations
        for (index, operation) in operations.enumerated() where places[operation.id] == nil {
            places[operation.id] = index
        }
        let bySource = Dictionary(grouping: links.links, by: \.source)
        // A resource exists before its parts, and longer.
        let depths = Set(contract.operations.map { $0.request.path.parameterNames.count }).sorted()
        let sources = depths.flatMap { depth in
            contract.operations.filter { $0.request.path.parameterNames.count == depth }.compactMap { bySource[$0.id] }
        }
        let flows = sources.compactMap { add($0) }
        var deletions: [String: [Located<String>]] = [:]
        for flow in flows.reversed() {
            let parts = flow.links.flatMap { deletions[$0.target] ?? [] }
            deletions[flow.links[0].source] = addDeletions(flow, after: parts)
        }
    }

    /// The links from a case that creates a resource, and the ids of this case and of the cases that change the ETag.
    private struct Flow {
        var links: [DocumentedLinks.Link]
        var cases: [Located<String>]
    }

    /// Adds the cases that use a resource, except its deletion.
    private mutating func add(_ links: [DocumentedLinks.Link]) -> Flow? {
        guard let place = places[links[0].source] else { return nil }
        var cases = operations[place].cases
        // Find the first case that tests servers and whose response contains the values of the links. A case that
        // follows a link has precedence over a generated path, which may name no resource.
        let usable = cases.indices.filter { index in
            let definition = cases[index]
            return definition.appliesTo != .client && (definition.after.isEmpty || definition.origin == .linked)
                && definition.steps.count == 1 && definition.steps[0].response.status == links[0].status
        }
        let linked = usable.first { cases[$0].origin == .linked }
        guard let plain = usable.first else { return nil }
        let first = cases[plain].hasGeneratedRequest ? linked ?? plain : plain
        let producer = "\(operations[place].id)/\(cases[first].name)"
        let matching = links.filter { $0.status == links[0].status }
        let tag = tag(of: links[0])
        for output in matching.flatMap(\.outputs) + (tag.map { [$0] } ?? [])
        where !cases[first].steps[0].outputs.contains(where: { $0.name == output.name }) {
            cases[first].steps[0].outputs.append(output)
        }
        operations[place] = operations[place].with(cases: cases)
        var flow = Flow(links: matching, cases: [Located(producer, at: links[0].location)])
        for link in matching where !isDeleting(link) {
            // A request that needs the current ETag follows the changes so far.
            let needsTag = places[link.target].map { operations[$0].precondition?.isRequired == true } ?? false
            let earlier = needsTag ? flow.cases : [flow.cases[0]]
            guard let id = add(link, "after \(link.source)", after: earlier), tag != nil else { continue }
            flow.cases.append(Located(id, at: link.location))
        }
        return flow
    }

    /// Adds the cases that delete the resource after the deletion of its parts, and returns their ids.
    private mutating func addDeletions(_ flow: Flow, after parts: [Located<String>]) -> [Located<String>] {
        var earlier = flow.cases + parts
        for link in flow.links where isDeleting(link) {
            guard let id = add(link, "after \(link.source)", after: earlier) else { continue }
            earlier.append(Located(id, at: link.location))
            addGone(flow.links, link, after: earlier)
        }
        return Array(earlier.dropFirst(flow.cases.count + parts.count))
    }

    /// Returns the output for the ETag of the created resource, if the response requires the header field.
    private func tag(of link: DocumentedLinks.Link) -> Output? {
        guard let source = places[link.source].map({ operations[$0] }),
            source.response(for: link.status)?.headers.contains(where: { $0.isRequired && $0.name.isFieldName("ETag") })
                == true
        else { return nil }
        return Output(
            name: DocumentedLinks.outputName(source, "ETag"), location: link.location, source: .responseHeader("ETag"))
    }

    private func isDeleting(_ link: DocumentedLinks.Link) -> Bool {
        places[link.target].map { operations[$0].request.method == "DELETE" } ?? false
    }

    /// Adds a case that uses the values of a link, and returns the id of the case.
    private mutating func add(
        _ link: DocumentedLinks.Link, _ name: String, after: [Located<String>], status: Int? = nil
    ) -> String? {
        guard let place = places[link.target] else { return nil }
        let operation = operations[place]
        let made = MadeRequest(operation).values { $0.name == nil }
        var request = made.definition
        link.fill(&request)
        let tag = tag(of: link)
        if let tag, let precondition = operation.precondition, precondition.isRequired {
            request.set(NamedValue(tag, precondition.name), in: .header)
        }
        var linked = Set(link.values.map { "the \($0.place.rawValue) parameter “\($0.name)”" })
        if link.body != nil { linked.insert("the body") }
        guard made.impossible.allSatisfy(linked.contains) else { return nil }
        // A server may reject a generated body for reasons that the schema doesn't express. A request without generated
        // values must succeed.
        let isStrict = status != nil || !made.hasMadeBody && !link.isForPart && made.missing.allSatisfy(linked.contains)
        let isExpected: (ExpectedAnswer) -> Bool = { answer in status.map { $0 == answer.status } ?? answer.isSuccess }
        guard let expected = operation.expectedAnswers.first(where: isExpected) else { return nil }
        let caseName = operation.cases.contains { $0.name == name } ? "\(name) 2" : name
        var definition = CaseDefinition(
            name: caseName, location: link.location, after: after,
            steps: [
                StepDefinition(
                    operationID: operation.id, location: link.location, request: request,
                    response: expected.definition(nil, isStrict: isStrict))
            ], origin: .linked)
        definition.hasGeneratedRequest = true
        // A change results in a new ETag, which the next request needs.
        let isTagged = expected.response.headers.contains { $0.isRequired && $0.name.isFieldName("ETag") }
        if let tag, isTagged, !link.isForPart { definition.steps[0].outputs.append(tag) }
        if status != nil { definition.appliesTo = .server }
        operations[place] = operation.with(cases: operation.cases + [definition])
        return "\(operation.id)/\(caseName)"
    }

    /// Adds a case that requests the resource after its deletion, if the document describes the response.
    private mutating func addGone(
        _ links: [DocumentedLinks.Link], _ deleting: DocumentedLinks.Link, after: [Located<String>]
    ) {
        // With 202, the server may delete the resource later (RFC 9110, section 15.3.3).
        let deletion = places[deleting.target].map { operations[$0].responses.map(\.status) } ?? []
        guard !deletion.contains(.exact(202)) else { return }
        for link in links where !link.isForPart {
            guard let place = places[link.target], operations[place].request.method == "GET" else { continue }
            let documented = operations[place].responses.map(\.status)
            guard let status = [404, 410].first(where: { documented.contains(.exact($0)) }) else { continue }
            _ = add(link, "after \(deleting.target)", after: after, status: status)
        }
    }
}
