// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Awaiting a completion handler") struct CompletionTests {
    struct Broken: Error {}
    typealias DataHandler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void

    static let response = URLResponse(
        url: URL(filePath: "/"), mimeType: nil, expectedContentLength: 0, textEncodingName: nil)

    @Test("returns the value or throws the error of each type of handler")
    func shapes() async throws {
        #expect(try await completion { (done: @Sendable (Int?, (any Error)?) -> Void) in done(1, nil) } == 1)
        #expect(try await completion { (done: @Sendable (Result<Int, Broken>) -> Void) in done(.success(2)) } == 2)
        try await completion { (done: @Sendable ((any Error)?) -> Void) in done(nil) }
        let (data, _) = try await completion { (done: DataHandler) in done(Data("x".utf8), Self.response, nil) }
        #expect(data == Data("x".utf8))

        await #expect(throws: Broken.self) {
            try await completion { (done: @Sendable (Int?, (any Error)?) -> Void) in done(nil, Broken()) }
        }
        await #expect(throws: Broken.self) {
            try await completion { (done: @Sendable (Result<Int, Broken>) -> Void) in done(.failure(Broken())) }
        }
        await #expect(throws: Broken.self) {
            try await completion { (done: @Sendable ((any Error)?) -> Void) in done(Broken()) }
        }
        // A transfer that broke off behind its head.
        await #expect(throws: Broken.self) {
            _ = try await completion { (done: DataHandler) in done(Data(), Self.response, Broken()) }
        }
    }

    /// The misuse that a call ends with.
    static func misuse(_ call: () async throws -> Void) async -> String {
        do {
            try await call()
            return "none"
        } catch ClientOutcome.neither {
            return "neither"
        } catch ClientOutcome.both {
            return "both"
        } catch ClientOutcome.dropped {
            return "dropped"
        } catch {
            return "another"
        }
    }

    @Test("distinguishes neither, both and a released handler from an error of the client")
    func misuses() async {
        let neither = await Self.misuse {
            let _: Int = try await completion { (done: @Sendable (Int?, (any Error)?) -> Void) in done(nil, nil) }
        }
        let both = await Self.misuse {
            let _: Int = try await completion { (done: @Sendable (Int?, (any Error)?) -> Void) in done(1, Broken()) }
        }
        let dropped = await Self.misuse {
            let _: Int = try await completion { (_: @Sendable (Int?, (any Error)?) -> Void) in }
        }
        #expect([neither, both, dropped] == ["neither", "both", "dropped"])
    }

    @Test("returns with the first call, and counts the others")
    func counts() async throws {
        let observer = CompletionObserver()
        let value: Int = try await CompletionObserver.$current.withValue(observer) {
            try await completion { (done: @Sendable (Int?, (any Error)?) -> Void) in
                done(1, nil)
                done(2, nil)
                done(nil, Broken())
            }
        }
        #expect(value == 1)
        #expect(observer.surplus == 2)
    }
}
