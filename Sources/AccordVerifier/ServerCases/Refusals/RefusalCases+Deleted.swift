// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension ServerCases {
    /// Adds requests to a deleted resource. Each case creates a resource, deletes the resource as a documented case
    /// does, and then sends a request to the deleted resource. Adds cases only if `base` is a DELETE of a resource that
    /// earlier cases create.
    mutating func addDeleted(_ base: Case) {
        guard base.operation.request.method == "DELETE", !base.producers.isEmpty, let life = CaseDraft(unfolding: base)
        else { return }
        func add(_ step: CaseStep, _ entry: String, _ place: String?, at location: SourceLocation, isAgain: Bool) {
            var draft = life
            draft.steps.append(step)
            let refusal = Refusal(
                reason: "the resource was deleted before", location: location, statuses: [404, 410],
                subject: isAgain ? .deletedAgain : .deleted)
            self.add(CaseDraft(refusing: Case(draft), entry, place, refusal))
        }
        add(base.last, "deleted-again", nil, at: base.location, isAgain: true)
        let made = Set(base.producers.map(\.id))
        for operation in contract.operations where Self.uses(operation, what: base.operation) {
            guard let user = documented.success(of: operation), user.steps.count == 1,
                user.producers.allSatisfy({ made.contains($0.id) }), user.definition.row == nil,
                Self.names(base.last, in: user.steps[0])
            else { continue }
            var step = user.steps[0]
            step.security = user.requirements(of: 0)
            // A repeated DELETE may succeed, because DELETE is idempotent.
            let isAgain = operation.request.method == "DELETE"
            add(step, "deleted", operation.id, at: user.location, isAgain: isAgain)
        }
    }

    /// Returns whether an operation reads or changes the deleted resource, or a resource below its path.
    private static func uses(_ operation: Operation, what deletion: Operation) -> Bool {
        let request = operation.request
        let (shape, deleted) = (request.path.shape, deletion.request.path.shape)
        let isBelow =
            shape.hasPrefix(deleted) && (deleted.hasSuffix("/") || shape.dropFirst(deleted.count).first == "/")
        guard operation.id != deletion.id, isBelow || shape == deleted else { return false }
        switch request.method {
        case "GET", "HEAD", "POST", "DELETE": return true
        // Excludes PUT and PATCH if 201 is documented, because these methods may create the resource again (RFC 9110
        // section 9.3.4, RFC 5789 section 2).
        case "PUT", "PATCH": return operation.response(for: 201).map { $0.status == .any } ?? true
        default: return false
        }
    }

    /// Returns whether a request has the same path parameters as the request that deletes the resource.
    private static func names(_ deletion: CaseStep, in user: CaseStep) -> Bool {
        let deletedValues = values(deletion)
        return deletedValues.allSatisfy { $0 != nil }
            && values(user).prefix(deletedValues.count).elementsEqual(deletedValues)
    }

    /// Returns the values of a request's path parameters, from left to right.
    private static func values(_ step: CaseStep) -> [JSON?] {
        step.operation.request.path.parameterNames.map { name in
            step.request?.pathParameters.first { $0.name == name }.map { JSON($0.value) }
        }
    }
}
