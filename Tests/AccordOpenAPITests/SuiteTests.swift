// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordOpenAPI
import ConformanceScore
import Foundation
import Testing

/// The public OpenAPI documents.
enum Documents {
    /// The documents of folders, by their path from `openapi/`.
    static func files(_ folders: String...) -> [String] {
        let all = Conformance.publicDocuments.map { String($0.dropFirst("openapi/".count)) }
        return folders.flatMap { folder in all.filter { $0.hasPrefix("\(folder)/") } }
    }

    static func load(_ file: String, isStrict: Bool = false, root: String? = nil) -> LoadResult {
        let base = Conformance.path("openapi")
        let options = OpenAPIOptions(referenceRoot: root.map { "\(base)/\($0)" })
        return ContractLoader.load(
            "\(base)/\(file)", displayedAs: file,
            formats: .all(options, isStrict: isStrict))
    }
}

@Suite(.enabled("needs a public suite") { try Conformance.has("openapi") })
struct `The OpenAPI Initiative's documents` {
    /// Parts of split documents, which are no documents by themselves.
    static let parts = ["petstore-separate/common/", "petstore-separate/spec/"]

    static let good =
        Documents.files("oas-suite/v3.0/pass", "oas-suite/v3.1/pass", "oas-suite/v3.2/pass", "examples")
        .filter { file in !parts.contains { file.contains($0) } || file.contains("/swagger.") }

    /// Documents of the right form that refer to what isn't there: each is used without that.
    static let dangling: [String: Set<String>] = [
        // A dialect that is still being worked on.
        "json_schema_dialect.yaml": ["contract.schema"],
        // Excerpts of the specification, of which the operations and schemes that they name are left out.
        "link-object-examples.yaml": ["contract.unknown-operation", "contract.unresolved-ref"],
        "operation-object-example.yaml": ["contract.unknown-scheme"],
        // A reference to a document on the network.
        "security-scheme-object-examples.yaml": ["contract.unresolved-ref"],
    ]

    @Test(arguments: good) func `a valid OpenAPI document has no errors`(file: String) {
        let split = file.components(separatedBy: "/spec/")
        let loaded = Documents.load(file, root: split.count > 1 ? split[0] : nil)
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        let rules = Set(errors.map(\.rule))
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let isRight = loaded.contract != nil && rules == Self.dangling[name, default: []]
        ConformanceScore.shared.add("OpenAPI: right", passed: isRight ? 1 : 0, of: 1)
        #expect(loaded.contract != nil)
        #expect(rules == Self.dangling[name, default: []], "\(errors.map(\.rendered).joined(separator: "\n"))")
    }

    @Test(arguments: Documents.files("oas-suite/v3.1/fail", "oas-suite/v3.2/fail"))
    func `an invalid OpenAPI document has an error with a line`(file: String) {
        let loaded = Documents.load(file, isStrict: true)
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        let isRefused = loaded.contract == nil && !errors.isEmpty
        ConformanceScore.shared.add("OpenAPI: wrong", passed: isRefused ? 1 : 0, of: 1)
        #expect(isRefused, "\(loaded.diagnostics.map(\.rendered))")
    }
}

@Suite(.enabled("needs a public suite") { try Conformance.has("openapi") })
struct `Documents of public APIs` {
    @Test(arguments: Documents.files("documents/corpus-3.1", "documents/twilio", "loop"))
    func `a real-world OpenAPI document is read`(file: String) throws {
        let loaded = Documents.load(file)
        ConformanceScore.shared.add("OpenAPI: public APIs", passed: loaded.contract == nil ? 0 : 1, of: 1)
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered).joined(separator: "\n"))")
        #expect(!contract.operations.isEmpty || contract.document.root["paths"] == nil)
    }
}
