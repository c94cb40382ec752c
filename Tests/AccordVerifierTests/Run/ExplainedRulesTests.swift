import AccordCore
import Foundation
import Testing

@testable import AccordVerifier

@Suite("Rules that findings name")
struct ExplainedRulesTests {
    private static let known = Set(Rule.allCases.map(\.id))

    @Test("are explained for every failure of the transport", arguments: TransportFailure.Kind.allCases)
    func transport(kind: TransportFailure.Kind) {
        #expect(Self.known.contains(TransportFailure(kind, "").rule))
    }

    @Test("are explained wherever the source names one")
    func source() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "Sources").resolvingSymlinksInPath()
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        // What looks like a rule and is none: events, a template, a name in `${…}`.
        let others: Set = ["case.started", "case.ended", "case.html.mustache", "response.body"]
        let families =
            /"((?:request|response|outcome|transport|case|state|security|refusal|fuzz|baseline|output|derived)\.[a-z.-]+)"/
        let direct = /rule: "([a-z-]+(?:\.[a-z-]+)*)"/
        var named: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            named.formUnion(text.matches(of: families).map { String($0.1) })
            named.formUnion(text.matches(of: direct).map { String($0.1) })
        }
        #expect(named.count > 40)
        #expect(named.subtracting(others).subtracting(Self.known).sorted() == [])
    }
}
