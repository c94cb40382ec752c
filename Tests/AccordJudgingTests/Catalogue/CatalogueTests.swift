// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema
import ConformanceScore
import Testing

@Suite("The catalogues") struct CatalogueTests {
    static let verdicts: [String: Verdict] = [
        "MUST-ERROR": .mustError, "MUST-REJECT": .mustError, "MUST-TOLERATE": .mustTolerate, "MUST": .mustTolerate,
        "SHOULD-ERROR": .shouldError, "SHOULD-TOLERATE": .shouldTolerate, "MAY": .may, "MUST-NOT-CRASH": .mustNotCrash,
    ]

    @Test("the catalogues have 77 faults and 63 mutations, of every layer and group")
    func counts() {
        #expect(Fault.allCases.count == 77)
        #expect(Mutation.allCases.count == 63)
        #expect(Set(Fault.allCases.map(\.layer)) == Set(FaultLayer.allCases))
        #expect(Set(Mutation.allCases.map(\.group)) == Set(MutationGroup.allCases))
    }

    @Test("every fault and mutation has a description and a requirement for clients")
    func words() {
        for fault in Fault.allCases {
            #expect(!fault.event.isEmpty && !fault.clientMust.isEmpty, "\(fault)")
            if case .impossible(let reason) = fault.stub { #expect(!reason.isEmpty, "\(fault)") }
        }
        for mutation in Mutation.allCases { #expect(!mutation.change.isEmpty && !mutation.rule.isEmpty, "\(mutation)") }
    }

    @Test("the fault catalogue has the published faults, in order")
    func faults() throws {
        let published = try #require(Conformance.fixture("catalogue/fault-catalogue.json").root["faults"]).elements
        try #require(published.count == Fault.allCases.count)
        for (fault, entry) in zip(Fault.allCases, published) {
            #expect(fault.id == entry["id"]?.string)
            #expect(fault.layer.rawValue == entry["layer"]?.string)
            #expect(fault.verdict == Self.verdicts[entry["verdict"]?.string ?? ""])
            if entry["stub"]?.string?.hasPrefix("n/a") == true {
                guard case .impossible = fault.stub else {
                    Issue.record("\(fault.id) can't be caused by a stub")
                    continue
                }
            }
            let codes = entry["acceptableURLErrorCodes"]?.elements.compactMap(\.int) ?? []
            switch fault.stub {
            case .fails(let code), .breaksOff(_, let code): #expect(codes.contains(code), "\(fault.id)")
            case .answers, .cancelled, .together, .impossible: break
            }
        }
    }

    @Test("the mutation catalogue has the published mutations, in order")
    func mutations() throws {
        let file = try Conformance.fixture("catalogue/response-mutations.json")
        let published = try #require(file.root["mutations"]).elements
        try #require(published.count == Mutation.allCases.count)
        for (mutation, entry) in zip(Mutation.allCases, published) {
            let verdict = entry["verdict"]?.string ?? ""
            #expect(mutation.id == entry["id"]?.string)
            #expect(mutation.group.rawValue == entry["group"]?.string)
            #expect(mutation.verdict == (verdict.contains(" if ") ? .may : Self.verdicts[verdict]))
        }
    }
}
