import Mustache

/// The documentation as a static site: a page for each operation, one for an API's schemas, and an index.
///
/// Nothing is loaded from elsewhere, pages work without their script, and no text of a contract can run in them.
package enum HTMLManual {
    /// The site's files by their paths.
    ///
    /// - Parameter version: of the program, for the foot of each page.
    package static func render(_ manual: Manual, version: String) throws -> [(path: String, text: String)] {
        let library = try DocsTemplates.library()
        var files: [(path: String, text: String)] = [
            ("assets/docs.css", DocsTemplates.style), ("assets/docs.js", DocsTemplates.script),
            ("assets/search.js", SearchIndex.script(manual)),
        ]
        func add(_ path: String, _ template: String, _ fields: TemplateFields) throws {
            let page = fields.merging(["version": version]) { own, _ in own }
            guard let text = library.render(page, withTemplate: template) else {
                throw TemplateError(name: template, reason: "there is no template of this name")
            }
            files.append((path, text))
        }
        try add("index.html", "index", IndexModel.fields(manual))
        for api in manual.apis {
            let model = ManualPages(api, in: manual)
            try add("\(api.slug)/index.html", "api", model.overview)
            if !api.schemas.isEmpty { try add("\(api.slug)/schemas.html", "schemas", model.schemas) }
            for operation in api.operations {
                try add("\(api.slug)/\(ManualPages.file(operation))", "operation", model.operation(operation))
            }
        }
        return files
    }
}

/// The first page as its template sees it.
enum IndexModel {
    static func fields(_ manual: Manual) -> TemplateFields {
        let title = manual.apis.count == 1 ? manual.apis[0].title : "API documentation"
        return [
            "root": "", "title": title, "site": title, "menu": false,
            "apis": manual.apis.map { api in
                [
                    "title": api.title, "version": api.version.isEmpty ? false : api.version as Any,
                    "link": "\(api.slug)/index.html", "summary": api.summary ?? false as Any,
                    "operations": api.operations.count == 1 ? "1 operation" : "\(api.operations.count) operations",
                    "state": api.proof.state.rawValue, "stateText": ProofModel.word(api.proof.state),
                ] as TemplateFields
            },
        ]
    }
}

/// The site's templates.
enum DocsTemplates {
    private static let pages: [(name: String, bytes: [UInt8])] = [
        ("head", PackageResources.head_mustache), ("foot", PackageResources.foot_mustache),
        ("menu", PackageResources.menu_mustache), ("index", PackageResources.index_mustache),
        ("api", PackageResources.api_mustache), ("operation", PackageResources.operation_mustache),
        ("schemas", PackageResources.schemas_mustache), ("schema", PackageResources.schema_mustache),
        ("proof", PackageResources.proof_mustache),
    ]

    static func library() throws -> MustacheLibrary {
        MustacheContentTypes.register(HTMLEscaping(), named: HTMLEscaping.name)
        var library = MustacheLibrary()
        for (name, bytes) in pages {
            let text = "{{% CONTENT_TYPE:\(HTMLEscaping.name)}}\n\(String(decoding: bytes, as: UTF8.self))"
            library.register(try MustacheTemplate(string: text), named: name)
        }
        return library
    }

    static var style: String { String(decoding: PackageResources.docs_css, as: UTF8.self) }
    static var script: String { String(decoding: PackageResources.docs_js, as: UTF8.self) }
}
