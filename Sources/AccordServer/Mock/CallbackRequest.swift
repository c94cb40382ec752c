// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The request of a documented callback or webhook.
struct CallbackRequest: Sendable {
    let callback: CallbackDescription

    /// Returns the request of the callback. Its URL is the value of the callback's runtime expression (OpenAPI), such
    /// as `$request.body#/url`.
    ///
    /// - Parameter pathValues: The path parameters of the request, percent-encoded.
    func request(
        causedBy request: HTTPRequest, _ response: HTTPResponse, _ pathValues: [String: String] = [:]
    ) throws(DescribedError) -> HTTPRequest {
        guard let expression = callback.expression else {
            throw DescribedError("the contract contains no URL for the webhook “\(callback.name)”")
        }
        let url = try Self.filled(expression) { text in
            Self.value(of: text, in: callback.operation, request, response, pathValues)
        }
        return try self.request(to: url)
    }

    /// Returns the documented request to a URL. Documented query parameters follow the URL's own query.
    func request(to url: String) throws(DescribedError) -> HTTPRequest {
        guard var request = try? callback.operation.exampleRequest() else {
            throw DescribedError("the contract allows no values for the request of “\(callback.name)”")
        }
        var parts = URLParts(url)
        if let documented = URLParts(request.url).query {
            parts.query = parts.query.map { "\($0)&\(documented)" } ?? documented
        }
        request.url = parts.description
        return request
    }

    /// Whether the host of a URL is this machine or an allowed host.
    static func isAllowed(_ url: String, _ hosts: Set<String>) -> Bool {
        let parts = URLParts(url)
        guard let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = parts.host?.lowercased()
        else { return false }
        return URLParts.isLoopback(host) || hosts.contains(host)
    }

    /// Returns a URL with the values of the runtime expressions in it. In a value that isn't the whole URL, encodes the
    /// characters that no URL contains.
    private static func filled(_ expression: String, _ value: (String) -> String?) throws(DescribedError) -> String {
        let pieces = OutputExpression.pieces(of: expression)
        var url = ""
        for piece in pieces {
            guard let text = piece.isExpression ? value(piece.text) : piece.text else {
                throw DescribedError("the expression “\(piece.text)” has no value in this request or response")
            }
            let isPart = piece.isExpression && pieces.count > 1
            url += isPart ? Percent.encode(text, keeping: .query.union("#")) : text
        }
        return url
    }

    /// Returns the value of a runtime expression: `$request.body#/url`, `$request.query.url`, `$request.path.id`,
    /// `$response.header.Location`, `$url`, `$method` or `$statusCode`.
    private static func value(
        of text: String, in operation: Operation, _ request: HTTPRequest, _ response: HTTPResponse,
        _ pathValues: [String: String]
    ) -> String? {
        guard let source = OutputExpression.source(text) else { return nil }
        if case .requestParameter(.path, let name) = source { return pathValues[name] }
        return OutputReader(operation, request, response).value(of: source)?.templateText
    }
}
