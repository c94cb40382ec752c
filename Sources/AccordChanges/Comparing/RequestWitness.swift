// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The smallest request of an operation. If the old document allows the request and the new document rejects it, the
/// request proves that a change breaks clients.
struct RequestWitness {
    private let operation: Operation
    private let request: HTTPRequest

    /// Creates the smallest request that the old document allows.
    ///
    /// - Parameters:
    ///   - operation: the operation of the old document.
    ///   - content: the media type of the body, or `nil` for the first documented media type.
    ///   - hasBody: whether the request has a body, if the operation documents one.
    init(_ operation: Operation, content: MediaTypeDescription? = nil, hasBody: Bool = true) {
        var description = operation.request
        if let content { description.body?.content = [content] }
        if !hasBody { description.body = nil }
        let changed = operation.with(request: description)
        self.operation = operation
        request = ExpectedRequest(documentedBy: changed, baseURL: "").build()
    }

    private var isAllowed: Bool { !Judge.judge(request, documentedBy: operation).failed }

    /// Returns the operation of the new document that receives the request.
    func receiver(in router: Router) -> Operation? {
        router.route(method: request.method, path: URLParts(request.url).path).matches.first?.operation
    }

    /// Returns the request as text if the old document allows the request and the new document rejects it, or has no
    /// operation for it. Otherwise, returns `nil`.
    func text(rejectedBy newer: Operation?) -> String? {
        let isRejected = newer.map { newer in
            Judge.judge(request, documentedBy: newer, ratherThan: operation).contains { $0.severity == .error }
        }
        return isAllowed && isRejected ?? true ? text : nil
    }

    /// Returns the request as text, followed by the names of the security schemes of its credentials.
    func text(with credentials: [SecurityRequirement.Use]) -> String {
        if credentials.isEmpty { return "\(text) without credentials" }
        let names = credentials.map { use in
            use.scopes.isEmpty ? "“\(use.scheme)”" : "“\(use.scheme)” for \(use.scopes.joined(separator: ", "))"
        }
        return "\(text) with \(names.joined(separator: " and "))"
    }

    /// The request as text: the method, the path with its query, the header fields and the body.
    private var text: String {
        let url = URLParts(request.url)
        var parts = ["\(request.method) \(url.path)\(url.query.map { "?\($0)" } ?? "")"]
        parts += request.headers.map { "\($0.name): \($0.value)" }
        if !request.body.isEmpty, let body = String(utf8: request.body) { parts.append(body) }
        return parts.joined(separator: ", ")
    }
}
