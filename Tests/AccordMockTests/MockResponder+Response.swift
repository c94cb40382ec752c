// SPDX-License-Identifier: Apache-2.0
import AccordCore

@testable import AccordServer

extension MockResponder {
    /// Returns the response to a request with an absolute URL.
    func response(to request: HTTPRequest) -> HTTPResponse {
        let parts = URLParts(request.url)
        let path = parts.path.isEmpty ? "/" : parts.path
        return answer(to: request, target: parts.query.map { "\(path)?\($0)" } ?? path).response
    }
}
