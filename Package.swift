// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// Conditions under which a product of a dependency is fetched and compiled.
let tools: TargetDependencyCondition? = .when(traits: ["Tools"])
let sockets: TargetDependencyCondition? = .when(traits: ["Tools", "TestServer"])
let tls: TargetDependencyCondition? = .when(traits: ["TLS"])
let yaml: TargetDependencyCondition? = .when(traits: ["YAML"])

let package = Package(
    name: "accord",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "AccordJSON", targets: ["AccordJSON"]),
        .library(name: "AccordSchema", targets: ["AccordSchema"]),
        .library(name: "AccordTesting", targets: ["AccordTesting"]),
        .library(name: "AccordTestServer", targets: ["AccordTestServer"]),
        .executable(name: "accord", targets: ["accord"]),
        .plugin(name: "ContractTests", targets: ["ContractTests"]),
    ],
    traits: [
        .trait(name: "YAML", description: "OpenAPI documents in YAML."),
        .trait(name: "Tools", description: "The accord program: verify, mock, lint, docs.", enabledTraits: ["YAML"]),
        .trait(name: "TestServer", description: "AccordTestServer: a stub on a socket for clients without URLSession."),
        .trait(
            name: "TLS",
            description: "TLS for AccordTestServer, with invalid certificates, and TLS and HTTP/2 for accord mock.",
            enabledTraits: ["TestServer"]),
        .default(enabledTraits: ["YAML"]),
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
        .package(url: "https://github.com/jpsim/Yams", "5.0.1"..<"7.0.0"),
    ],
    targets: [
        // The pipeline, each stage importing only the one before it.
        .target(name: "AccordJSON"),
        .target(name: "AccordSchema", dependencies: ["AccordJSON"]),
        .target(name: "AccordContract", dependencies: ["AccordSchema"]),
        .target(name: "AccordCore", dependencies: ["AccordContract"]),
        .target(name: "AccordPact", dependencies: ["AccordContract"], path: "Sources/AccordPact/Format"),
        .target(name: "AccordPactJudge", dependencies: ["AccordPact", "AccordCore"], path: "Sources/AccordPact/Judge"),
        .target(
            name: "AccordOpenAPI",
            dependencies: ["AccordPact", .product(name: "Yams", package: "Yams", condition: yaml)]),
        .target(name: "AccordChanges", dependencies: ["AccordCore"]),

        // What a test target links, and what writes its source.
        .target(name: "AccordTesting", dependencies: ["AccordPactJudge"]),
        .target(
            name: "AccordTestServer",
            dependencies: [
                "AccordTesting", "AccordServer",
                .product(name: "NIOCore", package: "swift-nio", condition: tls),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: tls),
                .product(name: "X509", package: "swift-certificates", condition: tls),
            ]),
        .target(name: "AccordGenerator", dependencies: ["AccordContract"]),
        .executableTarget(name: "accord-generate", dependencies: ["AccordGenerator", "AccordOpenAPI"]),
        .plugin(name: "ContractTests", capability: .buildTool(), dependencies: ["accord-generate"]),

        // The tools: rendering, mock server, verifier, command line.
        .target(
            name: "AccordRendering",
            dependencies: [
                "AccordCore", "AccordChanges",
                .product(name: "Mustache", package: "swift-mustache", condition: tools),
            ],
            resources: [.embedInCode("Templates"), .embedInCode("Schema"), .embedInCode("Docs/Templates")]),
        .target(
            name: "AccordServer",
            dependencies: [
                "AccordCore",
                .product(name: "NIOCore", package: "swift-nio", condition: sockets),
                .product(name: "NIOPosix", package: "swift-nio", condition: sockets),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: sockets),
                .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: tls),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: tls),
                .product(name: "X509", package: "swift-certificates", condition: tls),
                .product(name: "Crypto", package: "swift-crypto", condition: tls),
                .product(name: "SwiftASN1", package: "swift-asn1", condition: tls),
            ],
            resources: [.embedInCode("Resources")]),
        .target(name: "AccordVerifier", dependencies: ["AccordCore", "CCurl", "CJSONC"]),
        .executableTarget(
            name: "accord",
            dependencies: [
                "AccordRendering", "AccordServer", "AccordVerifier", "AccordGenerator", "AccordOpenAPI",
                "AccordChanges", "AccordPactJudge",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tools),
            ],
            resources: [.embedInCode("Resources")]),
        .systemLibrary(
            name: "CJSONC", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"]), .brew(["json-c"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),

        // Tests, a target for each stage, the server that some of them are mistreated by, and the score of the suites.
        .target(
            name: "LoopbackServer", dependencies: ["AccordJSON"], path: "Tests/LoopbackServer"),
        .target(
            name: "ConformanceScore", dependencies: ["AccordJSON"], path: "Tests/ConformanceScore"),
        .testTarget(
            name: "AccordJSONTests", dependencies: ["AccordJSON", "ConformanceScore", "CJSONC"]),
        .testTarget(
            name: "AccordSchemaTests", dependencies: ["AccordSchema", "ConformanceScore"]),
        .testTarget(
            name: "AccordOpenAPITests", dependencies: ["AccordOpenAPI", "ConformanceScore"]),
        .testTarget(
            name: "AccordChangesTests", dependencies: ["AccordChanges", "AccordOpenAPI", "ConformanceScore"]),
        .testTarget(name: "AccordContractTests", dependencies: ["AccordContract"]),
        .testTarget(name: "AccordPactTests", dependencies: ["AccordPactJudge", "ConformanceScore"]),
        .testTarget(
            name: "AccordHTTPTests", dependencies: ["AccordContract", "ConformanceScore"]),
        .testTarget(
            name: "AccordJudgingTests", dependencies: ["AccordVerifier", "ConformanceScore"]),
        .testTarget(
            name: "AccordServerCasesTests", dependencies: ["AccordVerifier"]),
        .testTarget(
            name: "AccordReportTests", dependencies: ["AccordRendering", "ConformanceScore"], exclude: ["Golden"]),
        .testTarget(name: "AccordDocsTests", dependencies: ["AccordRendering"]),
        .testTarget(name: "AccordGeneratorTests", dependencies: ["AccordGenerator"]),
        .testTarget(
            name: "AccordTestingTests",
            dependencies: ["AccordTesting", "AccordChanges", "AccordOpenAPI", "ConformanceScore"]),
        .testTarget(name: "AccordInteropTests", dependencies: ["AccordVerifier", "CJSONC"]),
        .testTarget(name: "AccordServerTests", dependencies: ["AccordServer"]),
        .testTarget(
            name: "AccordMockTests", dependencies: ["AccordServer", "AccordOpenAPI", "ConformanceScore"]),
        .testTarget(
            name: "AccordTestServerTests", dependencies: ["AccordTestServer", "AccordServer"]),
        .testTarget(
            name: "AccordVerifierTests",
            dependencies: ["AccordVerifier", "AccordOpenAPI", "ConformanceScore", "LoopbackServer"]),
        .testTarget(name: "CommandLineTests", dependencies: ["accord", "ConformanceScore", "LoopbackServer"]),
    ]
)

// `make check` builds the tests of TLS and HTTP/2 with the trait TLS, beside the build of `make test` without it.
if Context.environment["ACCORD_TESTS"] == "TLS" {
    package.targets.removeAll { $0.type == .test && !["AccordServerTests", "AccordTestServerTests"].contains($0.name) }
}

/// Warnings are errors in CI, in this package only: the variable isn't set where the package is a dependency.
let warnings: [SwiftSetting] =
    Context.environment["WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// With `ACCORD_OPTIMIZED`, debug builds optimize the modules with most of the work. They compile in up to four times the time,
/// and the tests of this package take two fifths less processor time.
let optimized: Set =
    Context.environment["ACCORD_OPTIMIZED"] == nil
    ? [] : ["AccordJSON", "AccordSchema", "AccordContract", "AccordCore"]

for target in package.targets where ![.plugin, .system, .binary].contains(target.type) {
    target.swiftSettings =
        [
            .swiftLanguageMode(.v6),
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ] + warnings + (optimized.contains(target.name) ? [.unsafeFlags(["-O"])] : [])
}
