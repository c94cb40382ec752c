import AccordContract

/// The documentation as Markdown for a repository: a file for each API.
package enum MarkdownManual {
    /// The files by their paths.
    package static func render(_ manual: Manual, version: String) -> [(path: String, text: String)] {
        manual.apis.map { api in ("\(api.slug).md", MarkdownPage(api, version: version).text) }
    }
}

/// One API's file.
private struct MarkdownPage {
    private let api: APIText
    private var lines: [String] = []

    var text: String { lines.joined(separator: "\n") + "\n" }

    init(_ api: APIText, version: String) {
        self.api = api
        let title = api.version.isEmpty ? api.title : "\(api.title) \(api.version)"
        add("# \(MarkdownText.escape(title))")
        if let summary = api.summary { add(DescriptionText.inline(summary)) }
        add(proof(api.proof))
        if let description = api.description { add(DescriptionText.block(description)) }
        if !api.servers.isEmpty {
            add(
                api.servers.map { server in
                    let about = [server.name, server.description].compactMap { $0 }.map(MarkdownText.escape)
                    return
                        "- \(MarkdownText.code(server.url))\(about.isEmpty ? "" : " – \(about.joined(separator: ", "))")"
                }.joined(separator: "\n"))
        }
        add("| operation | | verified |\n|---|---|---|\n" + api.operations.map(row).joined(separator: "\n"))
        for operation in api.operations { add(operation) }
        if !api.schemas.isEmpty {
            add("## Schemas")
            for named in api.schemas {
                add("<a id=\"schema-\(named.slug)\"></a>\n\n### \(MarkdownText.escape(named.name))")
                if let description = named.schema.description { add(DescriptionText.block(description)) }
                add(schema(named.schema, indent: ""))
            }
        }
        add("Made by accord \(version) from the contract \(MarkdownText.code(api.file)).")
    }

    private mutating func add(_ block: String) {
        guard !block.isEmpty else { return }
        if !lines.isEmpty { lines.append("") }
        lines.append(block)
    }

    private func row(_ operation: OperationText) -> String {
        let call = MarkdownText.code("\(operation.method) \(operation.path)", inTable: true)
        let link = "[\(MarkdownText.escape(operation.title))](#operation-\(operation.slug))"
        return "| \(call) | \(link) | \(ProofModel.word(operation.proof.state)) |"
    }

    private func proof(_ proof: Proof) -> String {
        guard !proof.sides.isEmpty else { return "_Not verified yet._" }
        var lines = ["**\(ProofModel.word(proof.state).capitalizedFirst).**"]
        for side in proof.sides {
            lines.append(MarkdownText.escape(ProofModel.sentence(side)))
            for failure in side.failures.prefix(20) {
                lines.append(
                    "\n- \(MarkdownText.code(failure.id))\(failure.more): \(MarkdownText.escape(failure.message))")
            }
        }
        return lines.joined(separator: " ")
    }

    private mutating func add(_ operation: OperationText) {
        add("<a id=\"operation-\(operation.slug)\"></a>\n\n## \(MarkdownText.escape(operation.title))")
        add(
            MarkdownText.code("\(operation.method) \(operation.path)") + (operation.isDeprecated ? " _deprecated_" : "")
        )
        add(proof(operation.proof))
        if let description = operation.description { add(DescriptionText.block(description)) }
        if !operation.security.isEmpty {
            add("**Authentication:** " + operation.security.map(MarkdownText.escape).joined(separator: ", or "))
        }
        if !operation.parameters.isEmpty { add(parameters(operation.parameters)) }
        if let query = operation.query { add("### Query items together\n\n" + schema(query, indent: "")) }
        if let body = operation.body { add("### Request body\n\n" + self.body(body)) }
        for (title, responses) in [
            ("Responses", operation.responses.filter { !$0.isError }),
            ("Errors", operation.responses.filter(\.isError)),
        ] where !responses.isEmpty {
            add("### \(title)")
            for response in responses {
                let client = response.client.map { " The client \(MarkdownText.escape($0))." } ?? ""
                add("**\(response.status)** \(DescriptionText.inline(response.description))\(client)")
                if !response.headers.isEmpty { add(parameters(response.headers)) }
                if let body = response.body { add(self.body(body)) }
            }
        }
        if !operation.examples.isEmpty { add("### Examples") }
        for example in operation.examples { add(example) }
    }

    private mutating func add(_ example: ExampleText) {
        add("#### \(MarkdownText.escape(example.name))")
        let facts = [
            example.summary, example.audience.map { "Only \($0)." },
            example.given.isEmpty ? nil : "Given: \(example.given.joined(separator: "; ")).",
            example.client.map { "The client \($0)." }, "Verified: \(ProofModel.word(example.proof.state)).",
        ]
        add(facts.compactMap { $0 }.map(MarkdownText.escape).joined(separator: " "))
        for exchange in example.exchanges {
            add(MarkdownText.block(exchange.curl, language: "sh"))
            add(MarkdownText.block(exchange.response, language: "http"))
        }
        if let problem = example.problem { add("There is no example: \(MarkdownText.escape(problem))") }
    }

    private func parameters(_ parameters: [OperationText.ParameterText]) -> String {
        let rows = parameters.map { parameter in
            let constraints = MarkdownText.escape(parameter.schema.constraints.joined(separator: ", "))
            let about = parameter.description.map { DescriptionText.inline($0, inTable: true) }
            return "| \(MarkdownText.code(parameter.name, inTable: true)) | \(parameter.place.rawValue) | "
                + "\(MarkdownText.escape(parameter.schema.typeText)) | \(parameter.isRequired ? "required" : "") | "
                + "\(constraints) | \(about ?? "") |"
        }
        return "| name | in | type | | limits | |\n|---|---|---|---|---|---|\n" + rows.joined(separator: "\n")
    }

    private func body(_ body: OperationText.BodyText) -> String {
        body.contents.map { content in
            let schema = content.schema.map { "\n\n\(self.schema($0, indent: ""))" } ?? ""
            return MarkdownText.code(content.mediaType) + schema
        }.joined(separator: "\n\n")
    }

    /// A nested list.
    private func schema(_ schema: SchemaText, indent: String) -> String {
        var lines: [String] = []
        let constraints =
            schema.constraints.isEmpty ? "" : " – \(MarkdownText.escape(schema.constraints.joined(separator: ", ")))"
        if indent.isEmpty { lines.append("\(type(schema))\(constraints)\n") }
        for property in schema.properties {
            let own = property.schema
            let details =
                own.constraints.isEmpty ? "" : " – \(MarkdownText.escape(own.constraints.joined(separator: ", ")))"
            let about = own.description.map { ": \(DescriptionText.inline($0))" } ?? ""
            lines.append(
                "\(indent)- \(MarkdownText.code(property.name))\(property.isRequired ? " **required**" : "") "
                    + "\(type(own))\(details)\(about)")
            let inner = self.schema(own, indent: indent + "  ")
            if !inner.isEmpty { lines.append(inner) }
        }
        for alternative in schema.alternatives {
            let limits =
                alternative.constraints.isEmpty
                ? "" : " – \(MarkdownText.escape(alternative.constraints.joined(separator: ", ")))"
            lines.append("\(indent)- \(schema.alternativesTitle ?? ""): \(type(alternative))\(limits)")
            let inner = self.schema(alternative, indent: indent + "  ")
            if !inner.isEmpty { lines.append(inner) }
        }
        return lines.joined(separator: "\n")
    }

    private func type(_ schema: SchemaText) -> String {
        schema.type.map { piece in
            let text = MarkdownText.escape(piece.text)
            return piece.schema.map { "[\(text)](#schema-\($0))" } ?? text
        }.joined()
    }
}

/// The Markdown of descriptions as Markdown that can do no harm: paragraphs, lists, code and links stay, and everything
/// else is escaped.
enum DescriptionText {
    /// A description of its own: its lines, lists and blocks of code.
    static func block(_ text: String) -> String {
        var blocks: [String] = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            let trimmed = line.trimmed
            if trimmed.hasPrefix("```") {
                var code: [Substring] = []
                while let next = lines.popFirst(), !next.trimmed.hasPrefix("```") { code.append(next) }
                blocks.append(MarkdownText.block(code.joined(separator: "\n")))
            } else if trimmed.hasPrefix("#") {
                blocks.append("**\(MarkdownText.escape(String(trimmed.drop { $0 == "#" || $0 == " " })))**")
            } else {
                let marker = trimmed.prefixMatch(of: /(?:[-*]|[0-9]{1,3}\.)[ ]/).map { String($0.output) } ?? ""
                blocks.append(marker + inline(String(trimmed.dropFirst(marker.count))))
            }
        }
        return blocks.joined(separator: "\n")
    }

    /// A description in one line, also in a table's cell.
    static func inline(_ text: String, inTable: Bool = false) -> String {
        let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
        guard pieces.count > 1, pieces.count % 2 == 1 else { return linked(text) }
        return pieces.enumerated().map { index, piece in
            if index % 2 == 0 { return linked(String(piece)) }
            return piece.isEmpty ? "" : MarkdownText.code(String(piece), inTable: inTable)
        }.joined()
    }

    private static func linked(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let match = rest.firstMatch(of: /\[([^\[\]]+)\]\((https?:\/\/[^\s()<>"|\\`]+)\)/) {
            result += MarkdownText.escape(String(rest[..<match.range.lowerBound]))
            result += "[\(MarkdownText.escape(String(match.1)))](\(match.2))"
            rest = rest[match.range.upperBound...]
        }
        return result + MarkdownText.escape(String(rest))
    }
}
