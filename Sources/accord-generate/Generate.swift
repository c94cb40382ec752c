import AccordContract
import AccordGenerator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes the Swift source of a contract's client tests; what the build-tool plugin runs.
@main struct Generate {
    static let usage = """
        usage: accord-generate CONTRACT --output FILE --root FOLDER [--displayed PATH]
                               [--level smoke|standard|full] [--framework swift-testing|xctest]
                               [--lenient] [--isolated] [--check]

        Generates the client tests of a contract. --check writes nothing and fails where FILE is stale.

        """

    static func main() {
        guard let command = Command(CommandLine.arguments.dropFirst()) else {
            print(usage, to: &standardError)
            exit(2)
        }
        let generated = GeneratedFile(path: command.contract, files: DiskFiles(), options: command.options)
        for diagnostic in generated.diagnostics {
            print(diagnostic.rendered, to: &standardError)
        }
        guard let source = generated.source else { exit(1) }
        let output = URL(filePath: command.output)
        let current = (try? Data(contentsOf: output)) ?? Data()
        if command.isCheck {
            guard current != Data(source.utf8) else { return }
            print("\(command.output):1:1: error: stale; generate it again from \(command.contract)", to: &standardError)
            exit(1)
        }
        do {
            try Data(source.utf8).write(to: output, options: .atomic)
        } catch {
            print("\(command.output):1:1: error: the file can't be written: \(error)", to: &standardError)
            exit(1)
        }
    }
}

/// The arguments; nil where they aren't understood.
private struct Command {
    var contract: String
    var output: String
    var options: ContractSource.Options
    var isCheck: Bool

    init?(_ arguments: some Sequence<String>) {
        var values: [String: String] = [:]
        var flags: Set<String> = []
        var paths: [String] = []
        var pending: String?
        for argument in arguments {
            if let option = pending {
                values[option] = argument
                pending = nil
            } else if ["--output", "--root", "--displayed", "--level", "--framework"].contains(argument) {
                pending = argument
            } else if ["--lenient", "--isolated", "--check"].contains(argument) {
                flags.insert(argument)
            } else if argument.hasPrefix("-") {
                return nil
            } else {
                paths.append(argument)
            }
        }
        guard paths.count == 1, pending == nil, let output = values["--output"], let root = values["--root"] else {
            return nil
        }
        guard let framework = ContractSource.Framework(rawValue: values["--framework"] ?? "swift-testing") else {
            return nil
        }
        // XCTest can't run a test in a child process.
        if framework == .xctest, flags.contains("--isolated") { return nil }
        contract = paths[0]
        self.output = output
        options = ContractSource.Options(
            displayedPath: values["--displayed"] ?? paths[0], packageRoot: root,
            level: values["--level"] ?? "standard", isStrict: !flags.contains("--lenient"),
            isIsolated: flags.contains("--isolated"), framework: framework)
        isCheck = flags.contains("--check")
    }
}

private struct StandardError: TextOutputStream {
    mutating func write(_ text: String) {
        var bytes = Array(text.utf8)
        while !bytes.isEmpty {
            let written = Self.put(bytes)
            if written <= 0 { return }
            bytes.removeFirst(written)
        }
    }

    private static func put(_ bytes: [UInt8]) -> Int {
        #if canImport(Glibc)
            Glibc.write(2, bytes, bytes.count)
        #elseif canImport(Musl)
            Musl.write(2, bytes, bytes.count)
        #else
            Darwin.write(2, bytes, bytes.count)
        #endif
    }
}

nonisolated(unsafe) private var standardError = StandardError()
