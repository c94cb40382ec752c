import Mustache

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
