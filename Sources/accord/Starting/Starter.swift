// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordGenerator

/// Creates the content of the files that `accord init` writes: a contract, closures that call the client, and lines for
/// the manifest.
enum Starter {
    /// Returns the text of an example contract with one operation.
    static func contract(title: String, host: String) -> String {
        fill(PackageResources.starter_contract_json, ["{title}": JSON.string(title).compact, "{host}": host])
    }

    /// Returns a Swift file with one closure per operation. The developer fills in each closure to call the client.
    /// Until then, the operation's cases fail with `NotBound`.
    ///
    /// - Parameters:
    ///   - chosen: The ids of the operations that get closures, or `nil` for all operations.
    ///   - onSocket: Whether the client needs the URL of a stub on a socket instead of a `URLSession`.
    static func bindings(
        _ contract: Contract, path: String, module: String?, operations chosen: Set<String>?, onSocket: Bool = false
    ) -> String {
        let (type, client) = onSocket ? ("URL", "try await stub.baseURL") : ("URLSession", "stub.urlSession")
        let closures = contract.operations.filter { chosen?.contains($0.id) ?? true }.map { operation in
            """
                    // \(operation.request.method) \(operation.request.path)\(documentation(operation))
                    \(SwiftName.operation(operation.id)): { client, input in
                        // Call your client, and return its result.\(inputs(operation, contract))
                        throw NotBound(operation: \(SwiftLiteral.string(operation.id)))
                    }
            """
        }
        return fill(
            PackageResources.starter_bindings_txt,
            [
                "{{imports}}": imports(module, onSocket: onSocket), "{{name}}": SwiftName.type(of: path),
                "{{type}}": type, "{{client}}": client, "{{path}}": path,
                "{{source}}": onSocket ? "stub.baseURL" : "stub.urlSession or stub.configuration",
                "{{closures}}": closures.joined(separator: ",\n"),
            ])
    }

    /// Returns comment lines for an operation's closure. The lines show how the closure reads each input value.
    private static func inputs(_ operation: Operation, _ contract: Contract) -> String {
        let expressions = InputSource(operation, inputs: .typed).expressions(contract.securitySchemes)
        guard !expressions.isEmpty else { return "" }
        var lines = ["The input:"]
        for (index, expression) in expressions.enumerated() {
            let word = " " + expression + (index + 1 < expressions.count ? "," : "")
            if lines[lines.count - 1].count + word.count > 90 { lines.append(" ") }
            lines[lines.count - 1] += word
        }
        return lines.map { "\n            // \($0)" }.joined()
    }

    /// Returns a GitHub workflow that verifies a server against a contract or OpenAPI document.
    static func workflow(_ document: String, version: String) -> String {
        let action = Release.address.replacing("https://github.com/", with: "").replacing("https://", with: "")
        return fill(
            PackageResources.starter_workflow_yml,
            ["{action}": action, "{version}": version, "{document}": document, "{address}": Release.address])
    }

    /// Returns a comment line with the operation's summary, or an empty string if the operation has no summary.
    private static func documentation(_ operation: Operation) -> String {
        guard let text = operation.summary ?? operation.description, !text.isEmpty else { return "" }
        return "\n        // \(SwiftLiteral.oneLine(text).prefix(200))"
    }

    /// Returns a Swift file with complete closures. They call the client that `accord init` writes in a new package.
    static func workingBindings(_ contract: Contract, path: String, module: String) -> String {
        fill(
            PackageResources.starter_working_bindings_txt,
            ["{{imports}}": imports(module), "{{name}}": SwiftName.type(of: path)])
    }

    /// Returns import declarations. On Linux, URLSession is in FoundationNetworking.
    private static func imports(_ module: String?, onSocket: Bool = false) -> String {
        let names =
            ((onSocket ? ["AccordTestServer"] : []) + ["AccordTesting", "Foundation"] + [module].compactMap { $0 })
            .sorted()
        // Swift imports a target such as `Lemmy-Swift-Client` as `Lemmy_Swift_Client`.
        return names.map { "import \($0.replacing(/[^\p{L}\p{N}_]/, with: "_"))" }.joined(separator: "\n") + """


            #if canImport(FoundationNetworking)
                import FoundationNetworking
            #endif
            """
    }

    // MARK: New packages

    /// Returns the module name for a folder, such as `MyShop` for `my-shop`.
    static func moduleName(of folder: String) -> String {
        let name = SwiftName.capitalized(SwiftName.camelCased(folder))
        return SwiftName.isIdentifier(name) ? name : "Client"
    }

    /// Returns the manifest of a package with one library.
    static func package(_ name: String) -> String {
        fill(PackageResources.starter_package_txt, ["{name}": SwiftLiteral.string(name)])
    }

    /// Returns a template of `Resources/` with its placeholders replaced, in the order of `values`.
    private static func fill(_ template: [UInt8], _ values: KeyValuePairs<String, String>) -> String {
        values.reduce(String(decoding: template, as: UTF8.self)) { $0.replacing($1.key, with: $1.value) }
    }

    /// The manifest of a separate package for tests.
    ///
    /// Uses language mode 5, because older clients may not compile with the concurrency checks of Swift 6.
    static let testPackage = fill(PackageResources.starter_tests_txt, [:])

    /// Returns the source code of a client for the contract that `accord init` writes.
    static func client(host: String) -> String {
        fill(PackageResources.starter_client_txt, ["{url}": SwiftLiteral.string("https://\(host)/health")])
    }

    /// Returns statements to append to a package manifest.
    ///
    /// - Parameters:
    ///   - module: The name of the client's module as a Swift expression, or `nil`.
    ///   - onSocket: Whether the tests need the product `AccordTestServer`.
    ///   - dependency: The arguments of `.package(…)`, such as `url: "…", from: "1.0.0"`.
    static func manifest(target: String, module: String?, onSocket: Bool = false, dependency: String) -> String {
        let modules = module.map { "\($0), " } ?? ""
        let traits = onSocket ? ", traits: [.defaults, \"TestServer\"]" : ""
        let server = onSocket ? ", .product(name: \"AccordTestServer\", package: \"accord\")" : ""
        return fill(
            PackageResources.starter_manifest_txt,
            [
                "{{dependency}}": dependency, "{{traits}}": traits, "{{target}}": SwiftLiteral.string(target),
                "{{modules}}": modules, "{{server}}": server,
            ])
    }
}
