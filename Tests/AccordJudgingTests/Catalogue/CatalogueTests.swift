import AccordJSON
import ConformanceScore
import Testing

@testable import AccordCases

@Suite("The catalogues") struct CatalogueTests {
    static let verdicts: [String: Verdict] = [
        "MUST-ERROR": .mustError, "MUST-REJECT": .mustError, "MUST-TOLERATE": .mustTolerate, "MUST": .mustTolerate,
        "SHOULD-ERROR": .shouldError, "SHOULD-TOLERATE": .shouldTolerate, "MAY": .may, "MUST-NOT-CRASH": .mustNotCrash,
    ]

    @Test("77 faults and 63 mutations are read, each id once")
    func counts() {
        #expect(Catalogue.shared.faults.count == 77)
        #expect(Catalogue.shared.mutations.count == 63)
        #expect(Set(Catalogue.shared.faults.map(\.id)).count == 77)
        #expect(Set(Catalogue.shared.mutations.map(\.id)).count == 63)
    }

    @Test("the faults are those of the published catalogue, in its order", .enabled(if: Conformance.isThere))
    func faults() throws {
        let published = try #require(Conformance.document("client/fault-catalogue.json").root["faults"]).elements
        for (fault, entry) in zip(Catalogue.shared.faults, published) {
            #expect(fault.id == entry["id"]?.string)
            #expect(fault.layer == entry["layer"]?.string)
            #expect(fault.verdict == Self.verdicts[entry["verdict"]?.string ?? ""])
        }
    }

    @Test("what the published catalogue says no stub can do isn't done by one", .enabled(if: Conformance.isThere))
    func stubs() throws {
        let published = try #require(Conformance.document("client/fault-catalogue.json").root["faults"]).elements
        for (fault, entry) in zip(Catalogue.shared.faults, published)
        where entry["stub"]?.string?.hasPrefix("n/a") == true {
            if case .impossible = fault.stub { continue }
            Issue.record("\(fault.id) can't be caused by a stub")
        }
        for fault in Catalogue.shared.faults {
            if case .impossible(let reason) = fault.stub { #expect(!reason.isEmpty) }
        }
    }

    @Test("a stub fails with a code that the catalogue accepts", .enabled(if: Conformance.isThere))
    func codes() throws {
        let published = try #require(Conformance.document("client/fault-catalogue.json").root["faults"]).elements
        for (fault, entry) in zip(Catalogue.shared.faults, published) {
            let codes = entry["acceptableURLErrorCodes"]?.elements.compactMap(\.int) ?? []
            switch fault.stub {
            case .fails(let code), .breaksOff(_, let code): #expect(codes.contains(code), "\(fault.id)")
            case .answers, .cancelled, .together, .impossible: break
            }
        }
    }

    @Test("the mutations are those of the published catalogue, in its order", .enabled(if: Conformance.isThere))
    func mutations() throws {
        let published = try #require(Conformance.document("client/response-mutations.json").root["mutations"]).elements
        for (mutation, entry) in zip(Catalogue.shared.mutations, published) {
            let verdict = entry["verdict"]?.string ?? ""
            #expect(mutation.id == entry["id"]?.string)
            #expect(mutation.group == entry["group"]?.string)
            #expect(mutation.verdict == (verdict.contains(" if ") ? .may : Self.verdicts[verdict]))
        }
    }
}
