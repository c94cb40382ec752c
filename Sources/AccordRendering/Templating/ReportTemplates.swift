// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
import Mustache

/// The values that a template inserts, by the name that the template uses. A section of the template is omitted if its
/// value is `nil`.
struct TemplateFields: ExpressibleByDictionaryLiteral, MustacheParent {
    private var values: [String: Any] = [:]

    init(dictionaryLiteral fields: (String, Any?)...) { for (name, value) in fields { self[name] = value } }

    /// The value of a name. For `nil`, the template doesn't look for the name in the values of the enclosing section.
    subscript(name: String) -> Any? {
        get { values[name] }
        set { values[name] = newValue ?? NSNull() }
    }

    func child(named name: String) -> Any? { values[name] }

    /// Returns these values together with other values, which have precedence.
    func adding(_ other: TemplateFields) -> TemplateFields {
        var fields = self
        fields.values.merge(other.values) { $1 }
        return fields
    }
}

/// The templates of the HTML page and the Markdown summary.
///
/// A user's file replaces the built-in template of the same name: `report.html.mustache`, its parts such as
/// `problem.html.mustache`, `report.css`, `report.js` and `summary.md.mustache`. Values are escaped for HTML or
/// Markdown, except in `{{{…}}}`.
package struct ReportTemplates: Sendable {
    private var texts: [String: String]

    package static let builtIn: ReportTemplates = ReportTemplates(
        texts: [
            "report.html.mustache": PackageResources.report_html_mustache,
            "problem.html.mustache": PackageResources.problem_html_mustache,
            "report.css": PackageResources.report_css,
            "report.js": PackageResources.report_js,
            "summary.md.mustache": PackageResources.summary_md_mustache,
        ].mapValues { String(decoding: $0, as: UTF8.self) })

    private init(texts: [String: String]) { self.texts = texts }

    /// The file names of the templates.
    package var names: [String] { texts.keys.sorted() }

    /// Returns the templates, some of them replaced.
    ///
    /// - Parameter replacements: the contents of the new templates, by file name.
    /// - Throws: `TemplateError` for an unknown name or an invalid template.
    package func replacing(_ replacements: [String: String]) throws(TemplateError) -> ReportTemplates {
        var result = self
        for name in replacements.keys.sorted() {
            guard let text = replacements[name], texts[name] != nil else {
                throw TemplateError(name: name, line: nil, reason: "unknown template")
            }
            result.texts[name] = text
        }
        for kind in Kind.allCases { _ = try result.library(kind) }
        return result
    }

    /// Returns a template with LF line endings, because browsers normalize line endings before they hash a text.
    func text(_ name: String) -> String { (texts[name] ?? "").replacing("\r\n", with: "\n") }

    /// The format of the text that a template produces. It determines how values are escaped.
    enum Kind: String, CaseIterable, MustacheContentType {
        case html = "AccordHTML"
        case markdown = "AccordMarkdown"

        fileprivate var ending: String { self == .html ? ".html.mustache" : ".md.mustache" }

        func escapeText(_ text: String) -> String {
            self == .html ? XMLText.html(text) : MarkdownText.escape(text)
        }
    }

    /// Returns the templates of a kind, ready to render.
    func library(_ kind: Kind) throws(TemplateError) -> TemplateLibrary {
        let templates = names.filter { $0.hasSuffix(kind.ending) }
        return try TemplateLibrary(templates.map { (String($0.dropLast(kind.ending.count)), text($0)) }, kind)
    }
}

/// Parsed templates that can insert each other.
struct TemplateLibrary {
    typealias Kind = ReportTemplates.Kind

    private var library = MustacheLibrary()
    private let kind: Kind

    /// Whether the escaping functions are registered. The first access registers them.
    private static let escapingsAreKnown: Bool = {
        for kind in Kind.allCases { MustacheContentTypes.register(kind, named: kind.rawValue) }
        return true
    }()

    /// Parses templates, whose names have no file extension.
    init(_ templates: [(name: String, text: String)], _ kind: Kind) throws(TemplateError) {
        self.kind = kind
        guard Self.escapingsAreKnown else { return }
        for (name, text) in templates {
            do {
                let template = try MustacheTemplate(string: "{{% CONTENT_TYPE:\(kind.rawValue)}}\n\(text)")
                library.register(template, named: name)
            } catch let error as MustacheTemplate.ParserError {
                throw TemplateError(
                    name: name + kind.ending, line: error.context.lineNumber - 1, reason: "\(error.error)")
            } catch {
                throw TemplateError(name: name + kind.ending, line: nil, reason: "\(error)")
            }
        }
    }

    init(embedded templates: KeyValuePairs<String, [UInt8]>, _ kind: Kind) throws(TemplateError) {
        try self.init(templates.map { ($0, String(decoding: $1, as: UTF8.self)) }, kind)
    }

    func render(_ fields: TemplateFields, with name: String) throws(TemplateError) -> String {
        guard let text = library.render(fields, withTemplate: name) else {
            throw TemplateError(name: name + kind.ending, line: nil, reason: "missing template")
        }
        return text
    }
}

/// A template that can't be parsed or rendered, with the reason.
package struct TemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    var name: String
    var line: Int?
    var reason: String

    package var description: String { "\(name)\(line.map { ":\($0)" } ?? ""): error: \(reason)" }
}

extension RunReport {
    /// Returns the values that both the page and the summary show.
    func templateFields(_ problems: [Problem]) -> TemplateFields {
        [
            "headline": headline(problems), "subject": titles.isEmpty ? "Contract report" : titles,
            "run": "\(started.shownTime), \(Seconds.text(duration, digits: 2)) s\(profileText)",
            "isInterrupted": isInterrupted, "hints": hints.isEmpty ? nil : ["items": hints] as TemplateFields,
        ]
    }
}
