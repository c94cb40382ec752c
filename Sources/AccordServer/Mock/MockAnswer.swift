// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordSchema

/// What a mock sends in reply to a request, with the contract violations of the request.
package struct MockAnswer: Sendable {
    package var response: HTTPResponse
    /// The operation of the request, or `nil` if no contract documents it.
    var served: ServedOperation?
    /// The id of the case that provided the response, or `nil` if no case did.
    package var caseID: String?
    /// The step of a case that the request matches, or `nil` if it matches no case.
    var match: DocumentedExchange?
    /// Whether the request chose this response with `Prefer`.
    var isPreferred = false
    /// The contract violations of the request.
    package var findings: [Finding] = []
    /// The fault that the mock causes instead of the response, such as a connection reset.
    package var fault: Fault?
    /// The delay of the response, in seconds.
    var wait: Double = 0

    init(_ response: HTTPResponse, _ served: ServedOperation? = nil) {
        self.response = response
        self.served = served
    }

    /// Whether the request matches the case that provided the response.
    package var isCase: Bool { match != nil && caseID != nil }
    /// The key of the case that the request matches: `todos.json#login/creates a token`
    var caseKey: String? { isCase ? match?.key : nil }
    package var operation: Operation? { served?.operation }
}

/// The header fields that web pages of other origins require (the CORS protocol of the Fetch standard).
enum CrossOrigin {
    /// Returns the CORS header fields for a web page from `origin`. Returns an empty list if the response already has
    /// CORS header fields.
    static func fields(for origin: String, _ response: HTTPResponse) -> [HTTPField] {
        guard response.headers.first("Access-Control-Allow-Origin") == nil else { return [] }
        var fields = [
            HTTPField("Access-Control-Allow-Origin", origin), HTTPField("Access-Control-Allow-Credentials", "true"),
            HTTPField("Vary", "Origin"),
        ]
        let exposed = response.headers.map(\.name).filter { $0.lowercased() != "content-type" }
        if !exposed.isEmpty {
            fields.append(HTTPField("Access-Control-Expose-Headers", exposed.joined(separator: ", ")))
        }
        return fields
    }

    /// Returns the response to a preflight request.
    static func preflight(_ request: HTTPRequest, allowed: [String]) -> HTTPResponse {
        var response = HTTPResponse(
            status: 204,
            headers: [
                HTTPField("Access-Control-Allow-Methods", (allowed + ["OPTIONS"]).joined(separator: ", ")),
                HTTPField("Access-Control-Max-Age", "600"),
            ])
        if let fields = request.headers.first("Access-Control-Request-Headers") {
            response.headers.append(HTTPField("Access-Control-Allow-Headers", fields))
        }
        return response
    }
}
