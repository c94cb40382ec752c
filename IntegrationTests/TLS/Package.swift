// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// The package of a user whose client has no URLSession: it is tested on a socket, and with TLS.
let package = Package(
    name: "notes-tls",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [.package(url: "file:///accord", from: "0.2.0", traits: ["YAML", "TLS"])],
    targets: [
        .target(name: "Notes"),
        .testTarget(
            name: "NotesTests",
            dependencies: [
                "Notes", .product(name: "AccordTesting", package: "accord"),
                .product(name: "AccordTestServer", package: "accord"),
            ],
            exclude: ["accord.json"],
            plugins: [.plugin(name: "ContractTests", package: "accord")]
        ),
    ]
)
