// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The request to send after a redirect (RFC 9110 section 15.4).
package struct RedirectedRequest: Sendable {
    /// The maximum number of redirects to follow in one step. Accord doesn't follow a further redirect, but checks it
    /// like the final response of the step.
    static let limit = 10

    package let request: HTTPRequest

    /// Creates the redirected request, or returns `nil` if the response isn't a redirect with a valid URL. A server
    /// with a different origin receives no credentials.
    ///
    /// - Parameter schemes: The security schemes of the contract, which name the header fields with API keys.
    package init?(_ request: HTTPRequest, answered response: HTTPResponse, schemes: [SecurityScheme]) {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers.first("Location")
        else { return nil }
        var target = URLParts(request.url).resolving(location)
        guard ["http", "https"].contains(target.scheme?.lowercased()) else { return nil }
        target.fragment = nil
        var next = request
        next.url = target.description
        let losesBody: Bool
        switch response.status {
        case 303: losesBody = request.method != "HEAD"
        case 301, 302: losesBody = request.method == "POST"
        default: losesBody = false
        }
        if losesBody {
            next.method = "GET"
            next.body = []
            next.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        if !URLParts(request.url).hasOrigin(of: target) {
            let keys = schemes.compactMap(\.carrier).filter { $0.place == .header }.map(\.name)
            let names = ["Authorization", "Proxy-Authorization", "Cookie"] + keys
            next.headers.removeAll { field in names.contains(where: field.isNamed) }
            next.digest = nil
        }
        self.request = next
    }
}
