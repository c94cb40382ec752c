// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The content of the generated API documentation, independent of its format (HTML or Markdown).
package struct Manual: Sendable {
    let apis: [APIText]

    /// - Parameter reports: the reports of runs. The documentation shows their results for these contracts.
    package init(_ contracts: [Contract], reports: [RunReport] = []) {
        var taken: Set<String> = []
        apis = contracts.map { contract in
            let slug = taken.insertUnused(Slug.file(contract.file), separator: "-")
            return APIText(contract, slug: slug, reports: reports)
        }
    }
}

/// The content of the documentation of one API, from its contract.
struct APIText: Sendable {
    /// The name of the API's folder or file, such as `awesome-todos`.
    let slug: String
    let file: String
    /// The path of the file as pages show it. Only the name of a file with an absolute path.
    var sourceName: String { file.hasPrefix("/") ? String(FilePath.name(of: file)) : file }
    let title: String
    let version: String
    let summary: String?
    let description: String?
    let servers: [Server]
    let operations: [OperationText]
    let schemas: [(name: String, slug: String, schema: SchemaText)]
    let proof: Proof

    init(_ contract: Contract, slug: String, reports: [RunReport]) {
        self.slug = slug
        file = contract.file
        title = contract.title.isEmpty ? contract.file : contract.title
        version = contract.version
        let info = contract.document.root["info"]
        summary = info?["summary"]?.string
        description = info?["description"]?.string
        servers = contract.servers
        let names = SchemaNames(contract.schemas)
        let proofs = Proofs(reports, file: contract.file)
        var taken: Set<String> = []
        let cases = Dictionary(grouping: Proofs.documentedCases(of: contract)) { $0.operation.id }
        operations = contract.operations.map { operation in
            OperationText(
                operation, slug: taken.insertUnused(Slug.text(operation.id), separator: "-"), of: contract,
                cases: cases[operation.id] ?? [], names: names.inline, proofs: proofs)
        }
        schemas = contract.schemas.map { named in
            (
                named.name, names.slug(of: named.name) ?? Slug.text(named.name),
                SchemaText(named.schema.source, names: names, isNamed: false)
            )
        }
        proof = proofs.ofContract
    }

    /// The operations, grouped by their first tag. The group of operations without a tag comes last.
    var groups: [(tag: String?, operations: [OperationText])] {
        let tags = operations.map(\.tags.first).distinct
        let ordered = tags.filter { $0 != nil } + tags.filter { $0 == nil }
        return ordered.map { tag in (tag, operations.filter { $0.tags.first == tag }) }
    }
}

/// Creates names for URLs from lowercase letters, digits and hyphens.
enum Slug {
    static func text(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9", "_": result.unicodeScalars.append(scalar)
            // Use lowercase letters, so that names stay unique on file systems that ignore case.
            case "A"..."Z": result += scalar.properties.lowercaseMapping
            default: if !result.isEmpty, !result.hasSuffix("-") { result += "-" }
            }
        }
        while result.hasSuffix("-") { result.removeLast() }
        return result.isEmpty ? "x" : String(result.prefix(100))
    }

    /// Returns the slug of a file, such as `awesome-todos` for `Specs/awesome-todos.json`.
    static func file(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let stem = name.split(separator: ".").first.map(String.init) ?? name
        return text(stem)
    }
}
