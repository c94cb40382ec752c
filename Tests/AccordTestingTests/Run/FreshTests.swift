// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Values that differ in each call", .timeLimit(.minutes(20))) struct FreshTests {
    static let contract = """
        {
          "contract": "1.0",
          "info": { "title": "Payments", "version": "1" },
          "servers": [ { "url": "https://pay.example" } ],
          "client": { "retry": { "on": ["503"], "retryLimit": 2 } },
          "operations": {
            "pay": {
              "request": {
                "method": "PUT", "path": "/payments",
                "query": { "nonce": { "type": "integer", "minimum": 1, "fresh": true } },
                "headers": {
                  "Idempotency-Key": { "type": "string", "minLength": 10, "fresh": true },
                  "Trace-Id": { "required": false, "schema": { "type": "string", "fresh": true } },
                  "Device": { "required": false, "schema": { "type": "string" } }
                },
                "body": {
                  "type": "object", "required": ["amount", "reference"],
                  "properties": {
                    "amount": { "type": "integer" },
                    "reference": { "type": "string", "minLength": 8, "fresh": true }
                  }
                }
              },
              "responses": { "201": { "description": "Paid." }, "503": { "description": "Closed." } },
              "cases": {
                "pays": {
                  "request": { "body": { "amount": 5, "reference": "9f8b2c41" } }, "response": { "status": 201 }
                }
              }
            }
          }
        }
        """

    static let plan = ContractLoader.load("pay.json", files: MemoryFiles(["pay.json": contract])).contract
        .map { CasePlan($0, level: .standard) }

    static func result(_ testCase: Case, _ habit: PaymentClient.Habit) async -> CaseResult {
        let bindings = ClientBindings(
            client: { stub in PaymentClient(session: stub.urlSession, clock: stub.clock, habit: habit) },
            operations: [
                "pay": .init { client, input in
                    try await client.pay(
                        try input.json("body"), key: try input.string("idempotencyKey"), nonce: try input.int("nonce"),
                        device: input.optionalString("device"))
                }
            ])
        return await CaseRunner(bindings: bindings, deadline: .seconds(20)).run(testCase)
    }

    @Test(
        "a client passes if it creates the value for each call, keeps it for retries, or gets it as input",
        arguments: [
            PaymentClient.Habit.none, .passesOn,
        ])
    func passes(_ habit: PaymentClient.Habit) async throws {
        let cases = try #require(Self.plan).cases
        #expect(cases.contains { $0.id == "pay~request.fresh" } && cases.contains { $0.id.contains("flaky-then-ok") })
        for testCase in cases {
            let result = await Self.result(testCase, habit)
            let errors = result.findings.filter { $0.severity == .error }
            #expect(errors.isEmpty, "\(testCase.id): \(errors.map { "\($0.rule) \($0.message)" })")
        }
        KillRatio.shared.noteCorrect(true)
    }

    static let traps: [(habit: PaymentClient.Habit, id: String, rule: String, place: String)] = [
        (.oneKey, "pay~request.fresh", "request.fresh", "header Idempotency-Key"),
        (.oneNonce, "pay~request.fresh", "request.fresh", "query nonce"),
        (.oneReference, "pay~request.fresh", "request.fresh", "body /reference"),
        (.keyForEachTry, "pay~flow.flaky-then-ok:503", "request.repeat", "header idempotency-key"),
        (.shortReference, "pay/pays", "request.body.schema", "body /reference"),
    ]

    @Test("a client fails if it repeats the value in a new call, or changes it for a retry", arguments: traps.indices)
    func catches(_ index: Int) async throws {
        let trap = Self.traps[index]
        let testCase = try #require(Self.plan?[trap.id])
        let result = await Self.result(testCase, trap.habit)
        let errors = result.findings.filter { $0.severity == .error }
        #expect(errors.map(\.rule.id) == [trap.rule], "\(result.status) \(errors.map(\.message))")
        #expect(errors.first?.place?.description == trap.place)
        #expect(errors.first?.contract != nil)
        KillRatio.shared.note(errors.map(\.rule.id) == [trap.rule])
    }

    @Test("both calls have the same body if no property of it must differ")
    func sameBody() async throws {
        let text = Self.contract.replacing(#""minLength": 8, "fresh": true"#, with: #""minLength": 8"#)
        let contract = ContractLoader.load("pay.json", files: MemoryFiles(["pay.json": text])).contract
        let testCase = try #require(contract.map { CasePlan($0, level: .standard) }?["pay~request.fresh"])
        let result = await Self.result(testCase, .oneKey)
        #expect(result.status == .failed, "\(result.reason ?? "")")
        #expect(await Self.result(testCase, .passesOn).status == .passed)
    }

    @Test("has a trap for every bug")
    func everyBug() {
        #expect(Set(Self.traps.map(\.habit)) == Set(PaymentClient.Habit.allCases).subtracting([.none, .passesOn]))
    }
}

/// A client whose requests hold what is another in each call.
struct PaymentClient: Sendable {
    enum Habit: Sendable, CaseIterable {
        /// Makes a value of its own for each call.
        case none
        /// Sends what its caller chose.
        case passesOn
        case oneKey, oneNonce, oneReference, keyForEachTry, shortReference
    }

    struct Refused: Error {
        var status: Int
    }

    let session: URLSession
    let clock: any Clock<Duration>
    let habit: Habit

    func pay(_ body: JSONInput, key: String, nonce: Int, device: String?) async throws {
        let payment = try body.decode(Payment.self)
        let own = habit == .oneKey ? "3f9a1d52-7c04-4be1-a6f3-90d2c7e85b11" : UUID().uuidString
        let number = habit == .oneNonce ? 7 : Int.random(in: 1...Int.max >> 12)
        let reference =
            switch habit {
            case .passesOn: payment.reference
            case .oneReference: "reference"
            case .shortReference: String(UUID().uuidString.prefix(4))
            default: UUID().uuidString
            }
        guard let url = URL(string: "https://pay.example/payments?nonce=\(habit == .passesOn ? nonce : number)") else {
            return
        }
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        request.setValue(habit == .passesOn ? key : own, forHTTPHeaderField: "Idempotency-Key")
        if habit != .passesOn { request.setValue(UUID().uuidString, forHTTPHeaderField: "Trace-Id") }
        if let device = device?.filter({ !$0.isNewline }) { request.setValue(device, forHTTPHeaderField: "Device") }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        request.httpBody = try encoder.encode(Payment(amount: payment.amount, reference: reference))
        var status = 0
        for _ in 0..<3 {
            status = (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode ?? 0
            if status != 503 { break }
            try await clock.sleep(for: .seconds(60))
            if habit == .keyForEachTry { request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key") }
        }
        guard (200..<300).contains(status) else { throw Refused(status: status) }
    }

    private struct Payment: Codable, Sendable {
        var amount: Int
        var reference: String
    }
}
