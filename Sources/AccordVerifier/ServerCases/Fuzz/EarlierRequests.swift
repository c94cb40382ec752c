// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The earlier valid requests of an operation, which later requests must not duplicate.
///
/// The list is emptied after each block of 512 requests. To reproduce a single request, Accord generates only the
/// earlier requests of the same block.
struct EarlierRequests {
    private static let most = 512

    private struct Key: Hashable {
        var values: [FuzzRequest.Value]
        var body: FuzzRequest.Value
        var mediaType: MediaType?
    }

    private var keys: Set<Key> = []
    /// The number of requests since the last new one.
    var repeated = 0

    /// Returns the number of the first request in the block that contains the request `number`.
    static func first(before number: Int) -> Int { (number - 1) / most * most + 1 }

    /// Whether the last requests were all duplicates, so that new requests seem impossible.
    var isExhausted: Bool { repeated >= 8 }

    /// Empties the list if the request `number` starts a new block. Call this function for each number, in ascending
    /// order.
    mutating func begin(_ number: Int) {
        if Self.first(before: number) == number { self = EarlierRequests() }
    }

    func contains(_ request: FuzzRequest) -> Bool { keys.contains(Self.key(request)) }

    mutating func insert(_ request: FuzzRequest) {
        keys.insert(Self.key(request))
        repeated = 0
    }

    private static func key(_ request: FuzzRequest) -> Key {
        switch request.body {
        case .absent: Key(values: request.values, body: .absent)
        case .stated: Key(values: request.values, body: .stated)
        case .made(let json, let media): Key(values: request.values, body: .made(json), mediaType: media.mediaType)
        case .wrong: Key(values: request.values, body: .wrong(nil))
        }
    }
}
