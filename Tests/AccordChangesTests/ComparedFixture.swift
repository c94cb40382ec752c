// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract
import AccordJSON
import AccordOpenAPI
import ConformanceScore
import Foundation

/// Loads documents of the conformance data.
enum ComparedFixture {
    static let today = "2026-11-23"

    static func load(_ path: String) -> ComparedDocument? {
        let name = Conformance.path("changes/" + path)
        let isPacked = name.hasSuffix(".gz")
        let result: LoadResult
        if isPacked {
            guard let bytes = try? unpacked(name) else { return nil }
            let plain = String(name.dropLast(3))
            result = ContractLoader.load(plain, files: MemoryFiles([plain: bytes]), formats: .all())
        } else {
            result = ContractLoader.load(name, formats: .all(), referenceRoot: Conformance.path("changes"))
        }
        guard let contract = result.contract, let document = result.document else { return nil }
        return ComparedDocument(contract: contract, document: document)
    }

    static func changes(_ old: String, _ new: String) -> [Change]? {
        guard let old = load(old), let new = load(new) else { return nil }
        return ContractComparison.changes(old, new, today: today)
    }

    private static func unpacked(_ path: String) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return [UInt8](bytes)
    }
}
