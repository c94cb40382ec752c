import AccordContract
import AccordCore
import AccordGenerator
import AccordOpenAPI
import ArgumentParser
import Foundation

/// `accord init`
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Set up contract tests in a Swift package, or create a package in an empty folder.",
        discussion: """
            Writes a first contract to Specs/, bindings to fill in to Tests/…ContractTests/, and a test target to \
            Package.swift. Existing files are kept. If accord.json in the test folder lists “operations”, only these get \
            bindings. An empty folder gets a package with a contract, a client and bindings, whose tests pass.
            """)

    @Option(name: .customLong("package-path"), help: ArgumentHelp("The folder of the package.", valueName: "folder"))
    var packagePath = "."

    @Option(
        help: ArgumentHelp(
            "The URL of Accord or the path of a checkout; default: this program's, or ../accord.",
            valueName: "url-or-path"))
    var from: String?

    @Option(help: "The minimum version of Accord, if --from is a URL.")
    var version = "1.0.0"

    @Option(help: "The module of the client; default: the first library target.")
    var module: String?

    @Option(
        name: .customLong("openapi"),
        help: ArgumentHelp("Copy this OpenAPI document to Specs/ instead of a first contract.", valueName: "file"))
    var openAPI: String?

    @Option(help: "The host of the API in the first contract.")
    var host = "api.example.com"

    func validate() throws {
        let parts = URLParts("https://\(host)")
        guard HostName.isAuthority(parts), parts.userInfo == nil, parts.query == nil, parts.fragment == nil,
            ["", "/"].contains(parts.path)
        else {
            throw ValidationError(
                "--host \"\(host)\" isn't a host; examples: api.example.com, localhost:8080"
            )
        }
        guard version.wholeMatch(of: /\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?/) != nil else {
            throw ValidationError("--version \"\(version)\" isn't a version; example: 1.0.0")
        }
        guard let from, !from.contains("://"), !Checkout.isPackage(from) else { return }
        throw ValidationError(
            "--from \"\(from)\" isn't a URL, and \(Checkout.manifest(of: from)) doesn't exist"
        )
    }

    func run() throws {
        let source = try from ?? Checkout.nearest(to: packagePath)
        let root = URL(filePath: packagePath)
        let files = StarterFiles(root)
        let manifest = root.appending(path: "Package.swift")
        let isNew = !FileManager.default.fileExists(atPath: manifest.path)
        if isNew { try createPackage(root, files) }
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else {
            throw ExitStatus.usage.because("can't read \(manifest.relativePath)")
        }
        let package = Manifest(text)
        guard package.isNewEnough else {
            throw ExitStatus.usage.because(
                "\(manifest.relativePath): swift-tools-version is \(package.toolsVersion); Accord requires 6.1 or later"
            )
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
        printNextSteps(target, isNew: isNew && openAPI == nil)
    }

    /// Returns the operations that `accord.json` of a test target lists, or `nil` for all.
    private func chosenOperations(of file: URL) throws -> Set<String>? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let configuration = TestConfiguration(path: file.relativePath, files: DiskFiles())
        guard configuration.diagnostics.isEmpty else {
            for diagnostic in configuration.diagnostics { StandardError.write(diagnostic.rendered) }
            throw ExitStatus.usage.because("can't use \(file.relativePath): see the errors above")
        }
        return configuration.operations
    }

    /// Creates a package with a client, named after its folder.
    private func createPackage(_ root: URL, _ files: StarterFiles) throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        // The OpenAPI document may be in the folder.
        let document = openAPI.map { URL(filePath: $0).standardizedFileURL.path }
        let others = names.filter {
            !$0.hasPrefix(".") && $0 != "Specs" && root.appending(path: $0).standardizedFileURL.path != document
        }
        guard others.isEmpty else {
            throw ExitStatus.usage.because(
                "\(root.appending(path: "Package.swift").relativePath) doesn't exist, and the folder isn't empty: it "
                    + "contains \(others.sorted()[0])\nCreate a package with swift package init, or specify its folder with "
                    + "--package-path."
            )
        }
        let hasContracts = (try? ContractFolder.contracts(in: [root.appending(path: "Specs").relativePath])) != nil
        guard !hasContracts else {
            throw ExitStatus.usage.because(
                "Specs/ has contracts, but Package.swift doesn't exist\nCreate a package for your client with swift package init, "
                    + "then run accord init again.")
        }
        let name = Starter.moduleName(of: module ?? root.standardizedFileURL.lastPathComponent)
        try files.write(Starter.package(name), to: "Package.swift")
        let client = openAPI == nil ? Starter.client(host: host) : "// The client of the API.\n"
        try files.write(client, to: "Sources/\(name)/Client.swift")
        try files.write(".build/\nReports/\n", to: ".gitignore")
    }

    private func extend(
        _ manifest: URL, _ text: String, _ package: Manifest, target: String, module: String?, source: String,
        _ files: StarterFiles
    ) throws {
        let lines = Starter.manifest(
            target: target, module: module,
            dependency: Checkout.dependency(source, version, from: packagePath, keepsAbsolute: from != nil))
        if text.contains("\"ContractTests\"") {
            Output.line("kept     \(manifest.relativePath), which uses the plugin already")
        } else if package.isAppendable {
            try files.write(text + lines, to: "Package.swift", replacing: true)
        } else {
            Output.line("Add this to \(manifest.relativePath), which has no “let package = Package(…)”:")
            Output.line(lines)
        }
    }

    /// Returns the contracts in Specs/. Writes a first one, and the schema for editors, if needed.
    private func contracts(
        in root: URL, title: String, _ files: StarterFiles
    ) throws -> [(path: String, contract: Contract)] {
        let specs = root.appending(path: "Specs").relativePath
        if let openAPI {
            let name = URL(filePath: openAPI).lastPathComponent
            let bytes = try ExitStatus.usageOnError("--openapi \(openAPI): ") { try DiskFiles().read(openAPI) }
            try files.write(String(decoding: bytes, as: UTF8.self), to: "Specs/\(name)")
        }
        let formats = ContractFormats.all()
        var contracts = (try? ContractFolder.contracts(in: [specs])) ?? []
        if contracts.isEmpty {
            try files.write(Starter.contract(title: title, host: host), to: "Specs/api.json")
            try files.write(
                String(decoding: PackageResources.contract_schema_json, as: UTF8.self),
                to: "Specs/contract.schema.json")
            contracts = ["\(specs)/api.json"]
        }
        return try contracts.map { file in
            let loaded = ContractLoader.load(file, formats: formats)
            guard let contract = loaded.contract else {
                for diagnostic in loaded.diagnostics { StandardError.write(diagnostic.rendered) }
                throw ExitStatus.contractInvalid.because("can't use \(file): see the errors above")
            }
            return (file, contract)
        }
    }

    private func printNextSteps(_ target: String, isNew: Bool) {
        let bindings =
            isNew
            ? "See Tests/\(target)/ for the bindings between the client and the contract."
            : "Fill in the closures in Tests/\(target)/: create your client with the stub, and call it."
        Output.line(
            """

            Next:
              1. Describe your API in Specs/, and check it with accord lint Specs.
              2. \(bindings)
              3. Run swift test.
              4. Serve the contracts with accord mock Specs, or test a server with accord verify.
            """)
    }
}
