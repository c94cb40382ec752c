// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Mustache

/// The documentation as Markdown, with one file for each API.
package enum MarkdownManual {
    /// Returns the files of the documentation, with their paths.
    package static func render(_ manual: Manual, version: String) throws -> [(path: String, text: String)] {
        let library = try TemplateLibrary(embedded: templates, .markdown)
        return try manual.apis.map { api in
            let fields = ManualPages(api: api, manual: manual).document.adding(["version": version])
            return ("\(api.slug).md", try library.render(fields, with: "api"))
        }
    }

    private static let templates: KeyValuePairs<String, [UInt8]> = [
        "api": PackageResources.api_md_mustache, "operation": PackageResources.operation_md_mustache,
        "parameters": PackageResources.parameters_md_mustache, "response": PackageResources.response_md_mustache,
        "contents": PackageResources.contents_md_mustache, "proof": PackageResources.proof_md_mustache,
    ]
}

extension SchemaText: MustacheTransformable {
    func transform(_ form: String) -> Any? { form == "list" ? list(indent: "").joined(separator: "\n") : nil }

    /// Returns the schema as the lines of a nested list in Markdown.
    private func list(indent: String) -> [String] {
        var lines = indent.isEmpty ? [typeAndLimits] : []
        // Don't describe a named schema here, because the section “Schemas” describes it.
        guard !isNamed else { return lines }
        if indent.isEmpty, !properties.isEmpty || !alternatives.isEmpty { lines.append("") }
        for property in properties {
            let about = property.schema.description.map { ": \(DescriptionText.inline($0))" } ?? ""
            let required = property.isRequired ? " **required**" : ""
            lines.append(
                "\(indent)- \(MarkdownText.code(property.name))\(required) \(property.schema.typeAndLimits)\(about)")
            lines += property.schema.list(indent: indent + "  ")
        }
        for alternative in alternatives {
            lines.append("\(indent)- \(alternativesTitle ?? ""): \(alternative.typeAndLimits)")
            lines += alternative.list(indent: indent + "  ")
        }
        return lines
    }

    private var typeAndLimits: String {
        let words = type.map { piece in
            let text = MarkdownText.escape(piece.text)
            return piece.schema.map { "[\(text)](#schema-\($0))" } ?? text
        }.joined()
        guard !constraints.isEmpty else { return words }
        return "\(words) – \(MarkdownText.escape(constraints.joined(separator: ", ")))"
    }
}

/// Renders the Markdown of descriptions. Everything except paragraphs, lists, code and links is escaped.
enum DescriptionText {
    /// Renders a description that may have several lines.
    static func block(_ text: String) -> String {
        var blocks: [String] = []
        var lines = text.lines.map { Substring($0) }[...]
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

    /// Renders a description as one line, for example for a table cell.
    static func inline(_ text: String, inTable: Bool = false) -> String {
        text.renderingCode({ $0.isEmpty ? "" : MarkdownText.code($0, inTable: inTable) }, linked)
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
