import AccordContract
import AccordCore

/// What pages of other origins need of an answer (the Fetch standard's CORS protocol).
enum CrossOrigin {
    /// The fields of an answer to a page of `origin`; what the contract says itself stands.
    static func fields(for origin: String, _ response: HTTPResponse) -> [HTTPField] {
        guard response.headers.first("Access-Control-Allow-Origin") == nil else { return [] }
        let exposed = response.headers.map(\.name).filter { $0.lowercased() != "content-type" }
        var fields = [
            HTTPField("Access-Control-Allow-Origin", origin), HTTPField("Access-Control-Allow-Credentials", "true"),
            HTTPField("Vary", "Origin"),
        ]
        if !exposed.isEmpty {
            fields.append(HTTPField("Access-Control-Expose-Headers", exposed.joined(separator: ", ")))
        }
        return fields
    }

    /// The answer to a preflight request.
    static func preflight(_ request: HTTPRequest, allowed: [String]) -> HTTPResponse {
        var response = HTTPResponse(
            status: 204,
            headers: [
                HTTPField("Access-Control-Allow-Methods", (allowed + ["OPTIONS"]).joined(separator: ", ")),
                HTTPField("Access-Control-Max-Age", "600"),
            ])
        if let wanted = request.headers.first("Access-Control-Request-Headers") {
            response.headers.append(HTTPField("Access-Control-Allow-Headers", wanted))
        }
        return response
    }
}
