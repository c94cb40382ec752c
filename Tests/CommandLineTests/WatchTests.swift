// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("--watch", .timeLimit(.minutes(20)))
struct WatchTests {
    /// A process whose standard error is read line by line.
    private final class Watched {
        private let process = Process()
        private let errors = Pipe()

        init(_ arguments: String...) throws {
            process.executableURL = Program.accordProgram
            process.arguments = arguments
            process.currentDirectoryURL = Program.packageRoot
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors
            try process.runWithDefaultSignals()
        }

        deinit {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }

        /// Returns the lines up to the one that starts with `prefix`.
        func lines(until prefix: String) throws -> [String] {
            var lines: [String] = []
            var line: [UInt8] = []
            while let byte = try errors.fileHandleForReading.read(upToCount: 1)?.first {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                lines.append(String(decoding: line, as: UTF8.self))
                line = []
                if lines.last?.hasPrefix(prefix) == true { break }
            }
            return lines
        }

        func interrupt() -> Int32 {
            kill(process.processIdentifier, SIGINT)
            process.waitForExit()
            return process.terminationReason == .uncaughtSignal
                ? 128 + process.terminationStatus : process.terminationStatus
        }
    }

    @Test(
        "lint --watch checks changed and added contracts again",
        .timeLimit(.minutes(20)))
    func lint() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write(BadDayTests.contract, to: "c.json")
        let watched = try Watched("lint", "--watch", scratch.path)
        #expect(try watched.lines(until: "accord: watching").contains { $0.contains("error: ") } == false)
        _ = try scratch.write(BadDayTests.contract.replacing("\"1.0\"", with: "\"9.0\""), to: "c.json")
        #expect(
            try watched.lines(until: "accord: watching").contains {
                $0.hasPrefix("\(file):") && $0.contains("[contract.version]")
            })
        _ = try scratch.write("{", to: "c.json")
        #expect(try watched.lines(until: "accord: watching").contains { $0.contains("[contract.syntax]") })
        _ = try scratch.write(BadDayTests.contract, to: "c.json")
        #expect(try watched.lines(until: "accord: watching").contains { $0.contains("error: ") } == false)
        _ = try scratch.write("[]", to: "d.json")
        #expect(try watched.lines(until: "accord: watching").contains { $0.contains("[contract.not-a-contract]") })
        #expect(watched.interrupt() == 130)
    }

    @Test("verify --watch verifies changed contracts again", .timeLimit(.minutes(20)))
    func verify() throws {
        let server = try ScriptedServer([.answer { _ in [BadDayTests.good] }])
        let scratch = try ScratchFolder()
        let file = try scratch.write(BadDayTests.contract, to: "c.json")
        let watched = try Watched(
            "verify", "--watch", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path + "/r", file)
        #expect(try watched.lines(until: "accord: watching").contains("10 of 10 cases"))
        _ = try scratch.write(BadDayTests.contract + "\n", to: "c.json")
        #expect(try watched.lines(until: "accord: watching").contains("10 of 10 cases"))
        #expect(watched.interrupt() == 130)
    }
}
