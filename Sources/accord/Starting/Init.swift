import AccordContract
import AccordCore
import AccordGenerator
import AccordOpenAPI
import ArgumentParser
import Foundation

/// `accord init`: what a package needs for its first client tests, and the package itself where there is none.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Set up contract tests in a package, or make one in an empty folder.",
        discussion: """
            Writes a first contract into Specs/, bindings to fill in into Tests/…ContractTests/, and a few lines at \
            the end of Package.swift. Leaves files that are there already as they are. Where accord.json in that folder \
            names “operations”, the bindings have no others. In an empty folder it makes a package whose tests run: a \
            contract, a client, and the bindings between them.
            """)

    @Option(
        name: .customLong("package-path"), help: ArgumentHelp("Set up the package in this folder.", valueName: "folder")
    )
    var packagePath = "."

    @Option(
        help: ArgumentHelp(
            "Depend on Accord from here: a URL, or the path of a checkout. Default: the checkout that this program was "
                + "built in, or ../accord.", valueName: "url-or-path"))
    var from: String?

    @Option(help: "Depend on this version or later, if --from is a URL.")
    var version = "1.0.0"

    @Option(help: "Test the client in this module; by default the package's first library target.")
    var module: String?

    @Option(
        name: .customLong("openapi"),
        help: ArgumentHelp(
            "Begin with a copy of this OpenAPI document in Specs/, and a closure for each of its operations.",
            valueName: "file"))
    var openAPI: String?

    @Option(help: "Name this host as the API's in the first contract.")
    var host = "api.example.com"

    func validate() throws {
        let parts = URLParts("https://\(host)")
        let isPort = parts.port.map(HostName.isPort) ?? true
        guard parts.host.map(HostName.isHost) ?? false, isPort, parts.userInfo == nil, parts.query == nil,
            parts.fragment == nil, ["", "/"].contains(parts.path)
        else {
            throw ValidationError(
                "--host \"\(host)\" is no host; it looks like api.example.com or localhost:8080, without a scheme or a path"
            )
        }
        guard version.wholeMatch(of: /\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?/) != nil else {
            throw ValidationError("--version \"\(version)\" is no version; it looks like 1.0.0")
        }
        guard let from, !from.contains("://"), !Checkout.isPackage(from) else { return }
        throw ValidationError(
            "--from \"\(from)\" is neither a URL nor the path of a checkout: there is no \(Checkout.manifest(of: from))"
        )
    }

    func run() throws {
        let source = try from ?? Checkout.nearest(to: packagePath)
        let root = URL(filePath: packagePath)
        let files = StarterFiles(root)
        let manifest = root.appending(path: "Package.swift")
        let isNew = !FileManager.default.fileExists(atPath: manifest.path)
        if isNew { try makePackage(root, files) }
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else {
            throw ExitStatus.usage.because("\(manifest.relativePath) can't be read")
        }
        let package = Manifest(text)
        guard package.isNewEnough else {
            throw ExitStatus.usage.because(
                "\(manifest.relativePath): says swift-tools-version \(package.toolsVersion); Accord takes 6.1 or later")
        }
        let module = module ?? package.firstTarget
        let contracts = try contracts(in: root, title: package.name ?? "My API", files)
        let target = "\(module ?? package.name ?? "")ContractTests"
        let chosen = try chosenOperations(of: root.appending(path: "Tests/\(target)/accord.json"))
        for (path, contract) in contracts {
            let name = SwiftName.type(of: path)
            let bindings =
                isNew && openAPI == nil
                ? Starter.workingBindings(contract, path: path, module: module ?? "")
                : Starter.bindings(contract, path: path, module: module, operations: chosen)
            try files.write(bindings, to: "Tests/\(target)/\(name)Contract+Bindings.swift")
        }
        try extend(manifest, text, package, target: target, module: module, source: source, files)
        sayWhatComesNext(target, isNew: isNew && openAPI == nil)
    }

    /// The operations that a test target's `accord.json` names; nil where it names none, or isn't there.
    private func chosenOperations(of file: URL) throws -> Set<String>? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let configuration = TestConfiguration(path: file.relativePath, files: DiskFiles())
        guard configuration.diagnostics.isEmpty else {
            for diagnostic in configuration.diagnostics { StandardError.write(diagnostic.rendered) }
            throw ExitStatus.usage.because("can't use \(file.relativePath): see the errors above")
        }
        return configuration.operations
    }

    /// A package with a client, named after its folder.
    private func makePackage(_ root: URL, _ files: StarterFiles) throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        // The document that it begins with may lie there.
        let document = openAPI.map { URL(filePath: $0).standardizedFileURL.path }
        let others = names.filter {
            !$0.hasPrefix(".") && $0 != "Specs" && root.appending(path: $0).standardizedFileURL.path != document
        }
        guard others.isEmpty else {
            throw ExitStatus.usage.because(
                "\(root.appending(path: "Package.swift").relativePath): there is no package. Make one with swift package "
                    + "init, name its folder with --package-path, or start in an empty folder: this one has \(others.sorted()[0])"
            )
        }
        let hasContracts = (try? ContractFolder.contracts(in: [root.appending(path: "Specs").relativePath])) != nil
        guard !hasContracts else {
            throw ExitStatus.usage.because(
                "there is no package yet, and Specs/ has contracts: make a package for your client with swift package "
                    + "init, then run accord init again")
        }
        let name = Starter.moduleName(of: module ?? root.standardizedFileURL.lastPathComponent)
        try files.write(Starter.package(name), to: "Package.swift")
        let client = openAPI == nil ? Starter.client(host: host) : "// Your client.\n"
        try files.write(client, to: "Sources/\(name)/Client.swift")
        try files.write(".build/\nReports/\n", to: ".gitignore")
    }

    private func extend(
        _ manifest: URL, _ text: String, _ package: Manifest, target: String, module: String?, source: String,
        _ files: StarterFiles
    ) throws {
        let lines = Starter.manifest(
            target: target, module: module,
            dependency: Checkout.dependency(source, version, seenFrom: packagePath, staysAbsolute: from != nil))
        if text.contains("\"ContractTests\"") {
            Output.line("kept     \(manifest.relativePath), which has the plugin already")
        } else if package.isAppendable {
            try files.write(text + lines, to: "Package.swift", replacing: true)
        } else {
            Output.line("Add to \(manifest.relativePath), which has no “let package = Package(…)” to append to:")
            Output.line(lines)
        }
    }

    /// The package's contracts by path; a first one, with the schema that editors check it by, where there is none.
    private func contracts(
        in root: URL, title: String, _ files: StarterFiles
    ) throws -> [(path: String, contract: Contract)] {
        let specs = root.appending(path: "Specs").relativePath
        if let openAPI {
            let name = URL(filePath: openAPI).lastPathComponent
            do {
                let text = String(decoding: try DiskFiles().read(openAPI), as: UTF8.self)
                try files.write(text, to: "Specs/\(name)")
            } catch let error as ContractFileError {
                throw ExitStatus.usage.because("--openapi \(openAPI): \(error)")
            }
        }
        let formats = ContractFormats(reader: YAMLDocuments(), translator: OpenAPITranslator())
        var found = (try? ContractFolder.contracts(in: [specs])) ?? []
        if found.isEmpty {
            try files.write(Starter.contract(title: title, host: host), to: "Specs/api.json")
            try files.write(
                String(decoding: PackageResources.contract_schema_json, as: UTF8.self),
                to: "Specs/contract.schema.json")
            found = ["\(specs)/api.json"]
        }
        return try found.map { file in
            let loaded = ContractLoader.load(file, formats: formats)
            guard let contract = loaded.contract else {
                for diagnostic in loaded.diagnostics { StandardError.write(diagnostic.rendered) }
                throw ExitStatus.contractInvalid.because("can't use \(file): see the errors above")
            }
            return (file, contract)
        }
    }

    private func sayWhatComesNext(_ target: String, isNew: Bool) {
        let bindings =
            isNew
            ? "Tests/\(target)/ binds the client in Sources/ to the contract; swift test runs now."
            : "Fill in Tests/\(target)/: make your client on the stub, and call it. A closure that isn't filled in "
                + "fails its cases."
        Output.line(
            """

            Next:
              1. Say in Specs/ what your API does; accord lint Specs tells what is wrong with it.
              2. \(bindings)
              3. swift test
              4. accord mock Specs serves the same documents; accord verify holds a server to them.
            """)
    }
}
