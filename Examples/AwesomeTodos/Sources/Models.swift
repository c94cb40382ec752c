// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What later requests send to say who asks.
public struct Token: Codable, Sendable, Equatable {
    public let id: String

    private enum CodingKeys: String, CodingKey {
        case id = "token"
    }
}

/// Something to do.
public struct Item: Codable, Sendable, Equatable {
    public let id: Int
    public let title: String
    public let done: Bool
    public let due: Date?
}

/// Something to add.
public struct NewItem: Codable, Sendable, Equatable {
    public var title: String
    public var due: Date?

    public init(title: String, due: Date? = nil) {
        self.title = title
        self.due = due
    }
}

/// Why a call failed.
public enum WebserviceError: Error, Equatable {
    case noAnswer
    case dataEmpty
    case unauthorized
    case invalid
    case responseFailed(code: Int)
}
