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

/// The file from which a child process reads its task and to which it writes results. Each line is a word and a JSON
/// value.
///
/// The child process writes a line when a case begins and when the case ends, so that a crash loses no results.
struct ChildFile {
    private enum Word: String {
        /// The cases to run, on the first line of the file. The parent process writes this line.
        case task
        /// The id of a case.
        case began
        /// The result of a case.
        case ended
        /// The process reached its end without a crash. After a case that hangs, it doesn't run the remaining cases.
        case done
    }

    /// What a child process wrote: its results, and the case that was running at its end.
    struct Content {
        var ended: [CaseResult] = []
        /// The id of the case that was running when the process died, or `nil` if none was running.
        var inFlight: String?
        /// Whether the process reached its end without a crash.
        var isDone = false
    }

    let path: String

    init(path: String) { self.path = path }

    /// Creates a temporary file with the task of a child process.
    init(task: ChildTask) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "accord-\(UUID().uuidString).jsonl").path
        try Self.line(.task, JSONEncoder().encode(task)).write(to: URL(filePath: path))
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// What the child process must do. The task has no cases if the file can't be read.
    var task: ChildTask {
        let first = lines.first { $0.word == .task }
        return first.flatMap { try? JSONDecoder().decode(ChildTask.self, from: $0.json) } ?? ChildTask(ids: [])
    }

    var content: Content {
        var content = Content()
        for line in lines {
            switch line.word {
            case .task: continue
            case .began: content.inFlight = try? JSONDecoder().decode(String.self, from: line.json)
            case .ended:
                guard let result = try? CaseResult(jsonLine: Array(line.json)), result.id == content.inFlight else {
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
    private var lines: [(word: Word, json: Data)] {
        let data = FileManager.default.contents(atPath: path) ?? Data()
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.dropLast().compactMap { line in
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
            return Word(rawValue: String(decoding: parts[0], as: UTF8.self)).map { ($0, parts.last ?? Data()) }
        }
    }

    private static func line(_ word: Word, _ json: Data = Data()) -> Data {
        Data("\(word) ".utf8) + json + Data("\n".utf8)
    }

    // MARK: Lines of the child process

    func writeBegan(_ id: String) { append(.began, (try? JSONEncoder().encode(id)) ?? Data()) }

    func writeEnded(_ result: CaseResult) { append(.ended, Data(result.withoutIdleExchanges.jsonLine())) }

    func writeDone() { append(.done) }

    private func append(_ word: Word, _ json: Data = Data()) {
        // Ignore errors, because the parent reports a case whose line is missing.
        guard let handle = FileHandle(forWritingAtPath: path) else { return }
        _ = try? handle.seekToEnd()
        try? handle.write(contentsOf: Self.line(word, json))
        try? handle.close()
    }
}
