// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import AccordPact
import AccordSchema
import Testing

@testable import AccordServer

@Suite("The resources that clients created", .timeLimit(.minutes(20)))
struct ResourceStoreTests {
    private static func resource(_ bytes: Int) -> JSON {
        // Much faster than `String(repeating:count:)` in a debug build.
        ["text": .string(String(decoding: [UInt8](repeating: 0x61, count: bytes), as: UTF8.self))]
    }

    private static func isPresent(_ id: String, _ store: ResourceStore) -> Bool {
        if case .present = store.presence(of: id, in: "/things") { true } else { false }
    }

    @Test("large resources replace the oldest ones, small resources stay")
    func size() {
        let store = ResourceStore()
        store.put(Self.resource(10), id: "small", in: "/others")
        let quarter = ResourceStore.maximumBytes / 4
        for number in 0..<8 { store.put(Self.resource(quarter), id: "\(number)", in: "/things") }
        #expect(store.bytes <= ResourceStore.maximumBytes)
        #expect(!Self.isPresent("0", store))
        #expect(Self.isPresent("7", store))
        store.put(Self.resource(ResourceStore.maximumBytes), id: "huge", in: "/things")
        #expect(!Self.isPresent("huge", store))
        #expect(Self.isPresent("7", store))
        store.removeAll()
        for number in 0..<1000 { store.put(Self.resource(1000), id: "\(number)", in: "/things") }
        #expect(store.resources(in: "/things").resources.count == 1000)
    }

    @Test("replacing a resource counts its new size only, and the number of resources is limited")
    func count() {
        let store = ResourceStore()
        for _ in 0..<8 { store.put(Self.resource(ResourceStore.maximumBytes / 4), id: "same", in: "/things") }
        #expect(store.resources(in: "/things").resources.map(\.id) == ["same"])
        for number in 0...ResourceStore.maximumCount { store.put([:], id: "\(number)", in: "/things") }
        #expect(store.resources(in: "/things").resources.count == ResourceStore.maximumCount)
        #expect(!Self.isPresent("same", store))
        store.delete("5", in: "/things")
        #expect(store.resources(in: "/things").deleted == ["5"])
    }
}
