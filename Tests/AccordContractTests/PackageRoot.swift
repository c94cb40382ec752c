// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Files of the package and of what lies beside it.
enum PackageRoot {
    static let path: String = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    static func file(_ relative: String) -> String { path + "/" + relative }

    /// The contracts that stretch the format, where the machine has them.
    static let workedContracts: [String] = {
        let folder = URL(filePath: path).appending(path: "../shared/design/contracts").standardized.path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".json") && !$0.contains("schema") }.sorted().map { "\(folder)/\($0)" }
    }()

    /// The contracts, without the OpenAPI documents that some of them extend.
    static let specs: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: file("Specs"))) ?? []
        return names.filter { $0.hasSuffix(".json") && !$0.contains("schema") && !$0.contains("openapi") }.sorted()
            .map { file("Specs/\($0)") }
    }()

    /// Those that no OpenAPI document is needed for; AccordOpenAPITests look at the others.
    static var ownSpecs: [String] { specs.filter { !$0.hasSuffix("/coffee.json") } }
}
