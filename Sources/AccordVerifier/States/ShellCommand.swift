// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation

/// A command that `/bin/sh` runs, with its input and additional environment variables.
package struct ShellCommand: Sendable {
    package var line: String
    package var input: [UInt8]
    /// Additional environment variables, such as `NAME=value`.
    package var environment: [String]
    /// How many seconds the command may run before it is killed.
    package var timeLimit: Double

    package init(line: String, input: [UInt8] = [], environment: [String] = [], timeLimit: Double = 60) {
        (self.line, self.input, self.environment, self.timeLimit) = (line, input, environment, timeLimit)
    }

    /// Runs the command, and waits until it exits. The status of the result is 127 if the shell can't be started.
    package func run() -> CommandResult {
        var (read, write): ([Int32], [Int32]) = ([0, 0, 0], [0, 0, 0])
        for index in 0..<3 {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { return Self.failure(errno) }
            // Marks the descriptors as close-on-exec. Otherwise, a process that a different thread starts would inherit
            // them.
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (read[index], write[index]) = (ends[0], ends[1])
        }
        // Holds the lock while the command starts. Otherwise, `endAll` could miss the command.
        let (status, child) = Self.running.withLock { running -> (Int32, pid_t) in
            guard !running.isClosed else { return (ECANCELED, 0) }
            let (status, child) = spawn(input: read[0], output: write[1], errors: write[2])
            if status == 0 { running.children.insert(child) }
            return (status, child)
        }
        for descriptor in [read[0], write[1], write[2]] { close(descriptor) }
        guard status == 0 else {
            for descriptor in [write[0], read[1], read[2]] { close(descriptor) }
            return Self.failure(status)
        }
        let (output, errors) = exchange(child, input: write[0], output: read[1], errors: read[2])
        // Forgets the process id before `waitpid`. After `waitpid`, the id may belong to a different process.
        Self.running.withLock { _ = $0.children.remove(child) }
        var ending: Int32 = 0
        while waitpid(child, &ending, 0) < 0 && errno == EINTR {}
        let signal = ending & 0x7f
        return CommandResult(status: signal == 0 ? (ending >> 8) & 0xff : 128 + signal, output: output, errors: errors)
    }

    private struct Running {
        var children: Set<pid_t> = []
        var isClosed = false
    }

    private static let running = Locked(Running())

    /// Kills all running commands and their child processes. After this call, no new command starts.
    package static func endAll() {
        running.withLock { running in
            running.isClosed = true
            for child in running.children { kill(-child, SIGKILL) }
        }
    }

    private static func failure(_ number: Int32) -> CommandResult {
        CommandResult(status: 127, output: [], errors: Array(String(cString: strerror(number)).utf8))
    }

    /// Starts the shell with no signal blocked. The shell gets its own process group, because Ctrl-C must not end it.
    private func spawn(input: Int32, output: Int32, errors: Int32) -> (Int32, pid_t) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (index, descriptor) in [input, output, errors].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(index))
        }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        // Restores SIGPIPE, which this process ignores, because shell pipelines need this signal.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))

        var arguments = Self.vector(["sh", "-c", line])
        var variables = Self.vector(environment + Self.inherited)
        defer { for text in arguments + variables { free(text) } }
        var child: pid_t = 0
        let status = posix_spawn(&child, "/bin/sh", &actions, &attributes, &arguments, &variables)
        return (status, child)
    }

    /// Copies the strings to an array for C, which ends with `nil`.
    private static func vector(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        var copies: [UnsafeMutablePointer<CChar>?] = texts.map { text in strdup(text) }
        copies.append(nil)
        return copies
    }

    private static var inherited: [String] {
        var result: [String] = []
        var next = environ
        while let text = next.pointee {
            result.append(String(cString: text))
            next += 1
        }
        return result
    }

    /// Writes the command's input, and reads its output and errors. Kills the command when its time limit expires.
    private func exchange(
        _ child: pid_t, input: Int32, output: Int32, errors: Int32
    ) -> (output: [UInt8], errors: [UInt8]) {
        let end = ContinuousClock.now + .seconds(timeLimit)
        var said: [Int32: [UInt8]] = [output: [], errors: []]
        var unsentInput = self.input[...]
        var open = Set([output, errors])
        var inputIsOpen = true
        // Ignores SIGPIPE, because the command may exit without reading its input. Writes without blocking, because the
        // command may write before it reads.
        signal(SIGPIPE, SIG_IGN)
        _ = fcntl(input, F_SETFL, O_NONBLOCK)
        while !open.isEmpty {
            if inputIsOpen && unsentInput.isEmpty {
                close(input)
                inputIsOpen = false
            }
            var polls = open.sorted().map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            if inputIsOpen { polls.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
            let milliseconds = Int32(clamping: Int((end - .now) / .milliseconds(1)))
            guard milliseconds > 0 else {
                kill(-child, SIGKILL)
                said[errors, default: []] += "ended after \(timeLimit) s".utf8
                break
            }
            poll(&polls, nfds_t(polls.count), milliseconds)
            for ready in polls where ready.revents != 0 {
                if ready.fd == input {
                    let count = unsentInput.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
                    unsentInput = count > 0 ? unsentInput.dropFirst(count) : []
                } else {
                    var buffer = [UInt8](repeating: 0, count: 4096)
                    let count = read(ready.fd, &buffer, buffer.count)
                    if count > 0 { said[ready.fd, default: []] += buffer[..<count] } else { open.remove(ready.fd) }
                }
            }
        }
        for descriptor in [output, errors] + (inputIsOpen ? [input] : []) { close(descriptor) }
        return (said[output] ?? [], said[errors] ?? [])
    }
}
