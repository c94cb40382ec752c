// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON

/// The valid requests with earlier numbers of an operation, to avoid duplicates.
///
/// The list starts again at regular intervals, so that a single request is quickly reproduced.
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

    /// Returns the first number of the interval.
    static func first(before number: Int) -> Int { (number - 1) / most * most + 1 }

    /// Whether no new requests seem possible.
    var isExhausted: Bool { repeated >= 8 }

    /// Must be called with each number in ascending order.
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
