import AccordContract
import AccordOpenAPI
import ArgumentParser

/// How OpenAPI documents are read.
struct OpenAPIArguments: ParsableArguments {
    @Option(
        name: .customLong("ref"),
        help: ArgumentHelp(
            "Read FILE where an OpenAPI document refers to URL; nothing is loaded from a network.",
            valueName: "URL=FILE"))
    var references: [String] = []

    @Option(
        name: .customLong("overlay"),
        help: ArgumentHelp("Apply the changes of an Overlay file to the OpenAPI document first.", valueName: "file"))
    var overlays: [String] = []

    @Option(
        name: .customLong("ref-root"),
        help: ArgumentHelp(
            "Allow references and “extends” to name files anywhere below FOLDER; by default below the document's own.",
            valueName: "folder"))
    var referenceRoot: String?

    @Flag(help: "Treat every warning about an OpenAPI document as an error.")
    var strict = false

    /// - Throws: `ExitStatus.usage` for a `--ref` without “=”.
    func formats() throws -> ContractFormats {
        var files: [String: String] = [:]
        for reference in references {
            guard let equals = reference.lastIndex(of: "="), equals != reference.startIndex else {
                throw ExitStatus.usage.because("--ref \(reference): write URL=FILE")
            }
            files[String(reference[..<equals])] = String(reference[reference.index(after: equals)...])
        }
        let options = OpenAPIOptions(references: files, overlays: overlays, referenceRoot: referenceRoot)
        return ContractFormats(reader: YAMLDocuments(), translator: OpenAPITranslator(options), isStrict: strict)
    }
}
