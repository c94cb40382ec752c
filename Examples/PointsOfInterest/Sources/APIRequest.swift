// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// How one request is made of its input, and its answer read.
public protocol APIRequest: Sendable {
    associatedtype Input: Sendable
    associatedtype Output: Sendable

    func makeRequest(from input: Input) throws -> URLRequest
    func parseResponse(_ data: Data) throws -> Output
}

/// Loads requests of one kind on a session.
public final class APIRequestLoader<Request: APIRequest>: Sendable {
    private let request: Request
    private let session: URLSession

    public init(_ request: Request, session: URLSession = .shared) {
        self.request = request
        self.session = session
    }

    /// Sends the request and reads its answer; throws what stands in the way.
    public func load(_ input: Request.Input) async throws -> Request.Output {
        let (data, response) = try await session.data(for: request.makeRequest(from: input))
        guard let response = response as? HTTPURLResponse, (200..<300).contains(response.statusCode) else {
            throw APIError.status((response as? HTTPURLResponse)?.statusCode ?? 0)
        }
        return try request.parseResponse(data)
    }
}

/// Why a request couldn't be made, or its answer not be used.
public enum APIError: Error, Equatable {
    case invalidCoordinate
    case status(Int)
}
