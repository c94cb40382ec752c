// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Rules of a different format that judge and complete messages.
package protocol MessageJudge: MessageRules {
    func judge(_ request: HTTPRequest, baseURL: String) -> Judgement
    func judge(_ response: HTTPResponse) -> Judgement

    /// Returns a request with the values that the format generates.
    func filled(_ request: HTTPRequest, scope: Scope, baseURL: String) throws(SubstitutionError) -> HTTPRequest

    /// Returns a response with what the format adds to it.
    func completed(_ response: HTTPResponse) -> HTTPResponse
}

extension (any MessageRules)? {
    /// The rules as a judge. The modules that read a format without judging it, such as the generator, have none.
    package var asJudge: (any MessageJudge)? { self as? any MessageJudge }
}
