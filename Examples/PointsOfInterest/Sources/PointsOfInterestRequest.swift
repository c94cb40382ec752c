// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A place on the globe, in degrees.
public struct Coordinate: Sendable, Equatable {
    public let latitude: Double
    public let longitude: Double

    /// Throws ``APIError/invalidCoordinate`` for a place that isn't on the globe.
    public init(latitude: Double, longitude: Double) throws {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { throw APIError.invalidCoordinate }
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Something worth a visit.
public struct PointOfInterest: Codable, Sendable, Equatable {
    public let name: String
}

/// Asks for the points of interest around a place.
public struct PointsOfInterestRequest: APIRequest {
    public init() {}

    public func makeRequest(from coordinate: Coordinate) throws -> URLRequest {
        var components = URLComponents()
        components.scheme = "https"
        components.host = "example.com"
        components.path = "/locations"
        components.queryItems = [
            URLQueryItem(name: "lat", value: "\(coordinate.latitude)"),
            URLQueryItem(name: "long", value: "\(coordinate.longitude)"),
        ]
        guard let url = components.url else { throw APIError.invalidCoordinate }
        return URLRequest(url: url)
    }

    public func parseResponse(_ data: Data) throws -> [PointOfInterest] {
        try JSONDecoder().decode([PointOfInterest].self, from: data)
    }
}
