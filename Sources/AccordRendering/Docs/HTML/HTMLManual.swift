// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The documentation as a static site, with an index, a page per operation, and a schema page per API.
///
/// The pages load nothing from the network and work without JavaScript. Text from a contract never runs as code.
package enum HTMLManual {
    /// Returns the files of the site, with their paths.
    ///
    /// - Parameter version: the version of Accord, which the footer shows.
    package static func render(_ manual: Manual, version: String) throws -> [(path: String, text: String)] {
        let library = try TemplateLibrary(embedded: templates, .html)
        var files: [(path: String, text: String)] = [
            ("assets/docs.css", String(decoding: PackageResources.docs_css, as: UTF8.self)),
            ("assets/docs.js", String(decoding: PackageResources.docs_js, as: UTF8.self)),
            ("assets/search.js", manual.searchScript),
        ]
        func add(_ path: String, _ template: String, _ fields: TemplateFields) throws {
            files.append((path, try library.render(fields.adding(["version": version]), with: template)))
        }
        if manual.apis.count != 1 { try add("index.html", "index", index(manual)) }
        for api in manual.apis {
            let pages = ManualPages(api: api, manual: manual)
            // If the site documents only one API, its index page is the overview of this API.
            if manual.apis.count == 1 { try add("index.html", "api", pages.overview(isIndex: true)) }
            try add("\(api.slug)/index.html", "api", pages.overview())
            if !api.schemas.isEmpty { try add("\(api.slug)/schemas.html", "schemas", pages.schemaPage) }
            for operation in api.operations {
                try add("\(api.slug)/\(ManualPages.file(operation))", "operation", pages.page(of: operation))
            }
        }
        return files
    }

    /// Returns the values that the template inserts into the index page.
    private static func index(_ manual: Manual) -> TemplateFields {
        [
            "root": "", "title": "API documentation", "site": "API documentation", "menu": false,
            "apis": manual.apis.map { api -> TemplateFields in
                [
                    "folder": "\(api.slug)/", "groups": ManualPages.groups(api),
                    "title": api.title, "version": api.version.isEmpty ? nil : api.version,
                    "link": "\(api.slug)/index.html", "summary": api.summary,
                    "count": api.operations.count.counted("operation"), "state": api.proof.state.proof,
                ]
            },
        ]
    }

    private static let templates: KeyValuePairs<String, [UInt8]> = [
        "head": PackageResources.head_mustache, "foot": PackageResources.foot_mustache,
        "menu": PackageResources.menu_mustache, "index": PackageResources.index_mustache,
        "api": PackageResources.api_mustache, "operations": PackageResources.operations_mustache,
        "operation": PackageResources.operation_mustache,
        "schemas": PackageResources.schemas_mustache, "schema": PackageResources.schema_mustache,
        "proof": PackageResources.proof_mustache,
    ]
}
