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
