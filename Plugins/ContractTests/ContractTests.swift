// SPDX-License-Identifier: Apache-2.0
import Foundation
import PackagePlugin

/// The build plugin that generates client tests from the contracts of a test target.
@main struct ContractTests: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        try GeneratedTests(
            folder: target.directoryURL, root: context.package.directoryURL,
            reports: Self.hasSeveralTestTargets(context.package) ? target.name : nil
        )
        .commands(tool: context.tool(named: "accord-generate").url, output: context.pluginWorkDirectoryURL)
    }

    /// Returns whether several test targets use `AccordTesting`. If so, each target writes its report to a subfolder of
    /// `Reports/`.
    private static func hasSeveralTestTargets(_ package: Package) -> Bool {
        package.targets.count { target in
            (target as? any SourceModuleTarget)?.kind == .test
                && target.recursiveTargetDependencies.contains { $0.name == "AccordTesting" }
        } > 1
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension ContractTests: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            // An Xcode target has no folder, so use the folder of accord.json, which must be a member of the target.
            let project = context.xcodeProject.directoryURL
            let configuration = target.inputFiles.map(\.url).first { $0.lastPathComponent == "accord.json" }
            return try GeneratedTests(
                folder: configuration?.deletingLastPathComponent() ?? project.appending(path: target.displayName),
                root: project, reports: target.displayName
            )
            .commands(tool: context.tool(named: "accord-generate").url, output: context.pluginWorkDirectoryURL)
        }
    }
#endif

/// The sources to generate for a test target.
private struct GeneratedTests {
    /// The folder of the test target.
    var folder: URL
    /// The folder of the package or project.
    var root: URL
    /// The subfolder of `Reports/` for the target's report.
    var reports: String?

    func commands(tool: URL, output folderOfOutput: URL) throws -> [Command] {
        let configuration = try Configuration(of: folder)
        let contracts = try configuration.contracts(target: folder, package: root)
        return contracts.map { contract in
            let name = contract.deletingPathExtension().lastPathComponent
            let output = folderOfOutput.appending(path: "\(name).contract.swift")
            var arguments = [
                contract.path, "--output", output.path, "--root", root.path, "--displayed",
                Self.displayed(contract, in: root),
            ]
            if let reports { arguments += ["--reports", reports] }
            // SwiftPM doesn't run the plugin again when accord.json changes, so the tool reads accord.json itself.
            if let file = configuration.file {
                arguments += ["--configuration", file.path] + contracts.flatMap { ["--planned", $0.path] }
            }
            return .buildCommand(
                displayName: "Generating client tests from \(contract.lastPathComponent)", executable: tool,
                arguments: arguments,
                inputFiles: Self.files(beside: contract, and: configuration.file) + configuration.overlayFiles,
                outputFiles: [output])
        }
    }

    /// Returns the path of a contract relative to the root folder, such as `Specs/todos.json` or `../todos.json`.
    ///
    /// If the two paths have no folder in common, such as on different volumes, returns the absolute path.
    private static func displayed(_ contract: URL, in root: URL) -> String {
        let path = contract.resolvingSymlinksInPath().pathComponents
        let base = root.resolvingSymlinksInPath().pathComponents
        let common = zip(path, base).prefix { $0 == $1 }.count
        guard common > 1 else { return contract.path }
        return (base.dropFirst(common).map { _ in ".." } + path.dropFirst(common)).joined(separator: "/")
    }

    /// Returns the contract and the files that it may reference.
    ///
    /// The result contains all files in the subfolders of the contract's folder. It contains a file directly in the
    /// contract's folder only if the contract or a file in the result mentions the file's name.
    private static func files(beside contract: URL, and configuration: URL?) -> [URL] {
        let folder = contract.deletingLastPathComponent()
        let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        let all = (enumerator?.allObjects as? [URL] ?? []).filter { file in
            (try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
        var used = Set(all.filter { $0.deletingLastPathComponent() != folder })
        var siblings = Set(all).subtracting(used)
        var pending = [contract] + used
        used.formUnion([contract, configuration].compactMap { $0 })
        while let file = pending.popLast() {
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            let named = siblings.filter { text.contains($0.lastPathComponent) }
            siblings.subtract(named)
            used.formUnion(named)
            pending += named
        }
        return used.sorted { $0.path < $1.path }
    }
}

/// The part of `accord.json` that the plugin needs to plan the build: the paths of the contracts and of the overlays.
///
/// The generator reads and validates the other keys.
private struct Configuration: Decodable {
    /// The paths of the contracts, relative to the target's folder; `nil` for all contracts in `Specs/`.
    var contracts: [String]?
    /// The paths of the Overlay files, relative to the target's folder.
    var overlays: [String]?
    var file: URL?

    private enum CodingKeys: CodingKey { case contracts, overlays }

    init(of folder: URL) throws {
        let file = folder.appending(path: "accord.json")
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
        } catch {
            Diagnostics.error(
                "invalid accord.json: expected an object with arrays of paths in “contracts” and “overlays”",
                file: file.path,
                line: 1)
            throw error
        }
        self.file = file
    }

    /// The existing Overlay files. The generator reports missing Overlay files.
    var overlayFiles: [URL] {
        guard let file else { return [] }
        let folder = file.deletingLastPathComponent()
        return (overlays ?? []).map { folder.appending(path: $0).standardizedFileURL }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
    }

    func contracts(target: URL, package: URL) throws -> [URL] {
        if let contracts, let file {
            let contractFiles = contracts.map { target.appending(path: $0).standardizedFileURL }
            let missing = contractFiles.first { !FileManager.default.fileExists(atPath: $0.path) }
            guard
                let problem = contractFiles.isEmpty
                    ? "“contracts” contains no path" : missing.map({ "missing file \($0.path)" })
            else { return contractFiles }
            Diagnostics.error("invalid accord.json: \(problem)", file: file.path, line: 1)
            throw Problem(description: problem)
        }
        for folder in [target, package].map({ $0.appending(path: "Specs") }) {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let endings = [".json", ".yaml", ".yml"]
            let contractNames = names.filter { name in
                endings.contains { name.hasSuffix($0) } && !name.hasSuffix(".schema.json") && !name.hasPrefix(".")
            }
            let contracts = Self.withoutExtended(contractNames.sorted().map { folder.appending(path: $0) })
            if !contracts.isEmpty { return contracts }
        }
        let message =
            "no contract found: add a contract to \(package.path)/Specs, or list its path in \(target.path)/accord.json"
        Diagnostics.error(message)
        throw Problem(description: message)
    }

    /// Returns the given files, except OpenAPI documents that a contract extends.
    private static func withoutExtended(_ files: [URL]) -> [URL] {
        let roots = files.map { file in
            (try? JSONSerialization.jsonObject(with: Data(contentsOf: file))) as? [String: Any]
        }
        let extended = zip(files, roots).compactMap { file, root in
            (root?["extends"] as? String).map { path in
                file.deletingLastPathComponent().appending(path: path).standardizedFileURL.path
            }
        }
        return zip(files, roots).filter { file, root in
            root?["contract"] != nil || !extended.contains(file.standardizedFileURL.path)
        }.map(\.0)
    }
}

private struct Problem: Error, CustomStringConvertible {
    var description: String
}
