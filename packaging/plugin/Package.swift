// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// The build-tool plugin of Accord with a compiled generator. Use it in place of the plugin ContractTests of the package
// accord: a clean build of your tests then compiles no generator.
let package = Package(
    name: "accord-plugin",
    products: [.plugin(name: "PrebuiltContractTests", targets: ["PrebuiltContractTests"])],
    targets: [
        .plugin(name: "PrebuiltContractTests", capability: .buildTool(), dependencies: ["accord-generate-binary"]),
        .binaryTarget(name: "accord-generate-binary", path: "accord-generate.artifactbundle"),
    ]
)
