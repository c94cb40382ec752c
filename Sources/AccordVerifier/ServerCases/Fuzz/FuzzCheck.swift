// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Checks whether the contract allows a request that Accord generated.
final class FuzzCheck: Sendable {
    private let base: Case
    private let stated: RequestDefinition
    private let scope: Scope
    private let server: String

    init(_ base: Case, stated: RequestDefinition) {
        self.base = base
        self.stated = stated
        scope = base.sampleScope(stated)
        server = base.operation.exampleServer
    }

    /// Returns the request as it could be sent. In a run, some values come from earlier responses. This function uses
    /// documented examples instead.
    func example(_ request: FuzzRequest) -> HTTPRequest? {
        guard !request.isAmbiguous(in: base) else { return nil }
        let testCase = base.with { $0.last.request = request.definition(in: base, stated: stated) }
        guard var example = try? testCase.request(testCase.lastStep, scope: scope, baseURL: server) else { return nil }
        if let type = request.contentType {
            example.headers.removeAll { $0.name.isFieldName("Content-Type") }
            example.headers.append(HTTPField("Content-Type", type))
        }
        return example
    }

    /// Returns whether a server must accept a request. Returns `false` if the body is required but empty, because a
    /// server may reject an empty body.
    func isAllowed(_ request: FuzzRequest) -> Bool {
        guard let example = example(request), faults(of: example).isEmpty, namesSchemas(example) else { return false }
        return !example.body.isEmpty || base.operation.request.body?.isRequired != true
    }

    /// Whether each discriminator in a JSON body names a schema of its object.
    private func namesSchemas(_ request: HTTPRequest) -> Bool {
        guard let type = request.headers.mediaType, type.isJSON,
            let schema = base.operation.request.body?.content.covering(type)?.schema, schema.hasDiscriminator,
            let body = request.jsonBody
        else { return true }
        return schema.admits(body)
    }

    /// Returns the violations of the contract that a request contains.
    func faults(of request: HTTPRequest) -> Set<Violation> { Violation.all(in: request, base.operation) }

    /// Returns whether the server must reject a request, because the request violates the contract.
    ///
    /// - Parameter router: Finds the operation that documents the request's path. A violation may have changed the
    ///   path.
    func isRefused(_ request: FuzzRequest, by router: Router) -> Bool {
        example(request).map { Violation.isBroken($0, by: router) } ?? false
    }

    /// The status codes that don't depend on a schema: a missing, conflicting, deleted, changed or locked resource, a
    /// range that the resource doesn't have, a missing condition, and too many requests (RFC 9110 section 15.5, RFC
    /// 4918, RFC 6585).
    private static let unforeseen: Set<Int> = [404, 409, 410, 412, 416, 423, 428, 429]

    /// Returns the documented 4xx status codes that a valid request may receive, such as 404 for a missing resource.
    /// Also returns the 4xx status codes that documented cases with valid requests expect.
    static func tolerated(_ operation: Operation, _ documented: [Case]) -> Set<Int> {
        var statuses = unforeseen.filter { operation.response(for: $0) != nil }
        // Tolerates a 401 or 403 that the operation documents exactly, because schemas don't describe permissions.
        statuses.formUnion([401, 403].filter { operation.response(for: $0)?.status == .exact($0) })
        for testCase in documented where testCase.appliesTo != .client && testCase.steps.count == 1 {
            guard let status = testCase.last.documented?.status, (400...499).contains(status),
                !statuses.contains(status), testCase.definition.security == nil,
                let request = testCase.lastRequest, !Violation.isBroken(request, operation)
            else { continue }
            statuses.insert(status)
        }
        return statuses
    }
}
