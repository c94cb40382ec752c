// swift-tools-version: 6.2
import PackageDescription

// A user's package whose client knows nothing of URLSession: it is held to the contract on a socket, and on TLS.
let package = Package(
    name: "notes-tls",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "accord", path: "../..", traits: ["TLS"])],
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
