// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@testable import AccordCore

/// A run against a server of 120 operations that makes nine mistakes in 612 cases.
enum SystematicMistakes {
    static func report() throws -> RunReport {
        let operations = (0..<120).map { number in
            """
            "op\(number)": {
              "request": { "method": "GET", "path": "/things/\(number)",
                "query": { "limit": { "required": true, "schema": { "type": "integer" } } } },
              "responses": { "200": { "description": "", "headers": { "X-Request-Id": { "type": "string" } },
                "body": { "type": "object", "required": ["id", "updatedAt", "items"], "properties": {
                  "id": { "type": "integer" }, "updatedAt": { "type": "string" },
                  "items": { "type": "array", "items": {
                    "type": "object", "properties": { "amount": { "type": "number" } } } } } } } },
              "cases": { "made": { "request": { "query": { "limit": 1 } }, "response": { "status": 200 } } }
            }
            """
        }
        let text = """
            { "contract": "1.0", "info": { "title": "Things", "version": "1" },
              "servers": [{ "url": "https://things.example" }], "operations": { \(operations.joined(separator: ",")) } }
            """
        let loaded = ContractLoader.load("things.json", files: MemoryFiles(["things.json": text]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        return RunReport(
            tool: .init(version: "1"), kind: .verify, started: "2026-03-01T09:30:00Z", duration: 1, contracts: [],
            cases: contract.operations.enumerated().flatMap { number, operation in cases(of: operation, number) })
    }

    private static func cases(of operation: AccordContract.Operation, _ number: Int) -> [CaseResult] {
        let body = #"{ "id": "7", "items": [{ "amount": 1 }, { "amount": "\#(number)" }] }"#
        let request = [HTTPField("X-Request-Id", "1")]
        var cases = [judged("made", operation, 200, [HTTPField("Content-Type", "application/json")], body)]
        if number % 2 == 0 {
            let type = [HTTPField("Content-Type", "text/plain")] + request
            cases.append(judged("filtered", operation, 200, type, #"{ "id": 7, "updatedAt": "", "items": [] }"#))
        }
        if number < 72 { cases.append(judged("forbidden", operation, 403, request, "")) }
        let limit = AccordContract.SourceLocation(
            file: "things.json", line: number, column: 1, pointer: "/operations/\(operation.id)/request/query/limit")
        func status(_ rule: Rule, _ actual: String, _ message: String) -> Finding {
            Finding(
                rule: rule, blame: .server, message, contract: limit, place: .init(.status), actual: actual)
        }
        return cases + [
            result(
                "~refuse.missing:query.limit", operation,
                [status(.refusalAccepted, "200", "the server accepted an invalid request")]),
            result(
                "~refuse.schema:query.limit:type.string", operation,
                [status(.refusalCrashed, "500", "the server responded with 5xx to an invalid request")]),
            result(
                "~refuse.method:TRACE", operation,
                [Finding(rule: .httpAllow, blame: .server, "Allow is missing", place: .init(.header, "Allow"))]),
        ]
    }

    private static func judged(
        _ name: String, _ operation: AccordContract.Operation, _ status: Int, _ headers: [HTTPField], _ body: String
    ) -> CaseResult {
        let response = HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
        return result("/\(name)", operation, Judge.judge(response, documentedBy: operation).findings)
    }

    private static func result(
        _ suffix: String, _ operation: AccordContract.Operation, _ findings: [Finding]
    ) -> CaseResult {
        CaseResult(
            id: operation.id + suffix, file: "things.json", operation: operation.id,
            origin: suffix.hasPrefix("~") ? .derived : .documented, status: .failed, location: operation.location,
            findings: findings)
    }
}
