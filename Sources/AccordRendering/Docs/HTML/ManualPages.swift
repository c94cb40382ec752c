// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The values that the templates insert into the pages of one API.
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
        var fields = page(title: api.title, current: nil, isIndex: isIndex)
        let folder = isIndex ? "\(api.slug)/" : ""
        fields["onOverview"] = true
        fields["apiSummary"] = api.summary ?? false as Any
        fields["about"] = api.description.map(MarkdownHTML.render) ?? false as Any
        fields["file"] = api.sourceName
        fields["servers"] = Self.section(
            api.servers.map { server -> TemplateFields in
                [
                    "url": server.url, "serverName": server.name ?? false as Any,
                    "serverAbout": server.description ?? false as Any,
                ]
            })
        fields["proof"] = api.proof.fields { id in
            let operation = api.operations.first { id.hasPrefix("\($0.id)/") || id.hasPrefix("\($0.id)~") }
            return operation.map { folder + Self.file($0) + (Self.anchor(id, in: $0) ?? "") }
        }
        fields["groups"] = Self.groups(api)
        let map = APIMap(api.operations)
        fields["map"] = map.svg(isStandalone: false) ?? false as Any
        fields["isMapOpen"] = map.count <= PageModel.mostMapped
        return fields
    }

    static func groups(_ api: APIText) -> [TemplateFields] {
        api.groups.map { ["tag": $0.tag ?? false as Any, "operations": $0.operations.map { entry($0) }] }
    }

    private static func entry(_ operation: OperationText, isCurrent: Bool = false) -> TemplateFields {
        [
            "operationLink": file(operation), "method": operation.method, "path": operation.path,
            "methodKind": kind(operation.method), "operationTitle": operation.title, "isCurrent": isCurrent,
            "deprecated": operation.isDeprecated, "state": operation.proof.state.proof.kind,
            "stateText": operation.proof.state.proof.word,
        ]
    }

    var schemas: TemplateFields {
        var fields = page(title: "Schemas of \(api.title)", current: nil)
        fields["onSchemas"] = true
        fields["schemas"] = api.schemas.map { named in
            Self.fields(named.schema).merging(["schemaName": named.name, "slug": named.slug]) { $1 }
        }
        return fields
    }

    func operation(_ operation: OperationText) -> TemplateFields {
        var fields = page(title: operation.title, current: operation)
        fields["id"] = operation.id
        fields["method"] = operation.method
        fields["methodKind"] = Self.kind(operation.method)
        fields["path"] = operation.path
        fields["deprecated"] = operation.isDeprecated
        fields["about"] = operation.description.map(MarkdownHTML.render) ?? false as Any
        fields["security"] = Self.section(operation.security, named: "ways")
        fields["proof"] = operation.proof.fields { Self.anchor($0, in: operation) }
        fields["parameters"] = Self.parameters(operation.parameters)
        fields["query"] = operation.query.map { Self.fields($0) } ?? false as Any
        fields["body"] = operation.body.map(Self.body) ?? false as Any
        fields["responses"] = Self.responses(operation.responses.filter { !$0.isError })
        fields["errors"] = Self.responses(operation.responses.filter(\.isError))
        fields["examples"] = Self.section(operation.examples.map(Self.example))
        return fields
    }

    private static func responses(_ responses: [OperationText.ResponseText]) -> Any {
        section(
            responses.map { response -> TemplateFields in
                [
                    "status": response.status, "responseAbout": MarkdownHTML.render(response.description),
                    "headers": Self.parameters(response.headers),
                    "body": response.body.map(Self.body) ?? false as Any,
                    "client": response.client ?? false as Any, "state": response.proof.proof.kind,
                    "stateText": response.proof.proof.word, "isTested": response.proof != .untried,
                ]
            })
    }

    /// Returns the value of a section with a list, or `false` if the list is empty.
    private static func section(_ values: [some Any], named key: String = "list") -> Any {
        values.isEmpty ? false : [key: values] as Any
    }

    private static func example(_ example: ExampleText) -> TemplateFields {
        [
            "slug": example.slug, "name": example.name, "exampleSummary": example.summary ?? false as Any,
            "given": example.given.isEmpty ? false : example.given.joined(separator: "; ") as Any,
            "after": example.after.isEmpty ? false : example.after.joined(separator: ", ") as Any,
            "audience": example.audience ?? false as Any, "client": example.client ?? false as Any,
            "problem": example.problem ?? false as Any, "state": example.proof.state.proof.kind,
            "stateText": example.proof.state.proof.word,
            "exchanges": example.exchanges.map { exchange in
                [
                    "step": exchange.summary ?? false as Any, "request": exchange.request, "curl": exchange.curl,
                    "swift": exchange.swift, "javaScript": exchange.javaScript, "python": exchange.python,
                    "response": exchange.response,
                ] as TemplateFields
            },
        ]
    }

    // MARK: Common fields

    private func page(title: String, current: OperationText?, isIndex: Bool = false) -> TemplateFields {
        [
            "root": isIndex ? "" : "../", "folder": isIndex ? "\(api.slug)/" : "", "title": title,
            "site": manual.apis.count == 1 ? api.title : "API documentation",
            "api": api.title, "apiVersion": api.version.isEmpty ? false : api.version as Any,
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
            "menuGroups": groups.map { group in
                [
                    "menuTag": group.tag ?? false as Any,
                    "items": group.operations.map { Self.entry($0, isCurrent: $0.id == current?.id) },
                ] as TemplateFields
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

extension Proof {
    /// Returns the values that the templates insert to show whether the server and the client passed their cases.
    ///
    /// - Parameter link: a function that returns the link to a case's example.
    fileprivate func fields(link: (String) -> String?) -> TemplateFields {
        [
            "state": state.proof.kind, "stateText": state.proof.word,
            "sides": sides.map { side in
                [
                    "sideState": side.state.proof.kind,
                    "sentence": side.sentence + (lacksSuccess ? " The server returned no successful response." : ""),
                    "failures": side.failures.prefix(20).map { failure in
                        [
                            "more": failure.more, "failureID": failure.id, "failureMessage": failure.message,
                            "failureLink": link(failure.id) ?? false as Any,
                        ] as TemplateFields
                    },
                ] as TemplateFields
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
                ["pieceText": piece.text, "pieceLink": piece.schema.map { "schemas.html#\($0)" } ?? false as Any]
            },
            "constraints": schema.constraints.isEmpty ? false : schema.constraints.joined(separator: ", ") as Any,
            "schemaAbout": schema.description.map(MarkdownHTML.render) ?? false as Any,
            "schemaDeprecated": schema.isDeprecated,
            "properties": schema.properties.isEmpty
                ? false
                : [
                    "isNamed": schema.isNamed && isNested,
                    "rows": schema.properties.map { property in
                        fields(property.schema, isNested: true).merging([
                            "rowName": property.name, "required": property.isRequired,
                        ]) { first, _ in first }
                    },
                ] as Any,
            "alternatives": schema.alternatives.isEmpty
                ? false
                : [
                    "alternativesTitle": schema.alternativesTitle ?? "",
                    "rows": schema.alternatives.map { fields($0, isNested: true) },
                ] as Any,
        ]
    }

    static func parameters(_ parameters: [OperationText.ParameterText]) -> Any {
        section(
            parameters.map { parameter, schema in
                fields(schema).merging([
                    "parameterName": parameter.name, "place": parameter.place.rawValue,
                    "required": parameter.isRequired, "forbidden": parameter.isForbidden,
                    "parameterDeprecated": parameter.isDeprecated,
                ]) { $1 }
            }, named: "rows")
    }

    static func body(_ body: OperationText.BodyText) -> TemplateFields {
        [
            "optional": !body.isRequired, "bodyAbout": body.description.map(MarkdownHTML.render) ?? false as Any,
            "contents": body.contents.map { content in
                ["mediaType": content.mediaType, "schema": content.schema.map { fields($0) } ?? false as Any]
                    as TemplateFields
            },
        ]
    }
}
