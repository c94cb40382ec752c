// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let package = Package(
    name: "accord-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "accord", path: "..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "json-bench",
            dependencies: [.product(name: "AccordJSON", package: "accord"), "JSONCPeer"],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "schema-bench",
            dependencies: [
                .product(name: "AccordJSON", package: "accord"), .product(name: "AccordSchema", package: "accord"),
                "AllocationCount",
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "client-bench",
            dependencies: [.product(name: "AccordTesting", package: "accord")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        ),
        .executableTarget(name: "answer-server"),
        .executableTarget(name: "curl-loop", dependencies: ["BareCurl"]),
        .systemLibrary(
            name: "BareCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .target(name: "AllocationCount"),
        .systemLibrary(
            name: "JSONCPeer", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"]), .brew(["json-c"])]),
    ]
)
