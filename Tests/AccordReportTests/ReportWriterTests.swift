// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
import Testing

@testable import AccordRendering

@Suite("Writing reports")
struct ReportWriterTests {
    static let names = [
        "badge.svg", "ctrf.json", "event.schema.json", "gl-code-quality-report.json", "history.json", "junit.xml",
        "map.svg", "report.har", "report.html", "report.json", "report.sarif", "report.schema.json", "report.tap",
        "summary.md",
    ]

    @Test("the report folder and its parents are created, and contain only reports")
    func writes() throws {
        let folder = try ScratchFolder()
        let paths = try ReportWriter().write(SampleReport.report, to: "\(folder.path)/a/b")
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/a/b").sorted()
        #expect(names == Self.names)
        let besides = ["event.schema.json", "report.schema.json", "history.json"]
        #expect(paths.sorted() == names.filter { !besides.contains($0) }.map { "\(folder.path)/a/b/\($0)" })
        #expect(try folder.text("a/b/report.json") == String(decoding: SampleReport.report.json(), as: UTF8.self))
        #expect(try folder.text("a/b/report.html") == HTMLReport.render(SampleReport.report))
    }

    @Test("older reports are replaced, and other files kept")
    func replaces() throws {
        let folder = try ScratchFolder()
        _ = try folder.write("mine", "README.md")
        _ = try folder.write("old", "report.json")
        try ReportWriter([.json, .markdown]).write(SampleReport.report, to: folder.path + "/")
        #expect(
            folder.names == [
                "README.md", "event.schema.json", "history.json", "report.json", "report.schema.json", "summary.md",
            ])
        #expect(try folder.text("README.md") == "mine")
        #expect(try folder.text("report.json").hasPrefix("{\n  \"version\""))
    }

    @Test("an obstacle is reported with its path and advice")
    func obstacle() throws {
        let folder = try ScratchFolder()
        _ = try folder.write("a file", "Reports")
        let error = #expect(throws: ReportWritingError.self) {
            try ReportWriter().write(SampleReport.report, to: "\(folder.path)/Reports")
        }
        #expect(error?.path == "\(folder.path)/Reports")
        #expect(error?.description.hasSuffix("or specify a different folder") == true)
        #expect(try folder.text("Reports") == "a file")
    }

    @Test("an invalid template changes no file")
    func template() throws {
        let folder = try ScratchFolder()
        _ = try folder.write("old", "report.json")
        #expect(throws: TemplateError.self) {
            try ReportTemplates.builtIn.replacing(["report.html.mustache": "{{#open}}"])
        }
        #expect(folder.names == ["report.json"])
    }

    // A child process can drop privileges and lower its limits.

    @Test("an unwritable folder is reported with its path")
    func readOnly() async throws {
        let folder = try ScratchFolder()
        _ = try folder.write("old", "report.json")
        let path = folder.path
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
        await #expect(processExitsWith: .success) { [path = path as String] in
            if geteuid() == 0 { _ = setuid(65534) }
            let error = #expect(throws: ReportWritingError.self) {
                try ReportWriter().write(SampleReport.report, to: path)
            }
            #expect(
                error?.description
                    == "\(path)/report.json: error: can't write the file: Permission denied; "
                    + "specify a writable folder")
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        #expect(folder.names == ["report.json"])
        #expect(try folder.text("report.json") == "old")
    }

    @Test("a full disk leaves the earlier reports complete, without partial files")
    func full() async throws {
        let folder = try ScratchFolder()
        for name in Self.names { _ = try folder.write("old", name) }
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            // The limit allows report.json, but not the page.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 20_000, rlim_max: 20_000)
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            let error = #expect(throws: ReportWritingError.self) {
                try ReportWriter().write(SampleReport.report, to: path)
            }
            #expect(error?.path == "\(path)/report.html")
        }
        #expect(folder.names == Self.names)
        for name in Self.names { #expect(try folder.text(name) == "old") }
    }
}
