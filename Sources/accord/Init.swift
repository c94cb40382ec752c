import AccordCases
import AccordContract
import AccordGenerator
import AccordHTTP
import AccordOpenAPI
import AccordYAML
import ArgumentParser
import Foundation

/// `accord init`: what an existing package needs for its first client tests.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Gives a package a first contract, bindings to fill in, and a test target.",
        discussion: """
            Writes Specs/, Tests/…ContractTests/ and a few lines at the end of Package.swift; a file that is there \
            already is left as it is.
            """)

    @Option(name: .customLong("package-path"), help: "The package's folder.")
    var packagePath = "."

    @Option(help: "Where the package gets Accord from: a URL, or the path of a checkout.")
    var from: String

    @Option(help: "The version to begin with, where --from is a URL.")
    var version = "1.0.0"

    @Option(help: "The module of your client; else the package's first library target.")
    var module: String?

    @Option(
        name: .customLong("openapi"),
        help: ArgumentHelp(
            "Begin with a copy of this OpenAPI document in Specs/, and a closure for each of its operations.",
            valueName: "file"))
    var openAPI: String?

    @Option(help: "The host of your API.")
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
        let checkout = URL(filePath: from).appending(path: "Package.swift")
        guard from.contains("://") || FileManager.default.fileExists(atPath: checkout.path) else {
            throw ValidationError(
                "--from \"\(from)\" is neither a URL nor the path of a checkout: there is no \(checkout.relativePath)")
        }
    }

    func run() throws {
        let root = URL(filePath: packagePath)
        let manifest = root.appending(path: "Package.swift")
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else {
            throw ExitStatus.usage.because(
                "\(manifest.relativePath): there is no package. Make one with swift package init, or name its folder "
                    + "with --package-path")
        }
        let package = Manifest(text)
        guard package.isNewEnough else {
            throw ExitStatus.usage.because(
                "\(manifest.relativePath): says swift-tools-version \(package.toolsVersion); Accord takes 6.1 or later")
        }
        let module = module ?? package.firstTarget
        let contracts = try contracts(in: root, title: package.name ?? "My API")
        let target = "\(module ?? package.name ?? "")ContractTests"
        let folder = root.appending(path: "Tests/\(target)")
        for (path, contract) in contracts {
            let name = SwiftName.type(of: path)
            try write(
                Starter.bindings(contract, path: path, module: module),
                to: folder.appending(path: "\(name)Contract+Bindings.swift"))
        }
        if text.contains("\"ContractTests\"") {
            Output.line("kept     \(manifest.relativePath), which has the plugin already")
        } else if package.isAppendable {
            let lines = Starter.manifest(target: target, module: module, dependency: dependency)
            try write(text + lines, to: manifest, replacing: true)
        } else {
            Output.line("Add to \(manifest.relativePath), which has no “let package = Package(…)” to append to:")
            Output.line(Starter.manifest(target: target, module: module, dependency: dependency))
        }
        Output.line(
            """

            Next:
              1. Say in Specs/ what your API does; accord lint Specs tells what is wrong with it.
              2. Fill in Tests/\(target)/: make your client on the stub, and call it. A closure that isn't filled in \
            fails its cases.
              3. swift test
              4. accord mock Specs serves the same documents; accord verify holds a server to them.
            """)
    }

    private var dependency: String {
        from.contains("://")
            ? "url: \"\(from)\", from: \"\(version)\"" : "name: \"accord\", path: \"\(checkout)\""
    }

    /// The checkout's path as the manifest sees it, whose paths are relative to its own folder.
    private var checkout: String {
        guard !from.hasPrefix("/") else { return from }
        let wanted = URL(filePath: from).standardizedFileURL.pathComponents
        let folder = URL(filePath: packagePath).standardizedFileURL.pathComponents
        let common = zip(wanted, folder).prefix { $0 == $1 }.count
        let path = folder.dropFirst(common).map { _ in ".." } + wanted.dropFirst(common)
        return path.isEmpty ? "." : path.joined(separator: "/")
    }

    /// The package's contracts by path; a first one where there is none.
    private func contracts(in root: URL, title: String) throws -> [(path: String, contract: Contract)] {
        let specs = root.appending(path: "Specs")
        if let openAPI {
            let name = URL(filePath: openAPI).lastPathComponent
            do {
                let text = String(decoding: try DiskFiles().read(openAPI), as: UTF8.self)
                try write(text, to: specs.appending(path: name))
            } catch let error as ContractFileError {
                throw ExitStatus.usage.because("--openapi \(openAPI): \(error)")
            }
        }
        let formats = ContractFormats(reader: YAMLDocuments(), translator: OpenAPITranslator())
        let found = (try? ContractFolder.contracts(in: [specs.relativePath])) ?? []
        var files = found
        if found.isEmpty {
            let file = specs.appending(path: "api.json")
            try write(Starter.contract(title: title, host: host), to: file)
            files = [file.relativePath]
        }
        return try files.map { file in
            let loaded = ContractLoader.load(file, formats: formats)
            guard let contract = loaded.contract else {
                for diagnostic in loaded.diagnostics { StandardError.write(diagnostic.rendered) }
                throw ExitStatus.contractInvalid.because("can't use \(file): see the errors above")
            }
            return (file, contract)
        }
    }

    private func write(_ text: String, to file: URL, replacing: Bool = false) throws {
        guard replacing || !FileManager.default.fileExists(atPath: file.path) else {
            return Output.line("kept     \(file.relativePath)")
        }
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .atomic)
        } catch {
            throw ExitStatus.usage.because("\(file.relativePath) can't be written: \(error.localizedDescription)")
        }
        Output.line("\(replacing ? "changed " : "wrote   ") \(file.relativePath)")
    }
}

/// What `accord init` has to know of a manifest, read from its text.
struct Manifest {
    let toolsVersion: String
    let name: String?
    let firstTarget: String?
    let isAppendable: Bool

    init(_ text: String) {
        toolsVersion = text.firstMatch(of: /swift-tools-version:\s*([0-9.]+)/).map { String($0.1) } ?? ""
        name = text.firstMatch(of: /Package\(\s*name:\s*"([^"]+)"/).map { String($0.1) }
        firstTarget = text.firstMatch(of: /\.target\(\s*name:\s*"([^"]+)"/).map { String($0.1) }
        isAppendable = text.contains(/let\s+package\s*=\s*Package\(/)
    }

    /// Traits came with 6.1.
    var isNewEnough: Bool {
        let parts = toolsVersion.split(separator: ".").compactMap { Int($0) }
        guard let major = parts.first else { return false }
        return major > 6 || (major == 6 && (parts.dropFirst().first ?? 0) >= 1)
    }
}
