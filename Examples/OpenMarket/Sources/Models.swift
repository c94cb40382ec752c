// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// One page of the market's products.
public struct ProductPage: Codable, Sendable {
    public let pageNo: Int
    public let itemsPerPage: Int
    public let totalCount: Int
    public let lastPage: Int
    public let hasNext: Bool
    public let hasPrev: Bool
    public let pages: [Product]

    private enum CodingKeys: String, CodingKey {
        case pageNo = "page_no"
        case itemsPerPage = "items_per_page"
        case totalCount = "total_count"
        case lastPage = "last_page"
        case hasNext = "has_next"
        case hasPrev = "has_prev"
        case pages
    }
}

/// A product as lists show it.
public struct Product: Codable, Sendable, Identifiable {
    public let id: Int
    public let name: String
    public let thumbnail: URL
    public let currency: Currency
    public let price: Decimal
    public let discountedPrice: Decimal
    public let stock: Int
    public let createdAt: Date

    private enum CodingKeys: String, CodingKey {
        case id, name, thumbnail, currency, price, stock
        case discountedPrice = "discounted_price"
        case createdAt = "created_at"
    }
}

/// A product with all that is known of it.
public struct ProductDetail: Codable, Sendable, Identifiable {
    public let id: Int
    public let name: String
    public let description: String
    public let thumbnail: URL
    public let currency: Currency
    public let price: Decimal
    public let discountedPrice: Decimal
    public let stock: Int
    public let createdAt: Date
    public let images: [Image]

    /// A picture of a product.
    public struct Image: Codable, Sendable, Identifiable {
        public let id: Int
        public let url: URL
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, description, thumbnail, currency, price, stock, images
        case discountedPrice = "discounted_price"
        case createdAt = "created_at"
    }
}

/// What prices are in.
public enum Currency: String, Codable, Sendable {
    case won = "KRW"
    case dollar = "USD"
}

/// A product to offer; what is nil is left to the market.
public struct NewProduct: Codable, Sendable {
    public var name: String
    public var description: String
    public var price: Decimal
    public var currency: Currency
    public var discountedPrice: Decimal?
    public var stock: Int?

    private enum CodingKeys: String, CodingKey {
        case name, description, price, currency, stock
        case discountedPrice = "discounted_price"
    }
}

/// A picture to post.
public struct Picture: Sendable {
    public var filename: String
    public var contentType: String
    public var data: Data

    public init(filename: String, contentType: String, data: Data) {
        self.filename = filename
        self.contentType = contentType
        self.data = data
    }
}
