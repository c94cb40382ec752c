import AccordJSON
import Testing

@Suite("JSONTestSuite", .enabled(if: Conformance.isThere, "the conformance folder isn't there"))
struct TextConformanceTests {
    static let files = Conformance.files(in: "json-text/test_parsing")

    @Test("accepts what every reader must accept", arguments: files.filter { $0.hasPrefix("y_") })
    func accepts(_ file: String) throws {
        let document = try Conformance.document("json-text/test_parsing/\(file)")
        #expect(document.root.byteRange.upperBound <= document.bytes.count)
        #expect(try JSONDocument(parsing: document.root.compact).root == document.root)
    }

    @Test(
        "refuses what every reader must refuse, with a place and a reason",
        arguments: files.filter { $0.hasPrefix("n_") })
    func refuses(_ file: String) throws {
        let bytes = try Conformance.bytes("json-text/test_parsing/\(file)")
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes, file: file) }
        #expect(error?.reason.isEmpty == false)
        #expect(error.map { $0.position.offset <= bytes.count } == true)
        #expect(error?.description.hasPrefix("\(file):") == true)
    }
}
