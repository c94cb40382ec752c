// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Derives cases that test HTTP's conventions: HEAD responds like GET, a request with a current `ETag` receives a 304,
/// and `Allow` lists the documented methods.
extension ServerCases {
    mutating func addConventions() {
        let normalCase = documented.cases(of: operation).first { $0.isHeld && $0.steps.count == 1 && $0.isWhole }
        guard let base = normalCase ?? documented.success(of: operation) else { return }
        switch operation.request.method {
        case "GET":
            addHead(base)
            addUnchanged(base)
        case "OPTIONS":
            let allowed = AllowedMethods(base, contract, router)
            add(base, "allow", .allow(allowed), "the response to OPTIONS lists the path's methods in Allow")
        default: break
        }
    }

    /// Adds a HEAD request, unless the contract documents a HEAD with requirements of its own.
    private mutating func addHead(_ base: Case) {
        let head = "http.head"
        guard let url = base.lastRequest?.url else { return omit(head, Omission.unknownRequest(base, contract)) }
        let isAlike = router.route(method: "HEAD", path: URLParts(url).path).matches.allSatisfy { match in
            match.operation.hasRequest(alike: operation)
                && (base.last.documented?.status).map { match.operation.response(for: $0) != nil } == true
        }
        guard isAlike else { return }
        guard base.definition.poll == nil else {
            return omit(head, "the case has “poll”, so the responses to GET and HEAD may differ")
        }
        guard base.last.request?.headers.contains(where: { $0.name.isFieldName("Range") }) != true else {
            return omit(head, "a server ignores Range in a HEAD request (RFC 9110, section 14.2)")
        }
        var described = operation.request
        described.method = "HEAD"
        var step = base.steps[base.lastStep]
        step.operation = operation.with(request: described)
        // Asks the server to close the connection (RFC 9112 section 9.6). Accord can then detect content that wrongly
        // follows the header section.
        step.request = base.lastDefinition
        step.request?.set(NamedValue.made("Connection", "close", at: step.location), in: .header)
        add(
            base, "head", .head, "the response to HEAD has the same status and header fields as the response to GET",
            then: step)
    }

    private mutating func addUnchanged(_ base: Case) {
        guard base.isWhole, base.definition.poll == nil else { return }
        for validator in validators(base) {
            var step = base.steps[base.lastStep]
            let read = Output(
                name: "http.validator", location: step.location, source: .responseHeader(validator.rawValue))
            step.request = base.lastDefinition
            step.request?.set(NamedValue(read, validator.condition), in: .header)
            add(
                base, validator.condition.lowercased(), .unchanged(validator),
                "a request with the \(validator.rawValue) of unchanged content receives a 304", then: step,
                reading: read)
        }
    }

    /// Returns the header fields `ETag` and `Last-Modified` if the successful response documents them, or `ETag` if a
    /// 304 is documented.
    private func validators(_ base: Case) -> [HTTPConvention.Validator] {
        guard let status = base.last.documented?.status else { return [] }
        let documented = operation.response(for: status)?.headers.filter { !$0.isForbidden } ?? []
        let documentedValidators = [HTTPConvention.Validator.etag, .lastModified].filter { validator in
            documented.contains { $0.name.isFieldName(validator.rawValue) }
        }
        return documentedValidators.isEmpty && operation.documentsNotModified ? [.etag] : documentedValidators
    }

    /// Adds a case that consists of the steps of `base` and, if specified, one more step.
    private mutating func add(
        _ base: Case, _ entry: String, _ convention: HTTPConvention, _ reason: String, then step: CaseStep? = nil,
        reading output: Output? = nil
    ) {
        var draft = CaseDraft(
            deriving: base.draft, "\(operation.id)~http.\(entry)", .convention(entry), .mustTolerate, reason)
        draft.location = base.location
        draft.last.outputs = output.map { [$0] } ?? []
        if var step {
            step.outputs = []
            draft.steps.append(step)
        }
        draft.last.answer = .convention(convention)
        add(draft)
    }
}

extension Operation {
    /// Whether every request of `other` is a valid request of this operation, apart from its method.
    fileprivate func hasRequest(alike other: Operation) -> Bool {
        let known = other.request.parameters.map(\.name)
        return security.map { $0.uses.map(\.scheme) } == other.security.map { $0.uses.map(\.scheme) }
            && request.parameters.allSatisfy { !$0.isRequired || known.contains($0.name) }
    }
}

extension Case {
    /// Whether the case expects a 2xx response to a normal request: its last request has no conditions or ranges.
    fileprivate var isWhole: Bool {
        guard let status = self.last.documented?.status else { return false }
        let conditions = ["if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "range"]
        let names = self.last.request?.headers.map { $0.name.lowercased() } ?? []
        return (200...299).contains(status) && !names.contains(where: conditions.contains)
    }
}
