// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import AccordSchema
import Testing

@testable import AccordRendering

@Suite("A run's events")
struct RunEventTests {
    static let events: [RunEvent] = {
        let report = SampleReport.report
        let shard = RunReport.Shard(index: 1, count: 2, whole: .init(cases: 3, digest: "00c0ffee"))
        let starts = [shard, nil].map { shard in
            RunEvent.runStarted(
                report.started, target: "http://127.0.0.1", contracts: report.contracts, shard: shard,
                total: report.cases.count)
        }
        return starts + [.caseStarted(id: "a/b", file: "a.json", operation: "a")]
            + report.cases.map { .caseEnded($0) } + [.runEnded(report, exitStatus: 1)]
    }()

    private static func schema() throws -> Schema {
        try Schema.compile(JSONDocument(parsing: ReportWriter.eventSchema, file: "event.schema.json").root)
    }

    @Test("each event is one line that satisfies its schema")
    func valid() throws {
        let schema = try Self.schema()
        for event in Self.events {
            let line = event.line(at: 1.5)
            #expect(line.last == 0x0A && line.count { $0 == 0x0A } == 1)
            let root = try JSONDocument(parsing: line).root
            #expect(schema.validate(root).map(\.message) == [])
        }
    }

    @Test("each event starts with its kind")
    func begin() {
        let lines = Self.events.map { String(decoding: $0.line(at: 0.25), as: UTF8.self) }
        #expect(lines[0].hasPrefix(#"{"event":"run.started","version":1,"at":0.25"#))
        #expect(lines[2] == #"{"event":"case.started","at":0.25,"id":"a/b","file":"a.json","operation":"a"}"# + "\n")
        #expect(lines[3].hasPrefix(#"{"event":"case.ended","at":0.25"#))
        #expect(lines.last?.hasPrefix(#"{"event":"run.ended","at":0.25,"verdict":"failed","exitStatus":1"#) == true)
    }

    @Test(
        "incomplete events violate their schema",
        arguments: [
            (0, "/event"), (0, "/version"), (0, "/total"), (0, "/at"), (0, "/contracts/0/file"), (0, "/shard/count"),
            (0, "/shard/of/digest"),
            (2, "/id"), (2, "/file"), (2, "/operation"), (3, "/result"), (3, "/result/status"),
            (-1, "/verdict"), (-1, "/exitStatus"), (-1, "/summary/failed"), (-1, "/hints"),
        ])
    func invalid(index: Int, member: String) throws {
        let schema = try Self.schema()
        let event = Self.events[index < 0 ? Self.events.count + index : index]
        let pointer = try JSONPointer(parsing: member)
        var line = JSON(try JSONDocument(parsing: event.line(at: 0)).root)
        line.remove(at: pointer)
        #expect(!schema.isValid(line))
    }

    @Test("the schemas of events and reports have the same definitions")
    func sameShapes() throws {
        let report = JSON(try JSONDocument(parsing: ReportWriter.schema).root)
        let event = JSON(try JSONDocument(parsing: ReportWriter.eventSchema).root)
        let shapes = report.object?["$defs"]
        #expect(shapes != nil)
        #expect(shapes == event.object?["$defs"])
    }
}
