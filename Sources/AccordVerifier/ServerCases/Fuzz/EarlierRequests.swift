// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON

/// The earlier valid requests of an operation, which later requests must not duplicate.
///
/// The list is emptied at regular intervals, so that a single request can be reproduced quickly.
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

    /// Returns the first number of the interval that contains a number.
    static func first(before number: Int) -> Int { (number - 1) / most * most + 1 }

    /// Whether no new requests seem possible.
    var isExhausted: Bool { repeated >= 8 }

    /// Begins the request with a number. Call this with each number, in ascending order.
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
