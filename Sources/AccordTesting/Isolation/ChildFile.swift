import AccordCore
import AccordJSON
import Foundation

/// The file in which a child process is told what to try, and says what became of it, line by line.
///
/// A line is written whole when a case begins and when it ends, so that a process which dies leaves behind what it knew.
struct ChildFile {
    /// A word, a space and what belongs to it as JSON.
    private enum Line {
        /// What to try, in this order; the parent's line, the first.
        case cases([String])
        case began(String)
        case ended(CaseResult)
        /// The child ends of its own accord; it need not have tried everything.
        case done

        var bytes: [UInt8] {
            switch self {
            case .cases(let ids): Array("cases \(JSON.array(ids.map { .string($0) }).compact)\n".utf8)
            case .began(let id): Array("began \(JSON.string(id).compact)\n".utf8)
            case .ended(let result): Array("ended ".utf8) + result.jsonLine() + [UInt8(ascii: "\n")]
            case .done: Array("done\n".utf8)
            }
        }

        /// nil for a line that isn't one, as where the child died while it wrote it.
        init?(_ bytes: [UInt8]) {
            let word = bytes.prefix { $0 != UInt8(ascii: " ") }
            let rest = Array(bytes.dropFirst(word.count + 1))
            switch String(decoding: word, as: UTF8.self) {
            case "cases":
                guard let root = try? JSONDocument(parsing: rest).root else { return nil }
                self = .cases(root.elements.compactMap(\.string))
            case "began":
                guard let id = try? JSONDocument(parsing: rest).root.string else { return nil }
                self = .began(id)
            case "ended":
                guard let result = try? CaseResult(jsonLine: rest) else { return nil }
                self = .ended(result)
            case "done": self = .done
            default: return nil
            }
        }
    }

    /// What a child has left behind.
    struct Content {
        var ended: [CaseResult] = []
        /// The case that was being tried when the process ended.
        var inFlight: String?
        /// False: the process died.
        var isDone = false
    }

    let path: String

    init(path: String) {
        self.path = path
    }

    /// A new file, which tells a child what to try. Throws where it can't be written.
    init(toTry cases: [String]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "accord-\(UUID().uuidString).jsonl").path
        try Data(Line.cases(cases).bytes).write(to: URL(filePath: path))
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The ids of the cases to try; empty where the file can't be read.
    var toTry: [String] {
        for case .cases(let ids) in lines { return ids }
        return []
    }

    /// What the child wrote; a line that it didn't come to the end of is left out.
    var content: Content {
        var content = Content()
        for line in lines {
            switch line {
            case .cases: continue
            case .began(let id): content.inFlight = id
            case .ended(let result):
                guard result.id == content.inFlight else { continue }
                content.ended.append(result)
                content.inFlight = nil
            case .done: content.isDone = true
            }
        }
        return content
    }

    private var lines: [Line] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return data.split(separator: UInt8(ascii: "\n")).compactMap { Line(Array($0)) }
    }

    /// The child's end of the file.
    final class Writer: Sendable {
        private let file: Locked<FileHandle?>

        init(_ childFile: ChildFile) {
            let handle = FileHandle(forWritingAtPath: childFile.path)
            _ = try? handle?.seekToEnd()
            file = Locked(handle)
        }

        func began(_ id: String) { write(.began(id)) }

        func ended(_ result: CaseResult) { write(.ended(result)) }

        func done() { write(.done) }

        private func write(_ line: Line) {
            // What can't be written is missing, and with it the case: the parent says so.
            let data = Data(line.bytes)
            file.withLock { try? $0?.write(contentsOf: data) }
        }
    }
}
