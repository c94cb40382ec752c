// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The configuration of a test target in `accord.json`.
///
/// The generator reads `accord.json` on each run, because a user may have edited the file after the plugin ran.
package struct TestConfiguration: Sendable {
    /// The paths of the contracts, relative to `accord.json`; `nil` for all contracts in `Specs/`.
    package private(set) var contracts: [String]?
    package var level: Level = .standard
    package var profile = SeverityProfile.default
    /// Whether the generated bindings require a closure for each operation, so that a missing closure is a compile
    /// error.
    package var isStrict = true
    /// Whether cases run in child processes, so that a crash becomes a finding. XCTest doesn't support this.
    package var isIsolated: Bool {
        get { isolation ?? (framework == .swiftTesting) }
        set { isolation = newValue }
    }
    private var isolation: Bool?
    /// The paths of the Overlay files for the OpenAPI documents, relative to `accord.json`.
    package private(set) var overlays: [String] = []
    /// The ids of the operations to test; `nil` for all operations.
    package private(set) var operations: Set<String>?
    package var framework: ContractSource.Framework = .swiftTesting
    package private(set) var inputs: ContractSource.Inputs = .json
    /// The diagnostics about mistakes in `accord.json`.
    package private(set) var diagnostics: [Diagnostic] = []
    private var contractsValue: JSONValue?

    private enum Key: String, CaseIterable {
        case contracts, level, profile, strict, isolated, framework, inputs, operations, overlays
        case schema = "$schema"
    }

    /// Creates the default configuration.
    package init() {}

    /// Reads `accord.json`, and adds its mistakes to `diagnostics`.
    package init(path: String, files: any ContractFiles) {
        do { read(try JSONDocument(parsing: try files.read(path), file: path).root) } catch let error as JSONSyntaxError
        {
            let place = SourceLocation(file: path, line: error.position.line, column: error.position.column)
            diagnostics.append(Diagnostic(.error, rule: ContractRule.syntax.rawValue, error.reason, at: place))
        } catch {
            let place = SourceLocation(file: path, line: 1, column: 1)
            let message = "can't read the file: \(error)"
            diagnostics.append(Diagnostic(.error, rule: ContractRule.unreadable.rawValue, message, at: place))
        }
    }

    /// Adds a diagnostic if the plugin planned tests for different contracts than `accord.json` lists now.
    ///
    /// - Parameters:
    ///   - planned: the paths of the contracts for which the plugin planned tests.
    ///   - resolve: returns the absolute path for a path in `accord.json`.
    package mutating func compare(with planned: [String], resolve: (String) -> String) {
        guard let contracts, let contractsValue, Set(contracts.map(resolve)) != Set(planned) else { return }
        report(
            .badValue, "SwiftPM didn't notice the edit of accord.json, and planned tests for different contracts",
            at: SourceLocation(contractsValue), "Run “touch Package.swift” and build again.")
    }

    private mutating func read(_ root: JSONValue) {
        guard root.kind == .object else {
            return report(
                .wrongType, "expected a JSON object in accord.json", at: SourceLocation(root),
                "Write { \"level\": \"standard\" }, or remove the file.")
        }
        for member in root.members {
            guard let key = Key(rawValue: member.key) else {
                let known = Key.allCases.map(\.rawValue)
                report(
                    .unknownKey, "unknown key “\(member.key)”", at: SourceLocation(keyOf: member),
                    Suggestion.advice(for: member.key, in: known))
                continue
            }
            switch key {
            case .schema: break
            case .contracts:
                contracts = strings(member, "paths relative to accord.json")
                contractsValue = member.value
            case .operations: operations = strings(member, "operation ids").map { Set($0.map(SwiftName.operationID)) }
            case .overlays: overlays = strings(member, "paths relative to accord.json") ?? []
            case .level: level = choice(member.value) ?? level
            case .profile: profile = choice(member.value) ?? profile
            case .framework: framework = choice(member.value) ?? framework
            case .inputs: inputs = choice(member.value) ?? inputs
            case .strict: isStrict = flag(member) ?? isStrict
            case .isolated: isolation = flag(member) ?? isolation
            }
        }
        if isolation == true, framework == .xctest, let value = root["isolated"] {
            report(
                .badValue, "XCTest can't run a case in a child process", at: SourceLocation(value),
                "Remove “isolated” or “framework” from accord.json.")
        }
    }

    private mutating func strings(_ member: JSONMember, _ noun: String) -> [String]? {
        let strings = member.value.kind == .array ? member.value.elements.compactMap(\.string) : []
        guard strings.isEmpty || strings.count != member.value.count else { return strings }
        report(.wrongType, "“\(member.key)”: expected an array of \(noun)", at: SourceLocation(member.value))
        return nil
    }

    private mutating func flag(_ member: JSONMember) -> Bool? {
        if let flag = member.value.bool { return flag }
        report(.wrongType, "“\(member.key)”: expected true or false", at: SourceLocation(member.value))
        return nil
    }

    private mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ value: JSONValue) -> Choice? {
        if let choice = value.string.flatMap(Choice.init(rawValue:)) { return choice }
        let known = Choice.allCases.map(\.rawValue)
        report(
            .badValue, "expected \(known.map { "“\($0)”" }.joined(separator: " or ")), got \(value.text)",
            at: SourceLocation(value), Suggestion.didYouMean(value.string ?? "", in: known))
        return nil
    }

    private mutating func report(
        _ rule: ContractRule, _ message: String, at location: SourceLocation, _ advice: String? = nil
    ) {
        diagnostics.append(
            Diagnostic(
                .error, rule: rule.rawValue, message, at: location, sourceLine: location.sourceLine, advice: advice))
    }
}
