// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import Foundation

/// The work of a child process, on cases given by their ids.
enum ChildTask: Codable, Equatable {
    /// Run the cases.
    case run([String])
    /// Find the parts of the response that the client reads.
    case probe([String])

    var ids: [String] {
        switch self {
        case .run(let ids), .probe(let ids): ids
        }
    }
}

/// The file through which a child process receives its task and reports results, one JSON value per line.
///
/// The child writes a line when a case begins and when it ends, so that its results survive a crash.
struct ChildFile {
    private enum Line: Codable {
        /// The first line, which the parent writes.
        case task(ChildTask)
        case began(String)
        /// The JSON of the result.
        case ended(String)
        /// The child ends on its own; it may have skipped cases.
        case done
    }

    /// The lines that a child process left.
    struct Content {
        var ended: [CaseResult] = []
        /// The case that was running when the process ended.
        var inFlight: String?
        /// Whether the process ended on its own.
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

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The task; no cases if the file can't be read.
    var task: ChildTask {
        for case .task(let task) in lines { return task }
        return .run([])
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

    /// The complete lines; a process that dies may leave half of one.
    private var lines: [Line] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return data.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONDecoder().decode(Line.self, from: $0) }
    }

    private static func data(_ line: Line) throws -> Data {
        try JSONEncoder().encode(line) + Data("\n".utf8)
    }

    /// Appends the lines of the child process.
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
            // The parent reports a case whose line is missing.
            guard let data = try? ChildFile.data(line) else { return }
            file.withLock { try? $0?.write(contentsOf: data) }
        }
    }
}
