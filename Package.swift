// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// What every target is held to: the Swift 6 language mode, and no warning left standing.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Packages that only the tools need; a package that only tests its client sets `traits: []` and fetches none of them.
let tools: TargetDependencyCondition? = .when(traits: ["Tools"])
let sockets: TargetDependencyCondition? = .when(traits: ["Tools", "TestServer"])
let tls: TargetDependencyCondition? = .when(traits: ["TLS"])
/// What the mock serves over TLS with, and what a stub breaks it with.
let certificates: TargetDependencyCondition? = .when(traits: ["TLS"])
let yaml: TargetDependencyCondition? = .when(traits: ["YAML"])

/// The build tool that writes the tests' source: compiled by `make dist` where its bundle is present, else here.
let generatorBundle = "dist/accord-generate.artifactbundle"
let isGeneratorPrebuilt =
    FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(generatorBundle)/info.json")
let generator: Target =
    isGeneratorPrebuilt
    ? .binaryTarget(name: "accord-generate", path: generatorBundle)
    : .executableTarget(
        name: "accord-generate", dependencies: ["AccordGenerator", "AccordOpenAPI", "AccordYAML"], swiftSettings: strict
    )

let package = Package(
    name: "accord",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "AccordJSON", targets: ["AccordJSON"]),
        .library(name: "AccordSchema", targets: ["AccordSchema", "AccordValues"]),
        .library(name: "AccordTesting", targets: ["AccordTesting"]),
        .library(name: "AccordTestServer", targets: ["AccordTestServer"]),
        .executable(name: "accord", targets: ["accord"]),
        .plugin(name: "ContractTests", targets: ["ContractTests"]),
    ],
    traits: [
        .trait(name: "Tools", description: "The accord command: verify, mock, lint, cases."),
        .trait(
            name: "TestServer", description: "AccordTestServer: a stub on a socket, for clients without URLSession."),
        .trait(
            name: "TLS",
            description: "TLS for AccordTestServer, with certificates that are out of order, and for `accord mock`.",
            enabledTraits: ["TestServer"]),
        .trait(name: "YAML", description: "OpenAPI documents in YAML; without it they are read in JSON."),
        .default(enabledTraits: ["Tools", "YAML"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // The pipeline, each stage importing only the one before it.
        .target(name: "AccordPlatform", swiftSettings: strict),
        .target(name: "AccordJSON", swiftSettings: strict),
        .target(name: "AccordCatalogue", swiftSettings: strict),
        .target(name: "AccordSchema", dependencies: ["AccordJSON", "AccordPlatform"], swiftSettings: strict),
        .target(name: "AccordValues", dependencies: ["AccordSchema", "AccordCatalogue"], swiftSettings: strict),
        .target(name: "AccordHTTP", dependencies: ["AccordSchema"], swiftSettings: strict),
        .target(name: "AccordContract", dependencies: ["AccordHTTP", "AccordCatalogue"], swiftSettings: strict),
        .target(name: "AccordCases", dependencies: ["AccordContract", "AccordValues"], swiftSettings: strict),
        .target(name: "AccordJudging", dependencies: ["AccordCases"], swiftSettings: strict),
        .target(name: "AccordReport", dependencies: ["AccordJudging"], swiftSettings: strict),
        .target(name: "AccordServerCases", dependencies: ["AccordJudging"], swiftSettings: strict),
        .target(name: "AccordOpenAPI", dependencies: ["AccordContract"], swiftSettings: strict),
        .target(
            name: "AccordYAML",
            dependencies: ["AccordContract", .product(name: "Yams", package: "Yams", condition: yaml)],
            swiftSettings: strict),

        // What a test target links, and what writes its source.
        .target(name: "AccordTesting", dependencies: ["AccordReport"], swiftSettings: strict),
        .target(name: "AccordGenerator", dependencies: ["AccordContract"], swiftSettings: strict),
        generator,
        .plugin(name: "ContractTests", capability: .buildTool(), dependencies: ["accord-generate"]),

        // The tools: rendering, mock server, verifier, command line.
        .target(
            name: "AccordRendering",
            dependencies: [
                "AccordReport",
                .product(name: "Mustache", package: "swift-mustache", condition: tools),
            ],
            resources: [.embedInCode("Templates"), .embedInCode("Schema")],
            swiftSettings: strict
        ),
        .target(
            name: "AccordDocs",
            dependencies: [
                "AccordRendering",
                .product(name: "Mustache", package: "swift-mustache", condition: tools),
            ],
            resources: [.embedInCode("Templates")],
            swiftSettings: strict
        ),
        .target(
            name: "AccordServer",
            dependencies: [
                "AccordJudging",
                .product(name: "NIOCore", package: "swift-nio", condition: sockets),
                .product(name: "NIOPosix", package: "swift-nio", condition: sockets),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: sockets),
                .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: tls),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: certificates),
                .product(name: "X509", package: "swift-certificates", condition: certificates),
                .product(name: "Crypto", package: "swift-crypto", condition: certificates),
                .product(name: "SwiftASN1", package: "swift-asn1", condition: certificates),
            ],
            swiftSettings: strict
        ),
        .target(name: "AccordMock", dependencies: ["AccordServer", "AccordReport"], swiftSettings: strict),
        .target(
            name: "AccordTestServer",
            dependencies: [
                "AccordTesting", "AccordServer",
                .product(name: "NIOCore", package: "swift-nio", condition: tls),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: tls),
                .product(name: "X509", package: "swift-certificates", condition: tls),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "AccordVerifier", dependencies: ["AccordReport", "AccordServerCases", "AccordInterop", "CCurl"],
            swiftSettings: strict),
        .target(name: "AccordInterop", dependencies: ["AccordJudging", "CJSONC"], swiftSettings: strict),
        .executableTarget(
            name: "accord",
            dependencies: [
                "AccordDocs", "AccordRendering", "AccordMock", "AccordVerifier", "AccordInterop", "AccordGenerator",
                "AccordOpenAPI", "AccordYAML",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tools),
            ],
            resources: [.embedInCode("Resources")],
            swiftSettings: strict
        ),
        .systemLibrary(
            name: "CJSONC", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"]), .brew(["json-c"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),

        // Clients of the contracts in Specs/, each in a style of its own, held to them by generated tests.
        .target(name: "AwesomeTodos", path: "Examples/AwesomeTodos/Sources", swiftSettings: strict),
        .target(name: "PointsOfInterest", path: "Examples/PointsOfInterest/Sources", swiftSettings: strict),
        .target(name: "Coffee", path: "Examples/Coffee/Sources", swiftSettings: strict),
        .target(name: "OpenMarket", path: "Examples/OpenMarket/Sources", swiftSettings: strict),
        .testTarget(
            name: "AwesomeTodosTests", dependencies: ["AwesomeTodos", "AccordTesting"],
            path: "Examples/AwesomeTodos/Tests", exclude: ["accord.json"], swiftSettings: strict,
            plugins: ["ContractTests"]),
        .testTarget(
            name: "PointsOfInterestTests", dependencies: ["PointsOfInterest", "AccordTesting"],
            path: "Examples/PointsOfInterest/Tests", exclude: ["accord.json"], swiftSettings: strict,
            plugins: ["ContractTests"]),
        .testTarget(
            name: "CoffeeTests", dependencies: ["Coffee", "AccordTesting"], path: "Examples/Coffee/Tests",
            exclude: ["accord.json"], swiftSettings: strict, plugins: ["ContractTests"]),
        .testTarget(
            name: "OpenMarketTests", dependencies: ["OpenMarket", "AccordTesting"], path: "Examples/OpenMarket/Tests",
            exclude: ["accord.json"], swiftSettings: strict, plugins: ["ContractTests"]),

        // Tests, a target for each stage, the server that some of them are mistreated by, and the score of the suites.
        .target(
            name: "LoopbackServer", dependencies: ["AccordPlatform"], path: "Tests/LoopbackServer",
            swiftSettings: strict),
        .target(
            name: "ConformanceScore", dependencies: ["AccordJSON"], path: "Tests/ConformanceScore",
            swiftSettings: strict),
        .testTarget(
            name: "AccordJSONTests", dependencies: ["AccordJSON", "ConformanceScore", "CJSONC"],
            swiftSettings: strict),
        .testTarget(
            name: "AccordSchemaTests", dependencies: ["AccordSchema", "AccordValues", "ConformanceScore"],
            swiftSettings: strict),
        .testTarget(
            name: "AccordOpenAPITests", dependencies: ["AccordOpenAPI", "AccordYAML", "ConformanceScore"],
            swiftSettings: strict),
        .testTarget(name: "AccordContractTests", dependencies: ["AccordContract"], swiftSettings: strict),
        .testTarget(
            name: "AccordHTTPTests", dependencies: ["AccordHTTP", "ConformanceScore"], swiftSettings: strict),
        .testTarget(
            name: "AccordJudgingTests", dependencies: ["AccordJudging", "AccordServerCases", "ConformanceScore"],
            swiftSettings: strict),
        .testTarget(
            name: "AccordServerCasesTests", dependencies: ["AccordServerCases"], swiftSettings: strict),
        .testTarget(
            name: "AccordReportTests", dependencies: ["AccordRendering", "ConformanceScore"], exclude: ["Golden"],
            swiftSettings: strict),
        .testTarget(name: "AccordDocsTests", dependencies: ["AccordDocs"], swiftSettings: strict),
        .testTarget(name: "AccordGeneratorTests", dependencies: ["AccordGenerator"], swiftSettings: strict),
        .testTarget(name: "AccordTestingTests", dependencies: ["AccordTesting"], swiftSettings: strict),
        .testTarget(name: "AccordInteropTests", dependencies: ["AccordInterop"], swiftSettings: strict),
        .testTarget(name: "AccordServerTests", dependencies: ["AccordServer"], swiftSettings: strict),
        .testTarget(name: "AccordMockTests", dependencies: ["AccordMock"], swiftSettings: strict),
        .testTarget(
            name: "AccordTestServerTests", dependencies: ["AccordTestServer", "AccordServer"], swiftSettings: strict),
        .testTarget(
            name: "AccordVerifierTests", dependencies: ["AccordVerifier", "LoopbackServer"], swiftSettings: strict),
        .testTarget(name: "CommandLineTests", dependencies: ["accord", "LoopbackServer"], swiftSettings: strict),
    ]
)

// `make verify` asks for the program alone. Else SwiftPM would first compile the build tool of test targets that
// aren't built.
if Context.environment["ACCORD_TESTS"] == "0" {
    package.targets.removeAll { $0.type == .test }
}
