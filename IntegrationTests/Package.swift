// swift-tools-version: 6.2
import PackageDescription

// A user's package: it depends on Accord as yours would, but by path, and asks for nothing that only the tools need.
let package = Package(
    name: "notes",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "accord", path: "..", traits: [])],
    targets: [
        .target(name: "Notes"),
        .testTarget(
            name: "NotesTests",
            dependencies: ["Notes", .product(name: "AccordTesting", package: "accord")],
            plugins: [.plugin(name: "ContractTests", package: "accord")]
        ),
        // The same client, held to an OpenAPI document and a contract that extends it.
        .testTarget(
            name: "NotesOpenAPITests",
            dependencies: ["Notes", .product(name: "AccordTesting", package: "accord")],
            exclude: ["accord.json"],
            plugins: [.plugin(name: "ContractTests", package: "accord")]
        ),
        // The same tests for a team that has XCTest.
        .testTarget(
            name: "NotesXCTests",
            dependencies: ["Notes", .product(name: "AccordTesting", package: "accord")],
            exclude: ["accord.json"],
            plugins: [.plugin(name: "ContractTests", package: "accord")]
        ),
    ]
)
