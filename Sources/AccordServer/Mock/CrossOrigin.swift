// SPDX-License-Identifier: Apache-2.0
import AccordCore

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

    /// Returns a list of methods with OPTIONS, which the mock supports for each path.
    static func list(_ methods: [String]) -> String {
        (methods + (methods.contains("OPTIONS") ? [] : ["OPTIONS"])).joined(separator: ", ")
    }

    /// Returns the response to a preflight request.
    static func preflight(_ request: HTTPRequest, allowed: [String]) -> HTTPResponse {
        var response = HTTPResponse(
            status: 204,
            headers: [
                HTTPField("Access-Control-Allow-Methods", list(allowed)), HTTPField("Access-Control-Max-Age", "600"),
            ])
        if let fields = request.headers.first("Access-Control-Request-Headers") {
            response.headers.append(HTTPField("Access-Control-Allow-Headers", fields))
        }
        return response
    }
}
