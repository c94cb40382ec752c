// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordGenerator
import AccordOpenAPI
import ArgumentParser
import Foundation

/// The command `accord generate`, which generates Swift client tests from contracts.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate Swift client tests from contracts, or check that they are up to date.",
        discussion: """
            The build tool plugin generates the same tests in every build. \
            To build without the plugin, commit the generated tests, and run accord generate --check in CI. \
            The file accord.json in the test target's folder can set “inputs” and “operations”.
            """)

    @OptionGroup var contracts: ContractArguments

    @Option(
        name: .shortAndLong,
        help: .value("folder", "The folder of the test target, to which NAME.contract.swift is written."))
    var output: String

    @Option(help: "The set of derived cases: smoke (few), standard or full.")
    var level: Level = .standard

    @Option(help: "The test framework: swift-testing or xctest.")
    var framework: ContractSource.Framework = .swiftTesting

    @Flag(help: "If an operation has no closure, report the mistake at run time, not at compile time.")
    var lenient = false

    @Flag(help: "Run the cases of each operation in a child process, to report crashes.")
    var isolated = false

    @Flag(help: "Write nothing, and fail if a generated file is missing or out of date.")
    var check = false

    func validate() throws {
        if isolated, framework == .xctest {
            throw ValidationError("--isolated requires swift-testing; XCTest can't run a test in a child process")
        }
    }

    func run() throws {
        let files = try contracts.files()
        let configuration = try TestConfiguration.usable(URL(filePath: output).appending(path: "accord.json"))
        var stale: [String] = []
        for file in files {
            let target = URL(filePath: output).appending(path: Self.name(of: file))
            let source = try source(of: file, configuration)
            guard (try? Data(contentsOf: target)) != Data(source.utf8) else { continue }
            stale.append(VisibleText.name(target.relativePath))
            guard !check else { continue }
            try Environment.write(source, to: target.relativePath)
            Output.line("wrote \(VisibleText.name(target.relativePath)) from \(VisibleText.name(file))")
        }
        if check, !stale.isEmpty {
            throw ExitStatus.broken.because(
                "generated files are out of date: \(stale.joined(separator: ", "))\nRun accord generate again.")
        }
        if stale.isEmpty { Output.line("\(files.count) \(files.count == 1 ? "file is" : "files are") up to date") }
    }

    private func source(of file: String, _ configuration: TestConfiguration) throws -> String {
        var configuration = configuration
        (configuration.level, configuration.framework) = (level, framework)
        (configuration.isStrict, configuration.isIsolated) = (!lenient, isolated)
        let generated = GeneratedFile(
            path: file, files: DiskFiles(),
            options: .init(displayedPath: file, packageRoot: nil, configuration: configuration),
            formats: .all(OpenAPIOptions(operations: configuration.operations)))
        for diagnostic in generated.diagnostics.counted where diagnostic.severity != .note {
            StandardError.write(diagnostic.rendered)
        }
        guard let source = generated.source else {
            throw ExitStatus.contractInvalid.because("can't use \(file): see the errors above")
        }
        return source
    }

    /// Returns the name of the generated file, such as `todos.contract.swift` for `Specs/todos.json`.
    private static func name(of contract: String) -> String {
        "\(URL(filePath: contract).deletingPathExtension().lastPathComponent).contract.swift"
    }
}

extension TestConfiguration {
    /// Returns the configuration of a test target, or the default configuration if the file doesn't exist.
    ///
    /// - Throws: `ExitStatus.usage` if the file contains errors.
    static func usable(_ file: URL) throws -> TestConfiguration {
        guard FileManager.default.fileExists(atPath: file.path) else { return TestConfiguration() }
        let configuration = TestConfiguration(path: file.relativePath, files: DiskFiles())
        guard configuration.diagnostics.isEmpty else {
            for diagnostic in configuration.diagnostics { StandardError.write(diagnostic.rendered) }
            throw ExitStatus.usage.because("can't use \(file.relativePath): see the errors above")
        }
        return configuration
    }
}

extension ContractSource.Framework: ExpressibleByArgument {}
