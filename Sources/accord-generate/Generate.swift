// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordGenerator
import AccordOpenAPI
import Foundation

/// The program that the build plugin runs. It writes the Swift source of a contract's client tests.
@main struct Generate {
    static let usage = """
        usage: accord-generate CONTRACT --output FILE --root FOLDER [--displayed PATH]
                               [--reports NAME] [--configuration FILE] [--planned CONTRACT …]

        Generates the client tests of a contract. --configuration specifies the accord.json of the test target.

        """

    static func main() {
        guard let command = Command(CommandLine.arguments.dropFirst()) else {
            write(usage)
            exit(2)
        }
        let configuration = command.readConfiguration()
        let overlays = configuration.overlays.map(command.path)
        let generated = GeneratedFile(
            path: command.contract, files: DiskFiles(),
            options: .init(
                displayedPath: command.displayed, packageRoot: command.root, reports: command.reports,
                configuration: configuration),
            formats: .all(OpenAPIOptions(overlays: overlays, operations: configuration.operations)), overlays: overlays)
        for diagnostic in configuration.diagnostics + generated.diagnostics.counted {
            write(diagnostic.rendered)
        }
        guard configuration.diagnostics.isEmpty, let source = generated.source else { exit(1) }
        let output = URL(filePath: command.output)
        do {
            try Data(source.utf8).write(to: output, options: .atomic)
        } catch {
            write("\(command.output):1:1: error: can't write the file: \(error)")
            exit(1)
        }
    }
}

/// The command-line arguments.
private struct Command {
    var contract: String
    var output: String
    var root: String
    var displayed: String
    var reports: String?
    private var configuration: String?
    private var planned: [String]

    init?(_ arguments: some Sequence<String>) {
        var values: [String: [String]] = [:]
        var paths: [String] = []
        let options = ["--output", "--root", "--displayed", "--reports", "--configuration", "--planned"]
        var pending: String?
        for argument in arguments {
            if let option = pending {
                values[option, default: []].append(argument)
                pending = nil
            } else if options.contains(argument) {
                pending = argument
            } else if argument.hasPrefix("-") {
                return nil
            } else {
                paths.append(argument)
            }
        }
        guard paths.count == 1, pending == nil, let output = values["--output"]?.last, let root = values["--root"]?.last
        else { return nil }
        contract = paths[0]
        self.output = output
        self.root = root
        displayed = values["--displayed"]?.last ?? paths[0]
        reports = values["--reports"]?.last
        configuration = values["--configuration"]?.last
        planned = values["--planned"] ?? []
    }

    func readConfiguration() -> TestConfiguration {
        guard let configuration else { return TestConfiguration() }
        var read = TestConfiguration(path: configuration, files: DiskFiles())
        read.compare(with: planned, resolve: path)
        return read
    }

    /// Returns the absolute path for a path in the configuration.
    func path(_ relative: String) -> String {
        let folder = URL(filePath: configuration ?? "").deletingLastPathComponent()
        return folder.appending(path: relative).standardizedFileURL.path
    }
}

/// Writes a line to the standard error.
private func write(_ line: String) { _ = Descriptor.write(Array("\(line)\n".utf8), to: STDERR_FILENO) }
