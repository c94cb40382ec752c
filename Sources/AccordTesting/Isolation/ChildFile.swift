// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// The task of a child process, with the ids of its cases.
struct ChildTask: Codable, Equatable {
    /// Whether the child process doesn't run the cases, but determines which properties and header fields of each
    /// response the client reads.
    var isProbe = false
    var ids: [String]
    /// Whether an earlier call of the client ignored its cancellation.
    var ignoresCancellation = false
}

/// The file from which a child process reads its task and to which it writes results, one JSON value per line.
///
/// The child process writes a line when a case begins and when the case ends, so that a crash loses no results.
struct ChildFile {
    private enum Line: Codable {
        /// The cases to run, on the first line of the file. The parent process writes this line.
        case task(ChildTask)
        case began(String)
        /// The result of a case, as JSON.
        case ended(String)
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

    init(path: String) {
        self.path = path
    }

    /// Creates a temporary file with the task of a child process.
    init(task: ChildTask) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "accord-\(UUID().uuidString).jsonl").path
        try Self.data(.task(task)).write(to: URL(filePath: path))
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// What the child process must do. The task has no cases if the file can't be read.
    var task: ChildTask {
        for case .task(let task) in lines { return task }
        return ChildTask(ids: [])
    }

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
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return data.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONDecoder().decode(Line.self, from: $0) }
    }

    private static func data(_ line: Line) throws -> Data { try JSONEncoder().encode(line) + Data("\n".utf8) }

    /// Appends lines to the file in the child process.
    final class Writer: Sendable {
        private let file: Locked<FileHandle?>

        init(_ childFile: ChildFile) {
            let handle = FileHandle(forWritingAtPath: childFile.path)
            _ = try? handle?.seekToEnd()
            file = Locked(handle)
        }

        func began(_ id: String) { write(.began(id)) }

        func ended(_ result: CaseResult) { write(.ended(String(decoding: result.jsonLine(), as: UTF8.self))) }

        func done() { write(.done) }

        private func write(_ line: Line) {
            // Ignore errors, because the parent reports a case whose line is missing.
            guard let data = try? ChildFile.data(line) else { return }
            file.withLock { try? $0?.write(contentsOf: data) }
        }
    }
}
