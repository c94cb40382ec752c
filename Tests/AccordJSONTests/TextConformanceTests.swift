// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import ConformanceScore
import Testing

@Suite("JSONTestSuite", .enabled("needs a public suite") { try Conformance.has("json-text") })
struct TextConformanceTests {
    static let files = Conformance.files(in: "json-text/test_parsing")

    @Test("each optional text has an expected result")
    func decisions() {
        let undecided = Self.files.filter { $0.hasPrefix("i_") }.map { $0.dropLast(5) }
        #expect(undecided.sorted() == TextDecision.all.map { $0.file[...] }.sorted())
        let transforms = Conformance.files(in: "json-text/test_transform").map { $0.dropLast(5) }
        #expect(transforms.sorted() == TextDecision.transforms.map { $0.file[...] }.sorted())
    }

    @Test("a required text is accepted", arguments: files.filter { $0.hasPrefix("y_") })
    func accepts(_ file: String) throws {
        let document = try Conformance.document("json-text/test_parsing/\(file)")
        #expect(try JSONDocument(parsing: document.root.compact).root == document.root)
        #expect(try JSONDocument(parsing: document.root.pretty).root == document.root)
    }

    @Test("an invalid text is rejected", arguments: files.filter { $0.hasPrefix("n_") })
    func refuses(_ file: String) throws {
        let bytes = try Conformance.bytes("json-text/test_parsing/\(file)")
        let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes, file: file) }
        #expect(!error.reason.isEmpty)
        #expect(error.position.offset <= bytes.count)
        #expect(error.description.hasPrefix("\(file):\(error.position.line):\(error.position.column): error: "))
    }

    @Test("an optional text has the documented result", arguments: TextDecision.all)
    func decides(_ file: String, _ decision: TextDecision) throws {
        let bytes = try Conformance.bytes("json-text/test_parsing/\(file).json")
        if decision.isAccepted {
            let document = try JSONDocument(parsing: bytes)
            #expect(document.root.compact == String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace })
        } else {
            let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes) }
            #expect(error.reason.contains(decision.reason))
        }
    }

    @Test("a text is written as it was read", arguments: TextDecision.transforms)
    func transforms(_ file: String, _ written: String?) throws {
        let bytes = try Conformance.bytes("json-text/test_transform/\(file).json")
        let compact = try? JSONDocument(parsing: bytes).root.compact
        #expect(compact.map { Array($0.utf8) } == written.map { Array($0.utf8) })
    }
}
