// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation
import Testing

@testable import accord

/// The output and exit status of a finished program.
struct Program: Sendable, CustomStringConvertible {
    var status: Int32
    var output: String
    var errors: String

    var description: String { "exit \(status)\n\(output)\(errors)" }

    /// Runs the `accord` of this build.
    static func accord(_ arguments: String..., in folder: URL = packageRoot) throws -> Program {
        try run(accordProgram, arguments, in: folder)
    }

    private static let oneAtATime = NSLock()

    /// Runs a shell command.
    static func shell(_ line: String) throws -> Program {
        try run(URL(filePath: "/bin/sh"), ["-c", line], in: packageRoot)
    }

    /// Runs a program. The commands of `accord` run in this process, unless they need another folder.
    static func run(_ program: URL, _ arguments: [String], in folder: URL) throws -> Program {
        guard program != accordProgram || folder.path != FileManager.default.currentDirectoryPath else {
            return oneAtATime.withLock {
                StopSignals.ignoreWriteSignals()
                let written = Locked(Program(status: 0, output: "", errors: ""))
                Capture.receiver.withLock {
                    $0 = { text, stream in
                        written.withLock { program in
                            if stream == STDOUT_FILENO { program.output += text } else { program.errors += text }
                        }
                    }
                }
                let status = Accord.run(arguments)
                Capture.receiver.withLock { $0 = nil }
                return written.withLock { Program(status: status.rawValue, output: $0.output, errors: $0.errors) }
            }
        }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let scratch = try ScratchFolder()
        let output = try scratch.newFile("output")
        let errors = try scratch.newFile("errors")
        process.standardOutput = output
        process.standardError = errors
        try process.runWithDefaultSignals()
        process.waitForExit()
        return Program(
            status: process.terminationStatus, output: try scratch.text("output"), errors: try scratch.text("errors"))
    }

    /// The folder of Package.swift.
    static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The `accord` executable next to the test bundle.
    static let accordProgram: URL = {
        let bundle =
            CommandLine.arguments.first { $0.contains(".xctest") }
            ?? Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        var folder = URL(filePath: bundle)
        while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
        return folder.appending(path: "accord")
    }()
}

/// A running server, which prints its address in its first line.
final class RunningServer {
    let address: String
    private let process: Process
    private let output: Pipe

    /// Starts `accord mock` on a free port.
    static func mock(_ arguments: String..., in folder: URL = Program.packageRoot) throws -> RunningServer {
        try RunningServer(Program.accordProgram, ["mock", "--port", "0"] + arguments, in: folder)
    }

    init(_ program: URL, _ arguments: [String], in folder: URL = Program.packageRoot) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.runWithDefaultSignals()
        self.process = process
        self.output = output
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        address = String(decoding: line, as: UTF8.self)
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Sends a signal and waits for the exit.
    func stop(_ signal: Int32 = SIGTERM) -> Int32 {
        kill(process.processIdentifier, signal)
        process.waitForExit()
        return process.terminationStatus
    }

    func waitUntilExit() -> Int32 {
        process.waitForExit()
        return process.terminationStatus
    }
}

extension Process {
    /// Starts the process without blocked or ignored signals, which it would inherit: blocked ones from the test's thread,
    /// and an ignored SIGINT from a shell that runs the tests in the background.
    func runWithDefaultSignals() throws {
        signal(SIGINT, SIG_DFL)
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }

    /// Waits for the exit. Kills the process after two minutes, so a program that doesn't end fails its test.
    func waitForExit() {
        let limit = DispatchWorkItem { [processIdentifier] in kill(processIdentifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: limit)
        waitUntilExit()
        limit.cancel()
    }
}

/// A temporary folder, removed with the value.
final class ScratchFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "accord-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    var path: String { url.path }

    func newFile(_ name: String) throws -> FileHandle {
        let file = url.appending(path: name)
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }

    func write(_ text: String, to name: String) throws -> String {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }
}
