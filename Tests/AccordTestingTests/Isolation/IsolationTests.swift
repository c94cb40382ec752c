// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Cases in a child process") struct IsolationTests {
    private static let returns = "login/creates a token"
    private static let malformed = "login~syntax.invalid-json"
    private static let refused = "login/refuses a wrong password"

    /// What became of cases, and how many child processes it took.
    private static func results(
        _ habit: IsolatedHabit, _ ids: [String], deadline: String? = nil
    ) async throws -> (results: [String: CaseResult], children: Int) {
        let children = Locked(0)
        let deadline = deadline ?? "20"
        let operation = IsolatedOperation(id: "login", contract: try Todos.contract())
        let results = await operation.results(of: ids) { testCase in
            children.withLock { $0 += 1 }
            let child = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [testCase = testCase as ClientCase, habit = habit as IsolatedHabit, deadline = deadline as String] in
                setenv("ACCORD_DEADLINE", deadline, 1)
                await (try Todos.contract()).run(testCase, with: IsolatedHabit.bindings(habit))
            }
            return (child.map { "\($0.exitStatus)" }, child?.standardErrorContent ?? [])
        }
        return (results, children.withLock { $0 })
    }

    @Test("share one process and have separate results if none of them crashes")
    func share() async throws {
        let (results, children) = try await Self.results(.none, [Self.returns, Self.malformed, Self.refused])
        #expect(children == 1)
        #expect(Set(results.keys) == [Self.returns, Self.malformed, Self.refused])
        #expect(results.values.allSatisfy { $0.status == .passed })
        // Only documented cases, and those with findings, have exchanges in the report.
        #expect(results.values.allSatisfy { $0.exchanges.isEmpty == ($0.id == Self.malformed) })
    }

    @Test("continue in a new process after a crash")
    func crash() async throws {
        let (results, children) = try await Self.results(.forcesJSON, [Self.returns, Self.malformed, Self.refused])
        // All of them, the one that crashed alone, and those behind it.
        #expect(children == 3)
        #expect(results[Self.returns]?.status == .passed)
        #expect(results[Self.refused]?.status == .passed)
        let finding = try #require(results[Self.malformed]?.findings.first)
        #expect(results[Self.malformed]?.findings.map(\.rule.id) == ["outcome.crash"])
        let source = try #require(finding.place?.name)
        #expect(source.hasPrefix("AccordTestingTests/TodoClient.swift:"))
        #expect(finding.message == "the client crashed at \(source)")
        #expect(finding.actual?.contains("Fatal error: 'try!'") == true, "\(finding.actual ?? "")")
        #if os(Linux) && arch(x86_64)
            #expect(finding.actual?.contains("SIGILL") == true, "\(finding.actual ?? "")")
        #endif
        KillRatio.shared.note(results[Self.malformed]?.findings.map(\.rule.id) == ["outcome.crash"])
    }

    @Test("in the test process, a crash leaves a report with the results of the other cases")
    func crashWithoutIsolation() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "accord-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        await #expect(processExitsWith: .failure) { [folder = folder as String] in
            setenv("ACCORD_REPORT", folder, 1)
            await (try Todos.contract(.smoke)).run("login", with: IsolatedHabit.bindings(.forcesJSON))
        }
        let data = try #require(FileManager.default.contents(atPath: "\(folder)/client.json"))
        let cases = try JSONDocument(parsing: [UInt8](data)).root["cases"]?.elements.map { $0 } ?? []
        #expect(cases.contains { $0["status"]?.string == "passed" })
        // Several cases run at once, and each body without JSON can be the first to crash the client.
        let ends = cases.map { $0["reason"]?.string ?? $0["findings"]?[0]?["message"]?.string ?? "" }
        #expect(ends.contains { $0.contains("crashed") }, "\(cases.map(\.text))")
    }

    @Test("report a crash that an earlier case caused")
    func crashAfterOthers() async throws {
        let (results, _) = try await Self.results(.crashesTheSecondTime, [Self.returns, Self.malformed, Self.refused])
        #expect(results[Self.returns]?.status == .passed)
        let result = try #require(results[Self.malformed])
        #expect(result.status == .failed)
        #expect(result.findings.map(\.rule.id) == ["outcome.crash"])
        #expect(result.findings.first?.message.contains("not when the case runs alone") == true)
        #expect(result.findings.first?.details == ["before: \(Self.returns)"])
        #expect(results[Self.refused]?.status == .passed)
    }

    @Test("pass if they pass alone, with a warning about the earlier case")
    func failureAfterOthers() async throws {
        let (results, children) = try await Self.results(.remembers, [Self.malformed, Self.returns])
        #expect(children == 2)
        let result = try #require(results[Self.returns])
        #expect(result.status == .passed)
        #expect(result.findings.map(\.rule.id) == ["outcome.state"])
        #expect(result.findings.map(\.severity) == [.warning])
        #expect(result.findings.first?.details == ["before: \(Self.malformed)"])
        #expect(result.findings.first?.actual == "the client sent no request")
        // What fails in a process of its own isn't tried again.
        #expect(results[Self.malformed]?.findings.isEmpty == true)
    }

    #if canImport(Glibc)
        @Test("fail if the client would reach the real server, and no request leaves")
        func realServer() async throws {
            let (results, _) = try await Self.results(.leavesTheStub, [Self.returns])
            let finding = try #require(results[Self.returns]?.findings.first)
            #expect(results[Self.returns]?.findings.map(\.rule.id) == ["request.host.undocumented"])
            #expect(finding.message == "the client connects to “awesometodos.com” instead of the stub")
            #expect(finding.advice?.contains("stub.urlSession") == true)
            KillRatio.shared.note(finding.rule == .requestHostUndocumented)
        }
    #endif

    #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
        @Test(
            "end the sleeps of a client early",
            arguments: [IsolatedHabit.sleepsInTask, .sleepsInDispatch, .sleepsInThread])
        func sleep(habit: IsolatedHabit) async throws {
            let id = "login~error.error-undocumented:500"
            let (results, _) = try await Self.results(habit, [id, Self.returns], deadline: "5")
            let finding = try #require(results[id]?.findings.first)
            #expect(results[id]?.findings.map(\.rule) == [.outcomeSlow])
            // On a loaded machine, the call takes some seconds besides its sleep of 100 s.
            #expect(finding.actual?.hasPrefix("the call ended 10") == true, "\(finding.actual ?? "")")
            #expect(results[Self.returns]?.findings.isEmpty == true)
        }

        @Test("end a sleep only when the time that remained is known")
        func sleepOrder() async {
            await #expect(processExitsWith: .success) {
                ClientSleep.intercept()
                let events = Locked<[String]>([])
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().asyncAfter(deadline: .now() + 100) {
                        events.withLock { $0.append("continued") }
                        continuation.resume()
                    }
                    ClientSleep.endFirst { remaining in
                        // Give the client time to continue too early.
                        for _ in 0..<1000 { sched_yield() }
                        events.withLock { $0.append(remaining > .seconds(90) ? "noted" : "late") }
                    }
                }
                #expect(events.withLock { $0 } == ["noted", "continued"])
            }
        }
    #endif

    @Test("fail if they fail alone too")
    func failure() async throws {
        let (results, children) = try await Self.results(.failsAlways, [Self.malformed, Self.returns])
        #expect(children == 2)
        #expect(results[Self.returns]?.findings.map(\.rule.id) == ["request.count.none"])
    }

    @Test("fail if the process ends before the first of them")
    func crashAtTheStart() async throws {
        let (results, children) = try await Self.results(.crashesAtTheStart, [Self.returns, Self.malformed])
        #expect(children == 1)
        for id in [Self.returns, Self.malformed] {
            let finding = try #require(results[id]?.findings.first)
            #expect(finding.rule.id == "outcome.crash")
            #expect(finding.message == "the process ended before its first case")
            #expect(finding.actual?.contains("made at the start") == true)
        }
    }

    @Test("fail if the client calls exit(0)")
    func exit() async throws {
        let (results, _) = try await Self.results(.endsTheProcess, [Self.returns, Self.malformed])
        #expect(results[Self.returns]?.status == .passed)
        let finding = try #require(results[Self.malformed]?.findings.first)
        #expect(finding.rule == .outcomeCrash && finding.message.hasPrefix("the client ended the process"))
        #expect(finding.actual == "the client called exit")
    }

    @Test(
        "fail if the client calls _exit(0), without an issue of the exit test",
        .filterIssues { !ClientContract.tellsEnd($0, ofChildIn: ChildRun.fileID) })
    func leave() async throws {
        let operation = IsolatedOperation(id: "login", contract: try Todos.contract())
        let results = await operation.results(of: [Self.returns, Self.malformed]) { testCase in
            await ChildRun.of(testCase, .leavesTheProcess)
        }
        #expect(results[Self.returns]?.status == .passed)
        let finding = try #require(results[Self.malformed]?.findings.first)
        #expect(finding.rule.id == "outcome.crash" && finding.message.hasPrefix("the client ended the process"))
        #expect(finding.actual == "exit code 0")
    }

    @Test(
        "hang without affecting the next case",
        arguments: [IsolatedHabit.hangsTheFirstTime, .blocksEveryThread])
    func hang(habit: IsolatedHabit) async throws {
        let (results, children) = try await Self.results(
            habit, [Self.returns, Self.malformed], deadline: habit == .blocksEveryThread ? "1" : "0.2")
        // In a new process the next case is the first again.
        #expect(children == 2)
        #expect(results[Self.returns]?.findings.last?.rule.id == "outcome.hang")
        #expect(results[Self.malformed]?.findings.last?.rule.id == "outcome.hang")
    }

    @Test(
        "wait a tenth of the time for a cancelled call once a call has ignored its cancellation, also for a running call",
        arguments: [(false, false), (true, false), (false, true)])
    func cancellation(isKnown: Bool, becomesKnown: Bool) async throws {
        let testCase = try #require(Todos.plan?["login~client.cancel-before-response"])
        let url = try #require(URL(string: "https://awesometodos.com/login"))
        let habits = ClientHabits()
        if isKnown { habits.insert(.ignoresCancellation) }
        let ignoring = ClientBindings(
            client: { $0.urlSession },
            operations: [
                "login": .init { session, _ in
                    // A different process, which runs a different operation, finds the habit during the call.
                    if becomesKnown { habits.insert(.ignoresCancellation) }
                    return try await Task.detached { try await session.data(from: url).0 }.value
                }
            ])
        let runner = CaseRunner(bindings: ignoring, deadline: .seconds(1), habits: habits)
        let finding = await runner.run(testCase).findings.first { $0.rule == .outcomeHang }
        let seconds = isKnown || becomesKnown ? 0.1 : 1.0
        #expect(finding?.actual == "no result \(seconds) s after the cancellation of the call")
        let correct = CaseRunner(bindings: IsolatedHabit.bindings(.none), habits: habits)
        #expect(await correct.run(testCase).status == .passed)
    }

    @Test("tell other processes the habits of the client, but not those of a different client")
    func sharedHabits() throws {
        let habits = ClientHabits()
        let file = try ChildFile(task: ChildTask(ids: [], habits: habits))
        defer { file.remove() }
        let inChild = file.task.habits
        #expect(inChild == habits && !inChild.contains(.ignoresCancellation))
        habits.insert(.ignoresCancellation)
        #expect(inChild.contains(.ignoresCancellation) && !inChild.contains(.sleepsAfterFailure))
        #expect(!ClientHabits().contains(.ignoresCancellation))
    }

    @Test(
        "don't run after five consecutive cases hang, or crash in the same way",
        arguments: [(Rule.outcomeHang, "didn't end"), (.outcomeCrash, "ended with the finding “it dies”")])
    func dying(rule: Rule, way: String) async throws {
        let ids = (1...8).map { "login~made.\($0)" }
        let location = SourceLocation(file: "a.json", line: 1, column: 1)
        func results(_ message: @escaping @Sendable (Int) -> String?) async throws -> [CaseResult] {
            let operation = IsolatedOperation(id: "login", contract: try Todos.contract())
            let results = await operation.results(of: ids) { testCase in
                let file = ChildFile(path: testCase.childFile ?? "")
                for id in file.task.ids {
                    let message = message(Int(id.suffix(1)) ?? 0)
                    file.writeBegan(id)
                    file.writeEnded(
                        CaseResult(
                            id: id, file: "a.json", operation: "login", origin: .derived,
                            status: message == nil ? .passed : .failed, location: location,
                            findings: message.map { [Finding(rule: rule, blame: .client, $0)] } ?? []))
                    if message != nil { break }
                }
                file.writeDone()
                return ("exit code 1", [])
            }
            return ids.compactMap { results[$0] }
        }
        let all = try await results { _ in "it dies" }
        #expect(all.map(\.status) == Array(repeating: .failed, count: 5) + Array(repeating: .blocked, count: 3))
        #expect(
            all[7].reason == "the case wasn't run, because 5 consecutive cases \(way), starting with “login~made.1”")
        let most = try await results { $0 == 5 ? nil : "it dies" }
        #expect(most.map(\.status) == (1...8).map { $0 == 5 ? .passed : .failed })
        let different = try await results { rule == .outcomeCrash ? "it dies at \($0)" : nil }
        #expect(different.allSatisfy { $0.status == (rule == .outcomeCrash ? .failed : .passed) })
    }
}
