import AccordContract
import AccordGenerator

/// What a package needs to begin: a first contract, bindings to fill in, the lines of its manifest.
enum Starter {
    /// A contract of one operation that most services have.
    static func contract(title: String, host: String) -> String {
        """
        {
          "$schema": "contract.schema.json",
          "contract": "1.0",
          "info": { "title": \(json(title)), "version": "0.1.0" },
          "servers": [{ "name": "production", "url": "https://\(host)" }],
          "operations": {
            "health": {
              "summary": "Tells whether the service is up.",
              "request": { "method": "GET", "path": "/health" },
              "responses": {
                "200": {
                  "description": "It is up.",
                  "body": {
                    "type": "object",
                    "required": ["status"],
                    "properties": { "status": { "type": "string", "enum": ["ok", "degraded"] } }
                  }
                },
                "503": { "description": "It is not." }
              },
              "cases": {
                "is up": { "response": { "status": 200, "body": { "status": "ok" } } },
                "is down": { "response": { "status": 503 }, "appliesTo": "client", "client": { "throws": true } }
              }
            }
          }
        }

        """
    }

    /// The one file that a user writes, each closure still to be filled in: until then its cases fail and say so.
    ///
    /// - Parameter chosen: the ids of the operations that are bound; nil: all.
    static func bindings(_ contract: Contract, path: String, module: String?, operations chosen: Set<String>?) -> String
    {
        let name = SwiftName.type(of: path)
        let imports = imports(module)
        let closures = contract.operations.filter { chosen?.contains($0.id) ?? true }.map { operation in
            """
                    // \(operation.request.method) \(operation.request.path)\(documentation(operation))
                    \(SwiftName.identifier(operation.id)): { client, input in
                        // Call your client with the input's values and return what it makes of the answer.
                        throw NotBound(operation: \(SwiftLiteral.string(operation.id)))
                    }
            """
        }
        return """
            \(imports)

            // \(name)Contract is called after its file, \(path).
            extension \(name)Contract {
                static let bindings = \(name)Bindings<URLSession>(
                    // Make your client on the stub, and name its type above: give it stub.urlSession, or stub.configuration
                    // for a session of its own; stub.credentials has what the contract’s security schemes take.
                    client: { stub in stub.urlSession },
            \(closures.joined(separator: ",\n"))
                )
            }

            """
    }

    /// What an operation does, in a line of its own.
    private static func documentation(_ operation: Operation) -> String {
        guard let text = operation.summary ?? operation.description, !text.isEmpty else { return "" }
        return "\n        // \(SwiftLiteral.oneLine(text).prefix(200))"
    }

    /// The bindings of the client that a new package has.
    static func workingBindings(_ contract: Contract, path: String, module: String) -> String {
        let name = SwiftName.type(of: path)
        return """
            \(imports(module))

            extension \(name)Contract {
                static let bindings = \(name)Bindings<Client>(
                    client: { stub in Client(session: stub.urlSession) },
                    health: { client, input in try await client.health() }
                )
            }

            """
    }

    /// On Linux URLSession is in a module of its own.
    private static func imports(_ module: String?) -> String {
        let names = (["AccordTesting", "Foundation"] + [module].compactMap { $0 }).sorted()
        return names.map { "import \($0)" }.joined(separator: "\n") + """


            #if canImport(FoundationNetworking)
                import FoundationNetworking
            #endif
            """
    }

    // MARK: A package of its own

    /// `my-shop` as `MyShop`.
    static func moduleName(of folder: String) -> String {
        let name = SwiftName.capitalized(SwiftName.camelCased(folder))
        return SwiftName.isIdentifier(name) ? name : "Client"
    }

    /// The manifest of a package with one library.
    static func package(_ name: String) -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: \(SwiftLiteral.string(name)),
            platforms: [.macOS(.v13), .iOS(.v16)],
            products: [.library(name: \(SwiftLiteral.string(name)), targets: [\(SwiftLiteral.string(name))])],
            targets: [.target(name: \(SwiftLiteral.string(name)))]
        )

        """
    }

    /// A client of the first contract.
    static func client(host: String) -> String {
        """
        #if canImport(FoundationNetworking)
            import Foundation
            public import FoundationNetworking
        #else
            public import Foundation
        #endif

        /// Whether the service is up.
        public struct Health: Codable, Equatable, Sendable {
            public enum Status: String, Codable, Sendable {
                case ok, degraded
            }

            public var status: Status
        }

        /// What the service answered in place of what was asked for.
        public struct UnexpectedStatus: Error {
            public var code: Int
        }

        /// A client of the API that Specs/api.json describes.
        public struct Client: Sendable {
            private let session: URLSession

            public init(session: URLSession = .shared) {
                self.session = session
            }

            public func health() async throws -> Health {
                guard let url = URL(string: \(SwiftLiteral.string("https://\(host)/health"))) else { throw URLError(.badURL) }
                let (data, response) = try await session.data(from: url)
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                guard (200..<300).contains(status) else { throw UnexpectedStatus(code: status) }
                return try JSONDecoder().decode(Health.self, from: data)
            }
        }

        """
    }

    /// Statements for the end of a manifest, where they leave the rest of it as it is.
    ///
    /// - Parameter dependency: the arguments of `.package(…)`, `url: "…", from: "1.0.0"` or `name: "accord", path: "…"`.
    static func manifest(target: String, module: String?, dependency: String) -> String {
        let modules = module.map { "\(SwiftLiteral.string($0)), " } ?? ""
        return """

            // Tests of the API's client, generated from the contracts in Specs/.
            package.dependencies.append(.package(\(dependency), traits: []))
            package.targets.append(
                .testTarget(
                    name: \(SwiftLiteral.string(target)),
                    dependencies: [\(modules).product(name: "AccordTesting", package: "accord")],
                    plugins: [.plugin(name: "ContractTests", package: "accord")]))

            """
    }

    private static func json(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20: " "
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
