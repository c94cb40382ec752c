// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// The task of a child process, with the ids of its cases.
struct ChildTask: Codable, Equatable {
    /// Whether the child process doesn't run the cases, but determines which properties and header fields of each
    /// response the client reads.
    var isProbe = false
    var ids: [String]
    /// The habits that earlier calls of the client have shown.
    var habits = ClientHabits()
    /// Whether a crash prints no stack trace, which would take two seconds.
    var omitsStackTrace = false
}

/// The file from which a child process reads its task and to which it writes results. Each line is a JSON value.
///
/// The child process writes a line when a case begins and when the case ends, so that a crash loses no results.
struct ChildFile {
    private enum Line: Codable {
        /// The cases to run, on the first line of the file. The parent process writes this line.
        case task(ChildTask)
        /// The id of a case.
        case began(String)
        /// The result of a case as JSON.
        case ended(String)
        /// The process reached its end without a crash. After a case that hangs, it doesn't run the remaining cases.
        case done

        var bytes: Data { ((try? JSONEncoder().encode(self)) ?? Data()) + Data("\n".utf8) }
    }

    /// What a child process wrote: its results, and the case that was running at its end.
    struct Content {
        var ended: [CaseResult] = []
        /// The id of the case that was running when the process died, or `nil` if none was running.
        var inFlight: String?
        /// Whether the process reached its end without a crash.
        var isDone = false

        /// The number of cases that have begun.
        var begun: Int { ended.count + (inFlight == nil ? 0 : 1) }
    }

    let path: String

    init(path: String) { self.path = path }

    /// Creates a temporary file with the task of a child process.
    init(task: ChildTask) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "accord-\(UUID().uuidString).jsonl").path
        try Line.task(task).bytes.write(to: URL(filePath: path))
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// What the child process must do. The task has no cases if the file can't be read.
    var task: ChildTask { if case .task(let task)? = lines.first { task } else { ChildTask(ids: []) } }

    var content: Content {
        var content = Content()
        for line in lines {
            switch line {
            case .task: continue
            case .began(let id): content.inFlight = id
            case .ended(let json):
                guard let result = try? CaseResult(jsonLine: Array(json.utf8)), result.id == content.inFlight else {
                    continue
                }
                content.ended.append(result)
                content.inFlight = nil
            case .done: content.isDone = true
            }
        }
        return content
    }

    /// The complete lines of the file. A process that dies may leave an incomplete last line, which isn't included.
    private var lines: [Line] {
        let data = FileManager.default.contents(atPath: path) ?? Data()
        return data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
            .compactMap { try? JSONDecoder().decode(Line.self, from: $0) }
    }

    // MARK: Lines of the child process

    func writeBegan(_ id: String) { append(.began(id)) }

    func writeEnded(_ result: CaseResult) {
        append(.ended(String(decoding: result.withoutIdleExchanges.jsonLine(), as: UTF8.self)))
    }

    func writeDone() { append(.done) }

    private func append(_ line: Line) {
        // Ignore errors, because the parent reports a case whose line is missing.
        guard let handle = FileHandle(forWritingAtPath: path) else { return }
        _ = try? handle.seekToEnd()
        try? handle.write(contentsOf: line.bytes)
        try? handle.close()
    }
}
