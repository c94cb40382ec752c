// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The Swift source of a contract's client tests.
///
/// The source contains one test for each operation. At run time, the test reads the operation's cases from the embedded
/// contract. Compile time therefore depends on the number of operations, not on the number of cases.
///
/// A test reports each mistake once, at the line of the contract. A parameterized test would report the same mistake
/// for each case. The report lists every case, and `ACCORD_CASE` runs a single case. A test is cancelled if earlier
/// tests have already reported all mistakes that it finds.
package struct ContractSource: Sendable {
    /// The test framework that the generated tests use.
    package enum Framework: String, Sendable, CaseIterable {
        /// Swift Testing: one test for each operation.
        case swiftTesting = "swift-testing"
        /// XCTest: one class with a method for each operation.
        case xctest
    }

    /// The Swift types for the JSON objects in a closure's input.
    package enum Inputs: String, Sendable, CaseIterable {
        /// `JSONInput`, which decodes into any type.
        case json
        /// Nested structs that have the properties of the schemas.
        case typed
    }

    /// The options for generating tests.
    package struct Options: Sendable {
        /// The contract's path in diagnostics and reports, such as `Specs/todos.json`.
        package var displayedPath: String
        /// The folder to which displayed paths are relative.
        ///
        /// If it is `nil`, the tests find the folder at run time: the nearest folder above the generated file that
        /// contains `Package.swift`. The generated source then contains no absolute path and can be committed.
        package var packageRoot: String?
        /// The subfolder of `Reports/` for the report of the tests; `nil` for `Reports/` itself.
        package var reports: String?
        package var configuration: TestConfiguration

        package init(
            displayedPath: String, packageRoot: String?, reports: String? = nil,
            configuration: TestConfiguration = TestConfiguration()
        ) {
            self.displayedPath = displayedPath
            self.packageRoot = packageRoot
            self.reports = reports
            self.configuration = configuration
        }
    }

    private let contract: Contract
    /// The contract with the files that it references.
    private let embedded: EmbeddedContract
    private let options: Options
    private var configuration: TestConfiguration { options.configuration }
    private let name: String
    /// For the id of each operation, the name in Swift types and methods: `Login` for `login`.
    private let typeNames: [String: String]

    package init(_ contract: Contract, embedded: EmbeddedContract, options: Options) {
        self.contract = contract
        self.embedded = embedded
        self.options = options
        name = SwiftName.type(of: options.displayedPath)
        typeNames = SwiftName.types(of: contract.operations.map(\.id))
    }

    /// The Swift source of the generated file.
    package var text: String { [header, suite, bindings, document].joined(separator: "\n") }

    private var header: String {
        """
        // Generated from \(options.displayedPath) by accord-generate. Do not edit: edit the contract.

        import AccordTesting
        import \(configuration.framework == .xctest ? "XCTest" : "Testing")

        """
    }

    private var operations: [Operation] {
        contract.operations.filter { configuration.operations?.contains($0.id) ?? true }
    }

    private var suite: String {
        let tests = operations.map(configuration.framework == .xctest ? method : test).joined(separator: "\n")
        guard configuration.framework == .swiftTesting else {
            return """
                /// \(contract.title) \(contract.version), as \(options.displayedPath) documents it.
                final class \(name)Contract: XCTestCase {
                \(tests)}

                """
        }
        // If the client ends the child process, the exit test records an issue. Accord reports the end of the process
        // as a finding of the case, so the issue is filtered out.
        let isIsolated = configuration.isIsolated
        let filter = isIsolated ? ", .filterIssues { !ClientContract.tellsEnd($0, ofChildIn: #fileID) }" : ""
        return """
            /// \(contract.title) \(contract.version), as \(options.displayedPath) documents it.
            @Suite(\(SwiftLiteral.string(contract.title))\(filter)) struct \(name)Contract {
            \(tests)}

            """
    }

    private func test(_ operation: Operation) -> String {
        let title = "\(operation.id) · \(operation.request.method) \(operation.request.path)"
        let run =
            configuration.isIsolated
            ? """
                    try await \(name)Document.contract.test(
                        "\(operation.id)", with: \(name)Contract.bindings.erased
                    ) { testCase in
                        #if os(macOS) || os(Linux)
                            let child = await #expect(
                                processExitsWith: .failure, observing: [\\.standardErrorContent]
                            ) { [testCase = testCase as ClientCase] in
                                await \(name)Document.contract.run(testCase, with: \(name)Contract.bindings.erased)
                            }
                            return (child.map { "\\($0.exitStatus)" }, child?.standardErrorContent ?? [])
                        #else
                            return (nil, [])
                        #endif
                    }
            """
            : "        try await \(name)Document.contract.test(\"\(operation.id)\", with: \(name)Contract.bindings.erased)"
        return """
                @Test(\(SwiftLiteral.string(title))) func \(SwiftName.operation(operation.id))() async throws {
            \(run)
                }

            """
    }

    private func method(_ operation: Operation) -> String {
        """
            /// \(operation.id) · \(operation.request.method) \(operation.request.path)
            func test\(typeName(operation))() async throws {
                let reason = \(name)Document.contract.reasonWithoutCases(of: "\(operation.id)")
                try XCTSkipIf(reason != nil, reason)
                let bindings = \(name)Contract.bindings.erased
                for problem in await \(name)Document.contract.problems(of: "\(operation.id)", with: bindings) {
                    #if canImport(ObjectiveC)
                        let location = XCTSourceCodeLocation(filePath: problem.file, lineNumber: problem.line)
                        record(
                            XCTIssue(
                                type: .assertionFailure, compactDescription: problem.text,
                                sourceCodeContext: XCTSourceCodeContext(location: location)))
                    #else
                        recordFailure(
                            withDescription: problem.text, inFile: problem.file, atLine: problem.line, expected: true)
                    #endif
                }
            }

        """
    }

    private var bindings: String {
        let operations = operations
        let parameters = operations.map { operation in
            let type = "(@Sendable (Client, \(input(operation))) async throws -> Any?)"
            let label = SwiftName.operation(operation.id)
            return configuration.isStrict
                ? "        \(label): @escaping \(type.dropFirst().dropLast())" : "        \(label): \(type)? = nil"
        }
        let entries = operations.map { operation in
            // Generate a closure instead of `LoginInput.init`: in Swift 5 mode, a reference to an initializer isn't
            // `Sendable`.
            let read = "{ try \(input(operation))($0) }"
            let make = ".init(\(read), \(SwiftName.operation(operation.id)))"
            let optional = "\(SwiftName.operation(operation.id)).map { call in .init(\(read), call) }"
            return "                \"\(operation.id)\": \(configuration.isStrict ? make : optional),"
        }
        let title = SwiftLiteral.oneLine(contract.title)
        let inputs = operations.map {
            InputSource($0, inputs: configuration.inputs, typeName: "\(typeName($0))Input").text
        }.joined(separator: "\n")
        return """
            /// The closures that call your client for each operation of \(title).
            ///
            /// Write one `extension \(name)Contract { static let bindings = \(name)Bindings<APIClient>(client: …, …) }`.
            /// With the client's type in angle brackets, the compiler checks each closure separately. Without
            /// the type, checking many closures may take the compiler too long. The closures must have the order of the
            /// parameters below.
            struct \(name)Bindings<Client>: Sendable {
                let erased: ClientBindings

                /// - Parameters:
                ///   - client: creates the client for a case, with the stub that replaces the network.
            \(operations.map(Self.documentation).joined(separator: "\n"))
                init(
                    client: @escaping @Sendable (Stub) async throws -> Client,
            \(parameters.joined(separator: ",\n"))
                ) {
                    let operations: [String: ClientBindings.Operation<Client>?] = [
            \(entries.joined(separator: "\n"))
                    ]
                    erased = ClientBindings(client: client, operations: operations)
                }
            }

            /// The inputs of the operations of \(title).
            enum \(name)Inputs {
            \(inputs)}

            """
    }

    private func input(_ operation: Operation) -> String { "\(name)Inputs.\(typeName(operation))Input" }

    private func typeName(_ operation: Operation) -> String {
        typeNames[operation.id] ?? SwiftName.capitalized(operation.id)
    }

    private static func documentation(of operation: Operation) -> String {
        let request = "\(operation.request.method) \(operation.request.path)"
        let summary = operation.summary.map { ": \(SwiftLiteral.oneLine($0))" } ?? ""
        return "    ///   - \(operation.id): `\(request)`\(summary)"
    }

    private var placesArgument: String {
        guard !embedded.places.isEmpty else { return "" }
        let entries = embedded.places.sorted { $0.key < $1.key }.map {
            "\n            \(SwiftLiteral.string($0.key)): \(SwiftLiteral.string($0.value)),"
        }
        return ",\n        places: [\(entries.joined())\n        ]"
    }

    private var document: String {
        let reports = options.reports.map { " reports: \(SwiftLiteral.string($0))," } ?? ""
        let profile =
            configuration.profile == .default ? "" : " profile: \(SwiftLiteral.string(configuration.profile.rawValue)),"
        let files = embedded.files.filter { $0.key != embedded.file }.sorted { $0.key < $1.key }
        let entries = files.map { file in
            "            \(SwiftLiteral.string(file.key)): \(SwiftLiteral.string(Base64.encode(file.value))),"
        }
        let table = entries.isEmpty ? "[:]" : "[\n\(entries.joined(separator: "\n"))\n        ]"
        return """
            /// The embedded contract.
            enum \(name)Document {
                static let contract = ClientContract(
                    file: \(SwiftLiteral.string(options.displayedPath)),
                    packageRoot: \(options.packageRoot.map(SwiftLiteral.string) ?? "ClientContract.packageRoot(of: #filePath)"),\(reports)
                    level: \(SwiftLiteral.string(configuration.level.rawValue)),\(profile)
                    text: \(SwiftLiteral.string(String(decoding: contract.document.bytes, as: UTF8.self))),
                    files: \(table)\(placesArgument))
            }

            """
    }
}
