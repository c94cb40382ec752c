// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation
import Testing

@testable import AccordTesting

@Suite("The input of a closure") struct CallInputTests {
    /// A struct such as Accord generates for typed inputs.
    struct Body: Codable, Sendable {
        @InputProperty var title: String
        @InputProperty var author: Author?
        @InputProperty var tags: JSONInput?

        struct Author: Codable, Sendable {
            @InputProperty var name: String
        }
    }

    struct Title: Decodable { var title: String }

    struct Named: Decodable { var author: Body.Author }

    struct Lines: Decodable {
        struct Line: Decodable { var text: String }
        var lines: [Line]
    }

    /// What a closure does with its input.
    enum Closure: CaseIterable {
        case ignoresBody, readsTitle, readsName, readsMissing, encodesTyped, readsMember, decodesTitle, encodesJSON
        case readsText, decodesName, readsElement, decodesLines

        var names: Set<String> {
            switch self {
            case .ignoresBody: []
            case .readsTitle, .readsMember, .decodesTitle: ["body/title"]
            case .readsName, .decodesName: ["body/author", "body/author/name"]
            case .readsElement: ["body/lines", "body/lines/*/text"]
            case .decodesLines: ["body/lines", "body/lines/*", "body/lines/*/text"]
            case .readsMissing: ["body/tags"]
            case .encodesTyped: CallInputTests.all.union(["body/tags"]).subtracting(CallInputTests.lines)
            case .encodesJSON, .readsText: CallInputTests.all
            }
        }

        func run(_ json: JSONInput, _ typed: Body) throws {
            switch self {
            case .ignoresBody: break
            case .readsTitle: #expect(typed.title == "a")
            case .readsName: #expect(typed.author?.name == "Ada")
            case .readsMissing: #expect(typed.tags == nil)
            case .encodesTyped: #expect(try parsed(JSONEncoder().encode(typed))["author"] == ["name": "Ada"])
            case .readsMember: #expect(json["title"]?.string == "a")
            case .decodesTitle: #expect(try json.decode(Title.self).title == "a")
            case .encodesJSON: #expect(try parsed(JSONEncoder().encode(json)) == CallInputTests.body)
            case .readsText: #expect(try parsed(json.data) == CallInputTests.body)
            case .decodesName: #expect(try json.decode(Named.self).author.name == "Ada")
            case .readsElement: #expect(json["lines"]?.elements.map { $0["text"]?.string } == ["b"])
            case .decodesLines: #expect(try json.decode(Lines.self).lines.map(\.text) == ["b"])
            }
        }

        private func parsed(_ data: Data) throws -> JSON { JSON(try JSONDocument(parsing: [UInt8](data)).root) }
    }

    private static let body: JSON = ["title": "a", "author": ["name": "Ada"], "lines": [["text": "b", "note": "c"]]]

    private static let lines: Set<String> = ["body/lines", "body/lines/*", "body/lines/*/text", "body/lines/*/note"]

    private static let all: Set<String> = lines.union(["body/title", "body/author", "body/author/name"])

    @Test(
        "records the properties that the closure reads, and not those that a generated input decodes",
        arguments: Closure.allCases)
    func reads(closure: Closure) throws {
        let input = CallInput(["body": Self.body])
        let json = try input.json("body")
        let typed = try json.decode(Body.self)
        input.reads.start()
        try closure.run(json, typed)
        #expect(input.reads.names == closure.names)
    }
}
