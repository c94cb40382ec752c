// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordOpenAPI
import ConformanceScore
import Foundation
import Testing

@testable import AccordServer

@Suite("The dates of deprecated operations")
struct SunsetTests {
    private static let document = #"""
        { "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "paths": { "/a": { "get": {
            "operationId": "a", "deprecated": true, "x-sunset": "DATE", "responses": { "200": { "description": "ok" } } } } } }
        """#

    @Test(
        "Sunset contains the date of a document, and no free text",
        arguments: [
            ("2026-12-31T23:00:00+02:00", "Thu, 31 Dec 2026 21:00:00 GMT"),
            ("2026-12-31", "Thu, 31 Dec 2026 00:00:00 GMT"), ("2026-12-31 at midnight", nil), ("2026-02-31", nil),
        ])
    func sunset(date: String, expected: String?) throws {
        let files = MemoryFiles(["a.json": Self.document.replacing("DATE", with: date)])
        let contract = try #require(ContractLoader.load("a.json", files: files, formats: .all()).contract)
        let answer = try MockResponder([contract]).ask("GET", "/a")
        #expect(answer.headers.first("Sunset") == expected && answer.headers.first("Deprecation") == "@0")
    }
}

@Suite(.enabled("needs a public suite") { try Conformance.has("openapi") })
struct `Public documents with hostile defaults` {
    private static let numbers = ["-1", "-9223372036854775808", "9223372036854775807", "1e300", "0.5"]

    /// Returns a document in which each number has a default.
    private func changed(_ json: JSON, to value: JSON) -> JSON {
        switch json {
        case .null, .bool, .number, .string: return json
        case .array(let elements): return .array(elements.map { changed($0, to: value) })
        case .object(let object):
            var result = JSONObject(object.map { ($0.key, changed($0.value, to: value)) })
            if result["type"] == "integer" || result["type"] == "number" { result["default"] = value }
            return .object(result)
        }
    }

    @Test(arguments: Conformance.part(of: Conformance.publicDocuments))
    func `the mock answers each request`(file: String) throws {
        let bytes = try Conformance.bytes(file)
        let document =
            file.hasSuffix(".json")
            ? try? JSONDocument(parsing: bytes) : try? YAMLDocuments().document(bytes, file: file)
        guard let document else { return }
        let number = Self.numbers[bytes.count % Self.numbers.count]
        let text = changed(JSON(document.root), to: .number(try #require(JSONNumber(number)))).compact
        let files = MemoryFiles(["document.json": text])
        guard let contract = ContractLoader.load("document.json", files: files, formats: .all()).contract else {
            return
        }
        let mock = try MockResponder([contract])
        for operation in contract.operations {
            let path = operation.request.path.parts.map { part in
                if case .literal(let text) = part { text } else { number }
            }.joined()
            let names = operation.request.query.map(\.name)
            let single = bytes.count < 30_000 ? names.map { "\($0)=0" } : []
            for query in ["", names.map { "\($0)=\(number)" }.joined(separator: "&")] + single {
                let answer = mock.ask(operation.request.method, "\(path)?\(query)")
                #expect((100...599).contains(answer.status), "\(operation.id)")
            }
        }
    }
}
