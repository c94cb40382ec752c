import AccordCore
import Mustache

/// The values that a template fills in, by name. A missing value hides its section.
typealias TemplateFields = [String: Any]

/// The templates of the HTML page and of the Markdown summary: those that are built in, or a user's in their place.
///
/// A file of the same name replaces one of them: `report.html.mustache` with its part `cause.html.mustache`, `report.css`, `report.js`,
/// `summary.md.mustache`. The built-in ones show which names there are to fill in. What is filled in is always escaped for HTML or Markdown, unless a
/// template asks for it raw with `{{{…}}}`.
package struct ReportTemplates: Sendable {
    private var texts: [String: String]

    package static let builtIn: ReportTemplates = ReportTemplates(
        texts: [
            "report.html.mustache": PackageResources.report_html_mustache,
            "cause.html.mustache": PackageResources.cause_html_mustache,
            "report.css": PackageResources.report_css,
            "report.js": PackageResources.report_js,
            "summary.md.mustache": PackageResources.summary_md_mustache,
        ].mapValues { String(decoding: $0, as: UTF8.self) })

    private init(texts: [String: String]) { self.texts = texts }

    /// The names that a file may have in order to replace a template.
    package var names: [String] { texts.keys.sorted() }

    /// The templates with some of them replaced.
    ///
    /// - Parameter replacements: texts by the names of files.
    /// - Throws: `TemplateError` where there is no template of a name, or a text isn't Mustache.
    package func replacing(_ replacements: [String: String]) throws(TemplateError) -> ReportTemplates {
        var result = self
        for name in replacements.keys.sorted() {
            guard let text = replacements[name], texts[name] != nil else {
                throw TemplateError(name: name, line: nil, reason: "no report is made of a template of this name")
            }
            result.texts[name] = text
        }
        for kind in Kind.allCases { _ = try result.library(kind) }
        return result
    }

    /// With line feeds alone, as a browser reads it: the policy's hashes are of that.
    func text(_ name: String) -> String { (texts[name] ?? "").replacing("\r\n", with: "\n") }

    /// What a template makes, and so how it escapes.
    enum Kind: CaseIterable {
        case html, markdown

        fileprivate var ending: String {
            switch self {
            case .html: ".html.mustache"
            case .markdown: ".md.mustache"
            }
        }

        fileprivate var escaping: String {
            switch self {
            case .html: HTMLEscaping.name
            case .markdown: MarkdownEscaping.name
            }
        }
    }

    /// The text that a template makes of some fields.
    func render(_ fields: TemplateFields, with name: String, _ kind: Kind) throws(TemplateError) -> String {
        let library = try library(kind)
        guard let text = library.render(fields, withTemplate: name) else {
            throw TemplateError(name: name + kind.ending, line: nil, reason: "there is no template of this name")
        }
        return text
    }

    /// Done once for the process: swift-mustache keeps escapings in a table of its own, behind a lock.
    private static let escapingsAreKnown: Bool = {
        MustacheContentTypes.register(HTMLEscaping(), named: HTMLEscaping.name)
        MustacheContentTypes.register(MarkdownEscaping(), named: MarkdownEscaping.name)
        return true
    }()

    private func library(_ kind: Kind) throws(TemplateError) -> MustacheLibrary {
        var library = MustacheLibrary()
        guard Self.escapingsAreKnown else { return library }
        for name in names where name.hasSuffix(kind.ending) {
            do {
                let template = try MustacheTemplate(string: "{{% CONTENT_TYPE:\(kind.escaping)}}\n\(text(name))")
                library.register(template, named: String(name.dropLast(kind.ending.count)))
            } catch let error as MustacheTemplate.ParserError {
                throw TemplateError(name: name, line: error.context.lineNumber - 1, reason: "\(error.error)")
            } catch {
                throw TemplateError(name: name, line: nil, reason: "\(error)")
            }
        }
        return library
    }
}

/// Why a template can't be used.
package struct TemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    package var name: String
    package var line: Int?
    package var reason: String

    package init(name: String, line: Int? = nil, reason: String) {
        self.name = name
        self.line = line
        self.reason = reason
    }

    package var description: String {
        "\(name)\(line.map { ":\($0)" } ?? ""): error: \(reason)"
    }
}

/// Escapes what templates fill into HTML.
///
/// Scalar by scalar: swift-mustache 2.1.1 looks at characters, and to it a quotation mark with a combining accent is
/// another character than a quotation mark, which a browser's parser is not deceived by.
package struct HTMLEscaping: MustacheContentType {
    package static let name: String = "AccordHTML"

    package init() {}

    package func escapeText(_ text: String) -> String { Self.escape(text) }

    /// The text as an element's, or as an attribute's value in quotes.
    package static func escape(_ text: String) -> String {
        VisibleText.escape(text, lines: .kept).replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            case "`": "&#96;"
            default: nil
            }
        }
    }
}

/// Escapes what templates fill into Markdown.
struct MarkdownEscaping: MustacheContentType {
    static let name = "AccordMarkdown"

    func escapeText(_ text: String) -> String { MarkdownText.escape(text) }
}
