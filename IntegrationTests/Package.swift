// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A user's package. run.sh replaces the address by that of a tagged clone.
let package = Package(
    name: "notes",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [.package(url: "file:///accord", from: "0.2.0")],
    targets: [
        .target(name: "Notes"),
        .testTarget(
            name: "NotesTests",
            dependencies: ["Notes", .product(name: "AccordTesting", package: "accord")],
            plugins: [.plugin(name: "ContractTests", package: "accord")]
        ),
        // The same client, tested by an OpenAPI document in YAML and a contract that extends it.
        .testTarget(
            name: "NotesOpenAPITests",
            dependencies: ["Notes", .product(name: "AccordTesting", package: "accord")],
            exclude: ["accord.json"],
            plugins: [.plugin(name: "ContractTests", package: "accord")]
        ),
        // The same tests with XCTest.
        .testTarget(
            name: "NotesXCTests",
            dependencies: ["Notes", .product(name: "AccordTesting", package: "accord")],
            exclude: ["accord.json"],
            plugins: [.plugin(name: "ContractTests", package: "accord")]
        ),
    ]
)
