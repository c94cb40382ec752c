import AccordJSON
import AccordSchema

extension ContractLint {
    /// A case asks what its operation documents, with values that satisfy the schemas.
    func reportRequest(_ step: StepDefinition, _ subject: LintedCase) {
        guard let request = step.request, let operation = contract.operation(step.operationID) else { return }
        guard !subject.mayBreakRequest(step) else { return }
        let documented = operation.request
        let check = ValueCheck(reader, .requestValue, subject)
        report(request.pathParameters, documented.pathParameters, .path, check)
        report(request.query, documented.query, .query, check, others: schemeNames(.query))
        reportTogether(request.query, documented, check, subject.id)
        report(request.cookies, documented.cookies, .cookie, check, others: schemeNames(.cookie))
        let headers = ["accept", "authorization", "content-type"] + schemeNames(.header).map { $0.lowercased() }
        report(request.headers, documented.headers, .header, check, others: headers)
        let contentType = Self.header("content-type", in: request.headers)
        let body = LintedBody(request.body, documented.body, contentType, "the request of “\(subject.id)”")
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

    /// Each value is documented and satisfies its schema.
    func report(
        _ values: [NamedValue], _ documented: [Parameter], _ place: Parameter.Place, _ check: ValueCheck,
        others: [String] = []
    ) {
        for named in values {
            guard let parameter = documented.first(where: { place.areSame($0.name, named.name) }) else {
                if others.contains(where: { place.areSame($0, named.name) }) { continue }
                reportUndocumented(named, documented.map(\.name), place)
                continue
            }
            report(named, parameter, check)
        }
    }

    private func reportUndocumented(_ named: NamedValue, _ known: [String], _ place: Parameter.Place) {
        let advice =
            Suggestion.nearest(to: named.name, in: known).map { "Did you mean “\($0)”?" }
            ?? "Document it in the operation, or take it out of the case."
        reader.report(
            .undocumented, "the operation documents no \(place.title) “\(named.name)”", at: named.value,
            advice: advice)
    }

    private func report(_ named: NamedValue, _ parameter: Parameter, _ check: ValueCheck) {
        let what = "the \(parameter.place.title) “\(named.name)”"
        if named.value.isNull, !parameter.types.contains(.null) || parameter.place != .path {
            // null says that it isn't there.
            guard parameter.isRequired else { return }
            let note = Diagnostic.Note("documented here", at: parameter.location)
            reader.report(
                check.rule, "\(what) is required, and null leaves it out", at: named.value, notes: [note],
                advice: "A case for the server alone may, if the answer is 4xx; or document it with "
                    + "\"required\": false.")
            return
        }
        let isLines = parameter.place == .header && named.value.kind == .array && !parameter.types.contains(.array)
        if isLines {
            for line in named.value.elements { check.checkText(line, parameter.schema, what) }
        } else {
            check.checkText(named.value, parameter.schema, what)
        }
    }
}
