// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@Suite("Shipped contracts")
struct ShippedContractTests {
    @Test("a shipped contract has no diagnostics", arguments: PackageRoot.ownSpecs + PackageRoot.workedContracts)
    func loadsAndLintsClean(path: String) {
        let result = ContractLoader.load(path)
        #expect(result.diagnostics == [])
        #expect(result.contract?.operations.isEmpty == false)
    }

    @Test("five contracts ship, one of which extends an OpenAPI document")
    func areFive() {
        #expect(PackageRoot.specs.count == 5)
        #expect(PackageRoot.ownSpecs.count == 4)
    }
}
