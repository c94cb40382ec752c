// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension KnownClient {
    /// Returns whether a server breaks the client, for each operation that the client calls.
    ///
    /// A case that failed on the server breaks the client only if the client's tests contain the same case. The client
    /// must also read the property or header field that was wrong in the server's response.
    ///
    /// - Parameter server: the report of `accord verify` on the server.
    package func effects(of server: RunReport) -> [(operation: String, effect: ClientEffect)] {
        let verified = server.cases.filter { $0.origin != .derived }
        return calls.map { ($0, effect(of: $0, verified)) }
    }

    /// The operations that the client calls.
    var calls: [String] { report.cases.map(\.operation).distinct }

    private func effect(of operation: String, _ verified: [CaseResult]) -> ClientEffect {
        let clientCases = report.cases.filter { $0.operation == operation && $0.origin == .documented }
        if let failed = clientCases.first(where: { $0.status == .failed }) {
            return .breaks(reason: "the client's report contains a failed case: \(failed.id)")
        }
        let results = verified.filter { $0.operation == operation }
        guard !results.isEmpty else { return .unknown(reason: "the server's report doesn't contain the operation") }
        let ids = Set(clientCases.map(\.id))
        var ignored: Set<String> = []
        for result in results where ids.contains(result.id) && (result.status == .failed || result.status == .pending) {
            for finding in result.findings where finding.severity == .error {
                guard let part = ignoredPart(finding, operation) else {
                    return .breaks(reason: "\(result.id): \(finding.message)")
                }
                ignored.insert(part)
            }
        }
        let passed = results.count { $0.status == .passed }
        if !ignored.isEmpty {
            return .unaffected(reason: "the client doesn't read \(ignored.sorted().joined(separator: ", "))")
        }
        guard passed > 0 else { return .unknown(reason: "no case of the operation passed on the server") }
        return .unaffected(reason: "\(passed.counted("case")) passed")
    }

    /// Returns the property or header field that a finding is about, if the client doesn't read it. Returns `nil` if
    /// the client may read it.
    private func ignoredPart(_ finding: Finding, _ operation: String) -> String? {
        guard let place = finding.place, let name = place.name,
            let parts = needs.operations.first(where: { $0.id == operation })?.parts
        else { return nil }
        switch place.part {
        case .header:
            let uses = parts.filter { $0.part == .header && $0.name.isFieldName(name) }.map(\.use)
            return !uses.isEmpty && uses.allSatisfy { $0 == .unread } ? name : nil
        case .body:
            // The client's report has `*` in place of the index of an array element.
            var tokens = (try? JSONPointer(parsing: name).tokens) ?? []
            tokens = tokens.map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && !$0.isEmpty ? "*" : $0 }
            if let missing = place.missing { tokens.append(missing) }
            // Look for the value, then for the objects and arrays that contain it. A client that doesn't read an object
            // or array reads no value inside it.
            while !tokens.isEmpty {
                let pointer = JSONPointer(tokens: tokens).description
                let uses = parts.filter { $0.part == .body && $0.name == pointer }.map(\.use)
                if !uses.isEmpty { return uses.allSatisfy { $0 == .unread } ? pointer : nil }
                tokens.removeLast()
            }
            return nil
        case .method, .scheme, .host, .port, .path, .query, .cookie, .status, .outcome, .transport, .count,
            .credentials:
            return nil
        }
    }
}
