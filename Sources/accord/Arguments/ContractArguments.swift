// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordOpenAPI
import AccordRendering
import ArgumentParser

/// The command-line arguments that specify which contract files to read.
struct ContractArguments: ParsableArguments {
    @Argument(
        help: .value(
            "document",
            "Contracts and OpenAPI documents: files, folders, URLs, or - for standard input. Default: Specs, or else "
                + "openapi.yaml or openapi.json."))
    var documents: [String] = []

    /// The option `--config`. `EffectiveArguments` reads this option before the argument parser runs.
    @Option(
        name: .customLong("config"),
        help: .hidden("file", "The configuration file; default: accord.yaml or accord.json in the current folder."))
    var configuration: String?

    /// The paths to look for if the command line contains no paths of documents. The command reads the first path that
    /// exists.
    private static let usual = ["Specs", "openapi.yaml", "openapi.yml", "openapi.json"]

    /// The paths on the command line, or else the first existing path in `usual`. The array may be empty.
    var paths: [String] {
        get { documents.isEmpty ? Array(Self.usual.filter(Environment.hasFile).prefix(1)) : documents }
        set { documents = newValue }
    }

    @OptionGroup(title: "OpenAPI documents", visibility: .hidden) var openAPI: OpenAPIArguments

    /// Returns the contracts that `paths` names: files, URLs, and `-` for standard input. Skips reports of Accord, and
    /// prints a note about each skipped report.
    ///
    /// - Throws: `ExitStatus.usage` if there is no contract.
    func files() throws -> [String] {
        let paths = paths
        guard !paths.isEmpty else {
            throw ExitStatus.usage.because(
                "no documents: specify a file, a folder or a URL, such as openapi.yaml or "
                    + "http://localhost:8000/openapi.json, or put contracts into Specs")
        }
        var files: [String] = []
        for path in paths {
            guard !RemoteDocument.isRemote(path) else {
                files.append(path)
                continue
            }
            if path.contains("://"), !Environment.hasFile(path) {
                throw ExitStatus.usage.because("\(path): expected a URL that starts with http:// or https://")
            }
            files += try ExitStatus.usageOnError {
                try ContractFolder.contracts(in: [path]) { file in
                    StandardError.write(
                        "\(VisibleText.name(file)): note: ignored, because the file is a report that Accord wrote")
                }
            }
        }
        return files.firstOfEach { RemoteDocument.isRemote($0) ? $0 : FilePath.normalized($0) }
    }

    /// The contracts in the files, with the errors and warnings about the files.
    struct Loaded {
        var contracts: [Contract] = []
        /// The errors and warnings in the files.
        var problems: [Diagnostic] = []
        var inferredFlows: [String] = []
        /// The files that contain errors.
        var unusable: [String] = []

        /// Prints the first warning of each document and rule, with the number of similar warnings.
        func printWarnings(_ color: ColorChoice = .auto) {
            let counted = problems.counted
            for problem in counted { StandardError.write(problem.rendered(for: Terminal(.error, color: color))) }
            guard counted.count < problems.count else { return }
            StandardError.write("accord: run accord lint to see all \(problems.count) warnings about the documents")
        }
    }

    /// Reads all contract files and prints nothing.
    ///
    /// - Throws: `ExitStatus.usage` if there is no contract.
    func read(infersFlows: Bool = false, reading disk: any ContractFiles = DiskFiles()) throws -> Loaded {
        let files = try files()
        let formats = try openAPI.formats()
        let results = try files.map {
            try RemoteDocument.load($0, files: disk, formats: formats, referenceRoot: openAPI.referenceRoot)
        }
        let implied = results.map { result in
            result.contract.map { ImpliedCases($0, infersFlows: infersFlows) }
        }
        let doubts = implied.map { formats.shown($0?.diagnostics ?? []) }
        let diagnostics = results.flatMap(\.diagnostics) + doubts.joined()
        let unusable = files.indices.filter { index in
            implied[index] == nil || doubts[index].contains { $0.severity == .error }
        }
        let cases = implied.compactMap(\.self)
        return Loaded(
            contracts: cases.map(\.contract), problems: diagnostics.filter { $0.severity != .note },
            inferredFlows: cases.flatMap(\.inferred).map { "\($0)" }, unusable: unusable.map { files[$0] })
    }

    /// Reads all contract files, and prints their errors and warnings.
    ///
    /// - Throws: `ExitStatus.contractInvalid` if a file contains errors.
    func load(
        infersFlows: Bool = false, color: ColorChoice = .auto, reading disk: any ContractFiles = DiskFiles()
    ) throws -> [Contract] {
        let loaded = try usable(infersFlows: infersFlows, color: color, reading: disk)
        loaded.printWarnings(color)
        return loaded.contracts
    }

    /// Reads all contract files. Prints the errors if a file contains errors, but no warnings.
    ///
    /// - Throws: `ExitStatus.contractInvalid` if a file contains errors.
    func usable(
        infersFlows: Bool = false, color: ColorChoice = .auto, reading disk: any ContractFiles = DiskFiles()
    ) throws -> Loaded {
        let loaded = try read(infersFlows: infersFlows, reading: disk)
        for flow in loaded.inferredFlows {
            StandardError.write("accord: the paths imply a sequence of requests: \(flow)")
        }
        guard loaded.unusable.isEmpty else {
            for problem in loaded.problems where problem.severity == .error {
                StandardError.write(problem.rendered(for: Terminal(.error, color: color)))
            }
            let names = loaded.unusable.map(VisibleText.name).joined(separator: ", ")
            throw ExitStatus.contractInvalid.because("can't use \(names): see the errors above")
        }
        return loaded
    }
}

/// The options for OpenAPI documents.
struct OpenAPIArguments: ParsableArguments {
    @Option(
        name: .customLong("ref"),
        help: .value(
            "URL=FILE",
            "Read FILE instead of URL if a document references URL. Accord loads no references from a network."))
    var references: [String] = []

    @Option(name: .customLong("overlay"), help: .value("file", "Apply an OpenAPI Overlay to the document."))
    var overlays: [String] = []

    @Option(
        name: .customLong("ref-root"),
        help: .value("folder", "Allow references to files in this folder; default: the document's folder."))
    var referenceRoot: String?

    @Flag(
        help: """
            Treat warnings about an OpenAPI document as errors. \
            In a mock, the same applies to undocumented cookies and tracking items.
            """) var strict = false

    /// Returns the formats of contracts that the command reads, including OpenAPI with these options.
    ///
    /// - Throws: `ExitStatus.usage` if a value of `--ref` contains no `=`, or if a file doesn't exist.
    func formats() throws -> ContractFormats {
        var files: [String: String] = [:]
        for reference in references {
            guard let equals = reference.lastIndex(of: "="), equals != reference.startIndex else {
                throw ExitStatus.usage.because("--ref \(reference): expected URL=FILE")
            }
            files[String(reference[..<equals])] = String(reference[reference.index(after: equals)...])
        }
        try (overlays + files.values.sorted()).forEach(DocumentKind.require)
        let options = OpenAPIOptions(references: files, overlays: overlays, referenceRoot: referenceRoot)
        return .all(options, isStrict: strict)
    }
}

/// The value of `--flows`: whether to derive sequences of cases from paths.
enum FlowChoice: String, ExpressibleByArgument, CaseIterable { case documented, infer }
