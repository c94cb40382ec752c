import AccordContract
import AccordCore

/// The access tokens of a run: each fetched once, and once more when the server takes it no longer.
///
/// A value that is told what came back and says what to do; it sends nothing.
package struct TokenStore: Sendable {
    /// A scheme of one contract.
    package struct Key: Sendable, Hashable {
        package var file: String
        package var scheme: String
    }

    package enum Reply: Sendable, Hashable {
        case token(AccessToken)
        /// It is to be fetched now; who asked is told when it is there.
        case fetch
        /// It is on its way.
        case wait
        case failed(Finding)
    }

    private struct Entry: Sendable {
        var token: AccessToken?
        var failure: Finding?
        var isFetching = false
        var waiting: [Int] = []
    }

    /// The first one, and its renewal.
    private static let mostGenerations = 2
    private var entries: [Key: Entry] = [:]

    package init() {}

    /// - Parameters:
    ///   - position: who asks, to be told of later.
    ///   - refused: the token that the server took no longer; where it can't be renewed any more, it is the answer.
    package mutating func ask(_ key: Key, for position: Int, refused: AccessToken?) -> Reply {
        var entry = entries[key] ?? Entry()
        defer { entries[key] = entry }
        if entry.isFetching {
            entry.waiting.append(position)
            return .wait
        }
        if let failure = entry.failure { return .failed(failure) }
        if let token = entry.token, token != refused || token.generation >= Self.mostGenerations {
            return .token(token)
        }
        entry.isFetching = true
        entry.waiting.append(position)
        return .fetch
    }

    /// Tells what came; returns who waits, in the order of asking.
    package mutating func end(_ key: Key, _ result: Result<String, TokenFailure>) -> [Int] {
        var entry = entries[key] ?? Entry()
        let waiting = entry.waiting
        entry.waiting = []
        entry.isFetching = false
        switch result {
        case .success(let value):
            entry.token = AccessToken(value: value, generation: (entry.token?.generation ?? 0) + 1)
        case .failure(let failure): entry.failure = failure.finding
        }
        entries[key] = entry
        return waiting
    }
}
