// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordVerifier

@Suite("Access tokens of a run", .timeLimit(.minutes(20)))
struct TokenStoreTests {
    private let key = TokenStore.Key(file: "a.json", scheme: "oauth")

    @Test("an access token is requested once for all waiting cases")
    func once() {
        var store = TokenStore()
        #expect(store.ask(key, for: 1, refused: nil) == .fetch)
        #expect(store.ask(key, for: 2, refused: nil) == .wait)
        #expect(store.ask(TokenStore.Key(file: "b.json", scheme: "oauth"), for: 3, refused: nil) == .fetch)
        #expect(store.end(key, .success(IssuedToken("one"))) == [1, 2])
        #expect(store.ask(key, for: 4, refused: nil) == .token(AccessToken(value: "one", generation: 1)))
    }

    @Test("an access token that the server rejects is renewed for all waiting cases")
    func renewal() {
        var store = TokenStore()
        let first = AccessToken(value: "one", generation: 1)
        let second = AccessToken(value: "two", generation: 2)
        _ = store.ask(key, for: 1, refused: nil)
        _ = store.end(key, .success(IssuedToken("one")))
        #expect(store.ask(key, for: 1, refused: first) == .fetch)
        #expect(store.ask(key, for: 2, refused: first) == .wait)
        #expect(store.end(key, .success(IssuedToken("two"))) == [1, 2])
        #expect(store.ask(key, for: 2, refused: first) == .token(second))
    }

    @Test("a server that rejects every token gets ten renewals")
    func limit() {
        var store = TokenStore()
        var refused: AccessToken?
        var requests = 0
        for _ in 0..<30 {
            if case .fetch = store.ask(key, for: 1, refused: refused) {
                requests += 1
                _ = store.end(key, .success(IssuedToken("token")))
            }
            refused = AccessToken(value: "token", generation: requests)
        }
        #expect(requests == 11)
    }

    @Test("an access token is renewed before it expires")
    func expiry() {
        var store = TokenStore()
        let start = ContinuousClock.now
        let first = AccessToken(value: "one", generation: 1)
        _ = store.ask(key, for: 1, refused: nil, at: start)
        _ = store.end(key, .success(IssuedToken("one", lifetime: 10)), at: start)
        #expect(store.ask(key, for: 2, refused: nil, at: start + .seconds(8)) == .token(first))
        #expect(store.ask(key, for: 2, refused: nil, at: start + .seconds(9)) == .fetch)
    }

    @Test("a failed token request isn't repeated")
    func failure() {
        var store = TokenStore()
        let finding = Finding(rule: .securityToken, blame: .server, "none")
        _ = store.ask(key, for: 1, refused: nil)
        #expect(store.end(key, .failure(finding)) == [1])
        #expect(store.ask(key, for: 1, refused: nil) == .failed(finding))
    }
}
