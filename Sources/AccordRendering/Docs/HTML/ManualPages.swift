// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Mustache

/// The values that the templates insert into the pages of one API, in HTML and in Markdown.
struct ManualPages {
    /// The largest number of operations for which the menu shows all operations. In a larger API, the menu shows only
    /// the operations of the current group.
    private static let longestMenu = 300

    let api: APIText
    let manual: Manual

    /// Returns the file name of an operation's page.
    static func file(_ operation: OperationText) -> String {
        ["index", "schemas"].contains(operation.slug) ? "operation-\(operation.slug).html" : "\(operation.slug).html"
    }

    /// The values for the page that lists the operations of the API.
    ///
    /// - Parameter isIndex: Whether the page is the site's `index.html`, one folder above the other pages of the API.
    func overview(isIndex: Bool = false) -> TemplateFields {
        let folder = isIndex ? "\(api.slug)/" : ""
        let map = APIMap(api.operations)
        return page(title: api.title, current: nil, isIndex: isIndex).adding([
            "onOverview": true, "apiSummary": Prose(api.summary), "about": Prose(api.description),
            "file": Prose(api.sourceName),
            "servers": api.servers.map { server -> TemplateFields in
                ["url": Prose(server.url), "serverName": server.name, "serverAbout": server.description]
            },
            "proof": api.proof.fields { id in
                let operation = api.operations.first { id.hasPrefix("\($0.id)/") || id.hasPrefix("\($0.id)~") }
                return operation.map { folder + Self.file($0) + (Self.anchor(id, in: $0) ?? "") }
            },
            "groups": Self.groups(api), "map": map.svg(isStandalone: false),
            "isMapOpen": map.count <= PageModel.mostMapped,
        ])
    }

    static func groups(_ api: APIText) -> [TemplateFields] {
        api.groups.map { ["tag": $0.tag, "operations": $0.operations.map { entry($0) }] }
    }

    private static func entry(_ operation: OperationText, isCurrent: Bool = false) -> TemplateFields {
        [
            "operationLink": file(operation), "method": operation.method, "path": operation.path,
            "methodKind": kind(operation.method), "operationTitle": operation.title, "isCurrent": isCurrent,
            "deprecated": operation.isDeprecated, "state": operation.proof.state.proof,
        ]
    }

    /// The values for the page that describes the schemas of the API.
    var schemaPage: TemplateFields {
        page(title: "Schemas of \(api.title)", current: nil).adding(["onSchemas": true, "schemas": schemas])
    }

    /// The values for the page of an operation.
    func page(of operation: OperationText) -> TemplateFields {
        page(title: operation.title, current: operation).adding(Self.fields(operation))
    }

    /// The values for a document that describes the whole API.
    var document: TemplateFields {
        overview().adding(["operations": api.operations.map(Self.fields), "schemas": schemas])
    }

    private var schemas: [TemplateFields] {
        api.schemas.map { Self.fields($0.schema).adding(["schemaName": $0.name, "slug": $0.slug]) }
    }

    private static func fields(_ operation: OperationText) -> TemplateFields {
        [
            "id": operation.id, "title": operation.title, "slug": operation.slug, "method": operation.method,
            "methodKind": kind(operation.method), "path": operation.path,
            "call": Prose("\(operation.method) \(operation.path)"), "deprecated": operation.isDeprecated,
            "about": Prose(operation.description), "security": operation.security,
            "state": operation.proof.state.proof, "proof": operation.proof.fields { anchor($0, in: operation) },
            "parameters": parameters(operation.parameters), "query": operation.query.map { fields($0) },
            "body": operation.body.map(body), "responses": responses(operation.responses.filter { !$0.isError }),
            "errors": responses(operation.responses.filter(\.isError)), "examples": operation.examples.map(example),
        ]
    }

    private static func responses(_ responses: [OperationText.ResponseText]) -> [TemplateFields] {
        responses.map { response in
            [
                "status": response.status, "responseAbout": Prose(response.description),
                "parameters": parameters(response.headers), "body": response.body.map(body), "client": response.client,
                "state": response.proof.proof, "isTested": response.proof != .untried,
            ]
        }
    }

    private static func example(_ example: ExampleText) -> TemplateFields {
        [
            "slug": example.slug, "name": example.name, "exampleSummary": example.summary,
            "given": example.given.isEmpty ? nil : example.given.joined(separator: "; "),
            "after": example.after.isEmpty ? nil : example.after.joined(separator: ", "),
            "audience": example.audience, "client": example.client, "problem": example.problem,
            "state": example.proof.state.proof,
            "exchanges": example.exchanges.map { exchange -> TemplateFields in
                [
                    "step": exchange.summary, "request": exchange.request, "curl": Prose(exchange.curl),
                    "swift": exchange.swift, "javaScript": exchange.javaScript, "python": exchange.python,
                    "response": Prose(exchange.response),
                ]
            },
        ]
    }

    // MARK: Common fields

    private func page(title: String, current: OperationText?, isIndex: Bool = false) -> TemplateFields {
        [
            "root": isIndex ? "" : "../", "folder": isIndex ? "\(api.slug)/" : "", "title": title,
            "site": manual.apis.count == 1 ? api.title : "API documentation",
            "api": api.title, "apiVersion": api.version.isEmpty ? nil : api.version,
            "onOverview": false, "onSchemas": false, "menu": menu(current),
        ]
    }

    private func menu(_ current: OperationText?) -> TemplateFields {
        let isLarge = api.operations.count > Self.longestMenu
        let groups = api.groups.filter { group in
            !isLarge || group.operations.contains { $0.id == current?.id }
        }
        return [
            "hasSchemas": !api.schemas.isEmpty,
            "menuGroups": groups.map { group -> TemplateFields in
                [
                    "menuTag": group.tag,
                    "items": group.operations.map { Self.entry($0, isCurrent: $0.id == current?.id) },
                ]
            },
        ]
    }

    /// Returns a link to a case's example on the operation's page.
    private static func anchor(_ id: String, in operation: OperationText) -> String? {
        operation.examples.first { $0.id == id }.map { "#\($0.slug)" }
    }

    private static func kind(_ method: String) -> String {
        switch method {
        case "GET", "HEAD", "OPTIONS": "read"
        case "DELETE": "remove"
        default: "write"
        }
    }
}

/// A text of the documentation. A template inserts the text as it is, or renders the text in one of several forms, as in
/// `{{{html(about)}}}`.
struct Prose: CustomStringConvertible, MustacheTransformable {
    let description: String

    /// Returns `nil` if the text is missing or empty.
    init?(_ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        description = text
    }

    func transform(_ form: String) -> Any? {
        switch form {
        case "html": MarkdownHTML.render(description)
        case "block": DescriptionText.block(description)
        case "line": DescriptionText.inline(description)
        case "cell": DescriptionText.inline(description, inTable: true)
        case "code": MarkdownText.code(description)
        case "codeCell": MarkdownText.code(description, inTable: true)
        case "sh", "http": MarkdownText.block(description, language: form)
        default: nil
        }
    }
}

extension Proof {
    /// Returns the values that the templates insert to show whether the server and the client passed their cases.
    ///
    /// - Parameter link: a function that returns the link to a case's example.
    fileprivate func fields(link: (String) -> String?) -> TemplateFields {
        [
            "state": state.proof, "proofTitle": state.proof.word.capitalizedFirst,
            "sides": sides.map { side -> TemplateFields in
                [
                    "sentence": side.sentence + (lacksSuccess ? " The server returned no successful response." : ""),
                    "failures": side.failures.prefix(20).map { failure -> TemplateFields in
                        [
                            "more": failure.more, "failureID": Prose(failure.id), "failureMessage": failure.message,
                            "failureLink": link(failure.id),
                        ]
                    },
                ]
            },
        ]
    }
}

extension Proof.Side {
    /// A sentence such as `The server passed 4 of 4 cases on 2026-11-21 09:30 UTC, at https://api.example.com.`
    var sentence: String {
        let who = kind == .client ? "The client" : "The server"
        let total = passed + failed
        let place = target.map { ", at \($0)" } ?? ""
        guard total > 0 else { return "No case of \(who.lowercased()) ran on \(when.shownTime)\(place)." }
        let left = idle > 0 ? " \(idle.counted("case")) did not run." : ""
        return "\(who) passed \(passed) of \(total.counted("case")) on \(when.shownTime)\(place).\(left)"
    }
}

extension ManualPages {
    /// Returns the values that the templates insert to describe a schema.
    static func fields(_ schema: SchemaText, isNested: Bool = false) -> TemplateFields {
        [
            "type": schema.type.map { piece -> TemplateFields in
                ["pieceText": piece.text, "pieceLink": piece.schema.map { "schemas.html#\($0)" }]
            },
            "typeText": schema.typeText, "outline": schema,
            "constraints": schema.constraints.isEmpty ? nil : schema.constraints.joined(separator: ", "),
            "schemaAbout": Prose(schema.description), "schemaDeprecated": schema.isDeprecated,
            "isNamed": schema.isNamed && isNested,
            "properties": schema.properties.map { property in
                fields(property.schema, isNested: true).adding([
                    "rowName": property.name, "required": property.isRequired,
                ])
            },
            "alternativesTitle": schema.alternativesTitle,
            "alternatives": schema.alternatives.map { fields($0, isNested: true) },
        ]
    }

    static func parameters(_ parameters: [OperationText.ParameterText]) -> [TemplateFields] {
        parameters.map { parameter, schema in
            fields(schema).adding([
                "parameterName": Prose(parameter.name), "place": parameter.place.rawValue,
                "required": parameter.isRequired, "forbidden": parameter.isForbidden,
                "parameterDeprecated": parameter.isDeprecated,
            ])
        }
    }

    static func body(_ body: OperationText.BodyText) -> TemplateFields {
        [
            "optional": !body.isRequired, "bodyAbout": Prose(body.description),
            "contents": body.contents.map { content -> TemplateFields in
                ["mediaType": Prose(content.mediaType), "schema": content.schema.map { fields($0) }]
            },
        ]
    }
}
