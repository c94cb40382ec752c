// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// Clients of the contracts in Specs/, each in a different style, with generated tests.
let clients = ["AwesomeTodos", "Coffee", "OpenMarket", "PointsOfInterest"]

let package = Package(
    name: "examples",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [.package(name: "accord", path: "..", traits: [])],
    targets: clients.flatMap { client -> [Target] in
        [
            .target(name: client, path: "\(client)/Sources"),
            .testTarget(
                name: "\(client)Tests",
                dependencies: [.byName(name: client), .product(name: "AccordTesting", package: "accord")],
                path: "\(client)/Tests", exclude: ["accord.json"],
                plugins: [.plugin(name: "ContractTests", package: "accord")]),
        ]
    }
)
