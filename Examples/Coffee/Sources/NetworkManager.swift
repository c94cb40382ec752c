// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Fetches JSON into a type of the caller's, with a `Result` for a completion handler.
public final class NetworkManager: Sendable {
    private let session: URLSession

    public init(session: URLSession = .shared) {
        self.session = session
    }

    /// Fetches `url`; any status from 200 up to 399 counts as an answer.
    public func fetchData<Value: Decodable & Sendable>(
        for url: URL, dataType: Value.Type, completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        session.dataTask(with: url) { data, response, error in
            completion(Result { try Self.value(of: data, response, error) })
        }
        .resume()
    }

    private static func value<Value: Decodable>(
        of data: Data?, _ response: URLResponse?, _ error: (any Error)?
    ) throws -> Value {
        if let error { throw error }
        guard let response = response as? HTTPURLResponse, (200..<400).contains(response.statusCode) else {
            throw NetworkError.invalid
        }
        guard let data, let value = try? JSONDecoder().decode(Value.self, from: data) else {
            throw NetworkError.failToParse
        }
        return value
    }
}

/// Why a fetch failed, but for the network's own errors.
public enum NetworkError: Error {
    case invalid
    case failToParse
}
