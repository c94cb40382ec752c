import AccordJSON

/// What a contract says is held against itself: names, flows, values, cases.
struct ContractLint {
    let contract: Contract
    let reader: ContractReader

    init(_ contract: Contract, _ reader: ContractReader) {
        self.contract = contract
        self.reader = reader
    }

    func run() {
    }
}
