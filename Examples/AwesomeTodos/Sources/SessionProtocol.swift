// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// What the client needs of a session; `URLSession` has it.
public protocol SessionProtocol: Sendable {
    func dataTask(
        with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask
}

extension URLSession: SessionProtocol {}
