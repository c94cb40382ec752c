import AccordContract
import AccordCore
import AccordGenerator
import ArgumentParser
import Foundation

/// `accord generate`: the client tests as source that is committed, for builds without the plugin.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate the client tests of contracts as Swift source, or tell which are stale.",
        discussion: """
            The build-tool plugin does this by itself with every build. Where a plugin isn't wanted, commit what this \
            writes, and let CI run it with --check.
            """)

    @OptionGroup var contracts: ContractArguments

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write NAME.contract.swift into this folder, the test target's.", valueName: "folder"))
    var output: String

    @Option(help: "Derive this many cases: smoke, standard or full.")
    var level: Level = .standard

    @Option(help: "Generate tests for swift-testing or xctest.")
    var framework: ContractSource.Framework = .swiftTesting

    @Flag(help: "Report an operation without a closure when the tests run, instead of not compiling.")
    var lenient = false

    @Flag(help: "Run the cases of an operation in a child process, so that a crash is a finding.")
    var isolated = false

    @Flag(help: "Write nothing; fail where a file is stale or missing.")
    var check = false

    func validate() throws {
        if isolated, framework == .xctest {
            throw ValidationError("--isolated takes swift-testing: XCTest can't run a test in a child process")
        }
    }

    func run() throws {
        let files: [String]
        do {
            files = try ContractFolder.contracts(in: contracts.paths)
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
        if !check {
            do {
                try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
            } catch {
                throw ExitStatus.usage.because("\(output) can't be made: \(error.localizedDescription)")
            }
        }
        var stale: [String] = []
        for file in files {
            let target = URL(filePath: output).appending(path: Self.name(of: file))
            let source = try source(of: file)
            guard (try? Data(contentsOf: target)) != Data(source.utf8) else { continue }
            stale.append(VisibleText.name(target.relativePath))
            guard !check else { continue }
            do {
                try Data(source.utf8).write(to: target, options: .atomic)
            } catch {
                throw ExitStatus.usage.because(
                    "\(target.relativePath) can't be written: \(error.localizedDescription)")
            }
            Output.line("\(VisibleText.name(target.relativePath)): written from \(VisibleText.name(file))")
        }
        if check, !stale.isEmpty {
            throw ExitStatus.broken.because("stale: \(stale.joined(separator: ", ")). Run accord generate again")
        }
        if stale.isEmpty { Output.line("\(files.count) \(files.count == 1 ? "file is" : "files are") up to date") }
    }

    private func source(of file: String) throws -> String {
        let generated = GeneratedFile(
            path: file, files: DiskFiles(),
            options: .init(
                displayedPath: file, packageRoot: nil, level: level, isStrict: !lenient, isIsolated: isolated,
                framework: framework))
        for diagnostic in generated.diagnostics where diagnostic.severity != .note {
            StandardError.write(diagnostic.rendered)
        }
        guard let source = generated.source else {
            throw ExitStatus.contractInvalid.because("can't use \(file): see the errors above")
        }
        return source
    }

    /// `todos.contract.swift` of `Specs/todos.json`.
    private static func name(of contract: String) -> String {
        let file = contract.split(separator: "/").last.map(String.init) ?? contract
        return "\(file.hasSuffix(".json") ? String(file.dropLast(5)) : file).contract.swift"
    }
}

extension ContractSource.Framework: ExpressibleByArgument {}
