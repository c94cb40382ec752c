// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What a coffee bar serves.
public struct Coffee: Codable, Sendable, Identifiable {
    public let id: Int
    public let title: String
    public let description: String
    public let ingredients: [String]
    public let image: URL

    /// Where the hot ones are listed.
    public static let hot = URL(string: "https://api.sampleapis.com/coffee/hot")
}
