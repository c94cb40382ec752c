// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordOpenAPI
import Foundation
import Testing

@Suite struct `The shipped OpenAPI document and the contract that extends it` {
    private static let specs = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Specs")

    @Test(arguments: ["coffee.json", "coffee.openapi.json"])
    func `a shipped OpenAPI contract has no diagnostics`(file: String) throws {
        let formats = ContractFormats.all()
        let loaded = ContractLoader.load(Self.specs.appending(path: file).path, formats: formats)
        #expect(loaded.diagnostics == [])
        let operation = try #require(loaded.contract?.operation("hotCoffees"))
        #expect(operation.responses.map(\.status) == [.exact(200), .exact(500)])
        #expect(operation.cases.isEmpty == (file == "coffee.openapi.json"))
    }
}
