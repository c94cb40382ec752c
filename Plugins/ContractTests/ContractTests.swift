import Foundation
import PackagePlugin

/// Generates the client tests of a test target's contracts, again whenever one of their files changes.
@main struct ContractTests: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let tool = try context.tool(named: "accord-generate")
        let root = context.package.directoryURL
        let configuration = try Configuration(of: target.directoryURL)
        let contracts = try configuration.contracts(target: target.directoryURL, package: root)
        return contracts.map { contract in
            let name = contract.deletingPathExtension().lastPathComponent
            let output = context.pluginWorkDirectoryURL.appending(path: "\(name).contract.swift")
            var arguments = [
                contract.path, "--output", output.path, "--root", root.path, "--displayed",
                Self.displayed(contract, in: root), "--level", configuration.level ?? "standard",
            ]
            if configuration.strict == false { arguments.append("--lenient") }
            if let framework = configuration.framework { arguments += ["--framework", framework] }
            if configuration.isolated == true { arguments.append("--isolated") }
            return .buildCommand(
                displayName: "Generating client tests from \(contract.lastPathComponent)", executable: tool.url,
                arguments: arguments, inputFiles: Self.files(beside: contract, and: configuration.file),
                outputFiles: [output])
        }
    }

    private static func displayed(_ contract: URL, in root: URL) -> String {
        let prefix = root.path + "/"
        return contract.path.hasPrefix(prefix)
            ? String(contract.path.dropFirst(prefix.count)) : contract.lastPathComponent
    }

    /// The contract and whatever it may refer to: every file of its folder.
    private static func files(beside contract: URL, and configuration: URL?) -> [URL] {
        let folder = contract.deletingLastPathComponent()
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        let all = (found?.allObjects as? [URL] ?? []).filter { file in
            (try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
        let others = all.filter { $0.deletingLastPathComponent() != folder || $0 == contract }
        return (others + [contract, configuration].compactMap { $0 }).sorted { $0.path < $1.path }
    }
}

/// `accord.json` in the test target's folder; without one, the contracts are in `Specs/`.
private struct Configuration: Decodable {
    /// Relative to the target's folder.
    var contracts: [String]?
    var level: String?
    var strict: Bool?
    var isolated: Bool?
    /// `swift-testing`, which is the default, or `xctest`.
    var framework: String?
    var file: URL?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case contracts, level, strict, isolated, framework
    }

    init(of folder: URL) throws {
        let file = folder.appending(path: "accord.json")
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        let data = try Data(contentsOf: file)
        do {
            let keys = try JSONDecoder().decode([String: Anything].self, from: data).keys
            let known = CodingKeys.allCases.map(\.rawValue)
            if let unknown = keys.sorted().first(where: { !known.contains($0) }) {
                throw Problem(description: "unknown key “\(unknown)”; known are \(known.joined(separator: ", "))")
            }
            self = try JSONDecoder().decode(Self.self, from: data)
            if isolated == true, framework == "xctest" {
                throw Problem(description: "“isolated” takes swift-testing: XCTest can't run a test in a child process")
            }
        } catch {
            Diagnostics.error("accord.json can't be used: \(error)", file: file.path, line: 1)
            throw error
        }
        self.file = file
    }

    func contracts(target: URL, package: URL) throws -> [URL] {
        if let contracts { return contracts.map { target.appending(path: $0).standardizedFileURL } }
        for folder in [target, package].map({ $0.appending(path: "Specs") }) {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let found = names.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") && !$0.hasPrefix(".") }
            if !found.isEmpty { return found.sorted().map { folder.appending(path: $0) } }
        }
        let message = "no contract found: put one in \(package.path)/Specs, or name it in \(target.path)/accord.json"
        Diagnostics.error(message)
        throw Problem(description: message)
    }
}

private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
}

private struct Problem: Error, CustomStringConvertible {
    var description: String
}
