// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A running `accord`, to be interrupted.
final class RunningProgram {
    private let process = Process()
    private let scratch: ScratchFolder

    init(_ arguments: String...) throws {
        scratch = try ScratchFolder()
        process.executableURL = Program.accordProgram
        process.arguments = arguments
        process.currentDirectoryURL = Program.packageRoot
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try scratch.newFile("output")
        process.standardError = try scratch.newFile("errors")
        try process.runWithDefaultSignals()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits for the process to exit by itself.
    func finish() throws -> Program {
        process.waitForExit()
        return Program(
            status: process.terminationStatus, output: try scratch.text("output"), errors: try scratch.text("errors"))
    }
}
