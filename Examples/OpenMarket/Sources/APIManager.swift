// SPDX-License-Identifier: Apache-2.0
import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// The market's API, async.
public struct APIManager: Sendable {
    private let session: URLSession

    public init(session: URLSession = .shared) {
        self.session = session
    }

    /// True where the service says that it is well; throws ``APIError`` where it doesn't.
    public func checkHealth() async throws -> String {
        try decode(await send(URLRequest(url: url("/healthChecker"))))
    }

    /// One page of products; pages count from 1.
    public func products(page: Int, itemsPerPage: Int = 20) async throws -> ProductPage {
        let query = [
            URLQueryItem(name: "page_no", value: String(page)),
            URLQueryItem(name: "items_per_page", value: String(itemsPerPage)),
        ]
        return try decode(await send(URLRequest(url: url("/api/products", query: query))))
    }

    /// A product with its description and pictures.
    public func product(id: Int) async throws -> ProductDetail {
        try decode(await send(URLRequest(url: url("/api/products/\(id)"))))
    }

    /// Posts a product with its pictures; `vendor` is who offers it.
    public func create(_ product: NewProduct, pictures: [Picture], vendor: String) async throws -> ProductDetail {
        var form = MultipartForm()
        form.append("params", contentType: "application/json", data: try Self.encoder.encode(product))
        for picture in pictures {
            form.append(
                "images", filename: picture.filename, contentType: picture.contentType, data: picture.data)
        }
        var request = try URLRequest(url: url("/api/products"))
        request.httpMethod = "POST"
        request.setValue(vendor, forHTTPHeaderField: "identifier")
        request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
        request.httpBody = form.data
        return try decode(await send(request))
    }

    private func url(_ path: String, query: [URLQueryItem] = []) throws -> URL {
        var components = URLComponents()
        components.scheme = "https"
        components.host = "market-training.example"
        components.path = path
        if !query.isEmpty { components.queryItems = query }
        guard let url = components.url else { throw URLError(.badURL) }
        return url
    }

    private func send(_ request: URLRequest) async throws -> Data {
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw APIError.noResponse }
        guard (200..<300).contains(response.statusCode) else {
            throw APIError.responseFailed(code: response.statusCode)
        }
        return data
    }

    private func decode<Value: Decodable>(_ data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Value.self, from: data)
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }
}

/// Why a call failed, but for the network's and the decoder's own errors.
public enum APIError: Error, Equatable {
    case noResponse
    case responseFailed(code: Int)
}
