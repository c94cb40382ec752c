import AccordContract
import Testing

@Suite("The contracts that ship, and those that stretch the format")
struct ShippedContractTests {
    @Test("loads and lints clean", arguments: PackageRoot.ownSpecs + PackageRoot.workedContracts)
    func loadsAndLintsClean(path: String) {
        let result = ContractLoader.load(path)
        #expect(result.diagnostics == [])
        #expect(result.contract?.operations.isEmpty == false)
    }

    @Test("are five, one of them of an OpenAPI document")
    func areFive() {
        #expect(PackageRoot.specs.count == 5)
        #expect(PackageRoot.ownSpecs.count == 4)
    }
}
