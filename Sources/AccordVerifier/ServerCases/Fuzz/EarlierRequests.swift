// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON

/// The earlier valid requests of an operation, which later requests must not duplicate.
///
/// The list is emptied after each block of 512 requests. To reproduce a single request, Accord generates only the
/// earlier requests of the same block.
struct EarlierRequests {
    private static let most = 512

    private struct Key: Hashable {
        enum Part: Hashable {
            case absent, stated, wrong
            case made(JSON, MediaType?)
        }

        var values: [Part]
        var body: Part
    }

    private var keys: Set<Key> = []
    private var repeated = 0

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

    mutating func noteRepeated() { repeated += 1 }

    private static func key(_ request: FuzzRequest) -> Key {
        let values = request.values.map { value -> Key.Part in
            switch value {
            case .absent: .absent
            case .stated: .stated
            case .made(let json): .made(json, nil)
            case .wrong: .wrong
            }
        }
        let body: Key.Part =
            switch request.body {
            case .absent: .absent
            case .stated: .stated
            case .made(let json, let media): .made(json, media.mediaType)
            case .wrong: .wrong
            }
        return Key(values: values, body: body)
    }
}
