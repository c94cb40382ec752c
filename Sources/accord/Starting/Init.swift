// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordGenerator
import AccordOpenAPI
import ArgumentParser
import Foundation

/// The command `accord init`, which sets up contract tests in a Swift package.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Set up contract tests in a Swift package, or create a package in an empty folder.",
        discussion: """
            Writes a first contract to Specs/, and adds a test target to Package.swift. \
            Writes a closure for each operation to Tests/…ContractTests/. Fill in the closures to call your client. \
            Keeps existing files. \
            If accord.json in the test folder lists “operations”, only these operations get closures. \
            If swift-tools-version is older than 5.9, creates a separate package for the tests, ContractTests/. \
            In an empty folder, creates a package with a contract, a client, closures and tests that pass. \
            In any other folder without a package, writes a GitHub workflow that verifies a server.
            """)

    @Option(name: .customLong("package-path"), help: .value("folder", "The folder of the package."))
    var packagePath = "."

    @Option(
        help: .value(
            "url-or-path", "The URL or path of Accord; default: the checkout of this program, or the published URL."))
    var from: String?

    @Option(help: "The minimum version of Accord if --from is a URL; default: the version of this program.")
    var version = RunReport.Tool.current.version

    @Option(help: "The module of the client; default: the first library target in Swift.")
    var module: String?

    @Option(
        name: .customLong("openapi"),
        help: .value("file", "Copy this OpenAPI document to Specs/ instead of writing a first contract."))
    var openAPI: String?

    @Option(
        name: .customLong("operation"),
        help: .value("id", "The operationId of an operation to test. Repeatable. Default: all operations."))
    var operations: [String] = []

    @Flag(help: "Create a separate package, ContractTests/, for the tests, instead of extending Package.swift.")
    var separate = false

    @Option(help: "The host name of the API, for the first contract.")
    var host = "api.example.com"

    func validate() throws {
        let parts = URLParts("https://\(host)")
        guard HostName.isAuthority(parts), parts.userInfo == nil, parts.query == nil, parts.fragment == nil,
            ["", "/"].contains(parts.path)
        else { throw ValidationError("--host “\(host)” isn't a host; examples: api.example.com, localhost:8080") }
        guard version.wholeMatch(of: /\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?/) != nil else {
            throw ValidationError("--version “\(version)” isn't a version; example: 1.0.0")
        }
        guard let from, !from.contains("://"), !Checkout.isPackage(from) else { return }
        throw ValidationError("--from “\(from)” isn't a URL, and \(Checkout.manifest(of: from)) doesn't exist")
    }

    func run() throws {
        let root = URL(filePath: packagePath)
        let files = StarterFiles(root)
        // Loads the document before the first file is written. If the document is invalid, no file is created.
        let document = try openAPI.map(StarterDocument.init)
        let manifest = root.appending(path: "Package.swift")
        let isNew = !FileManager.default.fileExists(atPath: manifest.path)
        if isNew { guard isEmpty(root, except: document) else { return try setUpVerification(root, files) } }
        guard from != nil || Checkout.known != nil else {
            throw ExitStatus.usage.because(
                "no release of Accord is published yet, and the checkout of this program is gone\n"
                    + "Specify a checkout or a repository with --from PATH-OR-URL.")
        }
        if isNew { try createPackage(root, files) }
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else {
            throw ExitStatus.usage.because("can't read \(manifest.relativePath)")
        }
        let package = Manifest(text)
        let targets = package.targets.map(\.name) + package.libraries
        if let module, !targets.isEmpty, !targets.contains(module) {
            let hint = Suggestion.hint(for: module, in: targets)
            throw ExitStatus.usage.because("\(manifest.relativePath) has no target “\(module)”\(hint)")
        }
        let module = module ?? package.firstTarget(in: root)
        if separate || !package.isNewEnough { return try createTestPackage(for: package, module, in: root, document) }
        let target = "\(module ?? package.name ?? "")ContractTests"
        let isFirst = try writeTests(
            target, module, of: package, in: root, document, isNew: isNew && openAPI == nil, files)
        let lines = lines(target, module: module.map(SwiftLiteral.string), of: package, from: packagePath)
        if text.contains("\"ContractTests\"") {
            Output.line("kept     \(manifest.relativePath): Package.swift already uses the ContractTests plugin")
        } else if package.isAppendable {
            try files.write(text + lines, to: "Package.swift", replacing: true)
        } else {
            Output.line("Add this to \(manifest.relativePath), which has no “let package = Package(…)”:")
            Output.line(lines)
        }
        try files.append("Reports/", to: ".gitignore")
        printNextSteps(target, isNew: isNew && openAPI == nil, isFirst: isFirst)
        if !package.hasPlatforms {
            Output.line("\nOn Apple platforms, set platforms: [.macOS(.v13), .iOS(.v16)] or later in Package.swift.")
        }
    }

    /// Creates a separate package for the tests. The client's package stays unchanged.
    private func createTestPackage(
        for package: Manifest, _ module: String?, in root: URL, _ document: StarterDocument?
    ) throws {
        guard let product = package.libraries.first(where: { $0 == module }) ?? package.libraries.first else {
            let name = module ?? "Client"
            throw ExitStatus.usage.because(
                """
                \(root.appending(path: "Package.swift").relativePath) has no library product that tests in a separate \
                package can import
                Add products: [.library(name: "\(name)", targets: ["\(name)"])].
                """)
        }
        if !package.isNewEnough {
            Output.line(
                "swift-tools-version is \(package.toolsVersion), and Accord requires "
                    + "\(package.needsSocket ? "6.1 or later for clients with AsyncHTTPClient" : "5.9 or later"). "
                    + "The tests get a separate package, ContractTests/. Accord doesn't change Package.swift.")
        }
        let folder = "ContractTests"
        let home = root.appending(path: folder)
        let files = StarterFiles(home)
        let target = "\(module ?? product)ContractTests"
        let isFirst = try writeTests(target, module ?? product, of: package, in: home, document, isNew: false, files)
        let client = ".product(name: \(SwiftLiteral.string(product)), package: \"client\")"
        try files.write(
            Starter.testPackage + lines(target, module: client, of: package, from: home.path), to: "Package.swift")
        try files.write(".build/\nReports/\n", to: ".gitignore")
        printNextSteps(target, in: folder, isNew: false, isFirst: isFirst)
    }

    /// Writes the contracts and the configuration of a test target, and the closures that call the client.
    ///
    /// - Returns: Whether the only contract is the example that `accord init` writes.
    private func writeTests(
        _ target: String, _ module: String?, of package: Manifest, in root: URL, _ document: StarterDocument?,
        isNew: Bool, _ files: StarterFiles
    ) throws -> Bool {
        let (contracts, isFirst) = try contracts(in: root, document, title: package.name ?? "My API", files)
        let configuration = root.appending(path: "Tests/\(target)/accord.json")
        let chosen = try chosenOperations(of: configuration, contracts.map(\.contract))
        let listed = operations.map { JSON.string($0).compact }.joined(separator: ", ")
        try files.write(
            "{ \"inputs\": \"typed\"\(listed.isEmpty ? "" : ", \"operations\": [\(listed)]") }\n",
            to: "Tests/\(target)/accord.json")
        for (path, contract) in contracts {
            let name = SwiftName.type(of: path)
            let bindings =
                isNew
                ? Starter.workingBindings(contract, path: path, module: module ?? "")
                : Starter.bindings(
                    contract, path: path, module: module, operations: chosen, onSocket: package.needsSocket)
            try files.write(bindings, to: "Tests/\(target)/\(name)Contract+Bindings.swift")
        }
        return isFirst
    }

    /// Returns whether a folder is empty apart from hidden files, reports, and the files of the OpenAPI document.
    private func isEmpty(_ root: URL, except document: StarterDocument?) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        let paths = (document?.files ?? []).map { URL(filePath: $0.path).standardizedFileURL.path + "/" }
        return names.allSatisfy { name in
            let prefix = root.standardizedFileURL.appending(path: name).path + "/"
            return name.hasPrefix(".") || name == "Reports" || paths.contains { $0.hasPrefix(prefix) }
        }
    }

    /// Writes a GitHub workflow that verifies a server. This is for repositories that aren't Swift packages.
    private func setUpVerification(_ root: URL, _ files: StarterFiles) throws {
        let names = ["Specs", "openapi.yaml", "openapi.yml", "openapi.json", "swagger.json", "swagger.yaml"]
        let document = openAPI ?? names.first { FileManager.default.fileExists(atPath: root.appending(path: $0).path) }
        guard let document else {
            throw ExitStatus.usage.because(
                "\(root.appending(path: "Package.swift").relativePath) doesn't exist, "
                    + "and the folder contains none of \(names.joined(separator: ", "))\n"
                    + "Specify the document with --openapi, or create a package with swift package init.")
        }
        Output.line("This folder has no Package.swift, so there is no Swift client to test.")
        try files.write(Starter.workflow(document, version: version), to: ".github/workflows/accord.yml")
        try files.append("Reports/", to: ".gitignore")
        Output.line(
            """

            Next:
              1. Check the document: accord lint \(document)
              2. Serve the document as a mock: accord mock \(document)
              3. Verify a server: accord verify --base-url http://localhost:8000 \(document)
              4. Set the address of your server in .github/workflows/accord.yml.
            """)
    }

    /// Returns the ids of the operations in `--operation` or in the `accord.json` of a test target, or `nil` for all
    /// operations.
    private func chosenOperations(of file: URL, _ contracts: [Contract]) throws -> Set<String>? {
        let known = contracts.flatMap(\.operations).map(\.id)
        for id in operations where !known.contains(SwiftName.operationID(id)) {
            let advice = Suggestion.advice(for: SwiftName.operationID(id), in: known) ?? ""
            throw ExitStatus.usage.because(
                "--operation “\(id)”: the contracts contain no operation with this id\n\(advice)")
        }
        guard FileManager.default.fileExists(atPath: file.path) else {
            return operations.isEmpty ? nil : Set(operations.map(SwiftName.operationID))
        }
        guard operations.isEmpty else {
            throw ExitStatus.usage.because(
                "\(file.relativePath) exists, so --operation has no effect; "
                    + "list the ids in this file under “operations”")
        }
        return try TestConfiguration.usable(file).operations
    }

    /// Creates a package with a client for the example contract. The package gets the name of its folder.
    private func createPackage(_ root: URL, _ files: StarterFiles) throws {
        let name = Starter.moduleName(of: module ?? root.standardizedFileURL.lastPathComponent)
        try files.write(Starter.package(name), to: "Package.swift")
        let client = openAPI == nil ? Starter.client(host: host) : "// The client of the API.\n"
        try files.write(client, to: "Sources/\(name)/Client.swift")
        try files.append(".build/", to: ".gitignore")
    }

    /// Returns the lines that add the test target at the end of `Package.swift`.
    private func lines(_ target: String, module: String?, of package: Manifest, from folder: String) -> String {
        return Starter.manifest(
            target: target, module: module, onSocket: package.needsSocket,
            dependency: Checkout.dependency(
                from ?? Checkout.known ?? "", version, from: folder, keepsAbsolute: from != nil))
    }

    /// Returns the contracts in `Specs/`. Also returns whether the only contract is an example that this function
    /// wrote.
    private func contracts(
        in root: URL, _ document: StarterDocument?, title: String, _ files: StarterFiles
    ) throws -> (contracts: [(path: String, contract: Contract)], isFirst: Bool) {
        let specs = root.appending(path: "Specs").relativePath
        var loaded: [String: Contract] = [:]
        for (index, copy) in (document?.copies ?? []).enumerated() {
            let isWritten = try files.write(String(decoding: copy.bytes, as: UTF8.self), to: "Specs/\(copy.name)")
            if index == 0, isWritten { loaded["\(specs)/\(copy.name)"] = document?.contract }
        }
        var paths = (try? ContractFolder.contracts(in: [specs])) ?? []
        let isFirst = paths.isEmpty
        if isFirst {
            try files.write(Starter.contract(title: title, host: host), to: "Specs/api.json")
            try files.write(
                String(decoding: PackageResources.contract_schema_json, as: UTF8.self),
                to: "Specs/contract.schema.json")
            paths = ["\(specs)/api.json"]
        }
        return (try paths.map { ($0, try loaded[$0] ?? StarterDocument.load($0)) }, isFirst)
    }

    private func printNextSteps(_ target: String, in folder: String? = nil, isNew: Bool, isFirst: Bool) {
        let prefix = folder.map { "\($0)/" } ?? ""
        let test = "swift test\(folder.map { " --package-path \($0)" } ?? "")"
        let bindings =
            isNew
            ? "See Tests/\(target)/ for the closures that call the client."
            : "Fill in the closures in \(prefix)Tests/\(target)/: "
                + "create your client with the stub's URLSession, and call your client."
        Output.line(
            """

            Next:
              1. \(isFirst ? "Describe your API in \(prefix)Specs/, and check it" : "Check the documents") with accord lint \(prefix)Specs.
              2. \(bindings)
              3. Run \(test).\(isNew ? "" : " The cases of an operation fail until its closure is filled in.")
              4. To accept the current findings in CI, run ACCORD_BASELINE=known.json ACCORD_BASELINE_WRITE=1 \(test).
                 With ACCORD_BASELINE=known.json, only new findings fail.
              5. Serve the documents with accord mock \(prefix)Specs, or test a server with accord verify.
            """)
    }
}

/// The OpenAPI document of `--openapi`, and the files that the document references.
private struct StarterDocument {
    let contract: Contract
    /// The document first, followed by the files that the document references.
    let files: [(path: String, bytes: [UInt8])]
    /// Copies of `files` for `Specs/`. Their paths are relative to the document's folder.
    let copies: [(name: String, bytes: [UInt8])]

    /// Loads a document.
    ///
    /// - Throws: an `ExitStatus` if the document can't be read or used.
    init(_ path: String) throws {
        let bytes = try ExitStatus.usageOnError("--openapi \(path): ") { try DiskFiles().read(path) }
        let recorder = RecordingFiles(DiskFiles(), excluding: [path])
        contract = try Self.load(path, recorder)
        files = [(path, bytes)] + recorder.read
        // The loader doesn't read files outside of the document's folder, so each path starts with this folder.
        let folder = URL(filePath: path).standardizedFileURL.deletingLastPathComponent().path + "/"
        copies = files.map { file in
            (
                URL(filePath: file.path).standardizedFileURL.path.replacing(folder, with: "", maxReplacements: 1),
                file.bytes
            )
        }
    }

    /// Loads a contract or OpenAPI document, and prints its errors.
    ///
    /// - Throws: `ExitStatus.contractInvalid` if the document can't be used.
    static func load(_ file: String, _ files: any ContractFiles = DiskFiles()) throws -> Contract {
        try ContractLoader.load(file, files: files, formats: ContractFormats.all()).usable(file)
    }
}
