import AccordContract

/// Holds `Allow` to the methods that a path is documented for.
struct AllowJudge {
    let response: HTTPResponse
    let allowed: AllowedMethods
    let location: SourceLocation

    /// Judges what is there; of an answer 405 it has to be (RFC 9110 section 15.5.6).
    func judge(missing severity: Finding.Severity, into judgement: inout Judgement) {
        let lines = response.headers.values("Allow")
        guard !lines.isEmpty || response.status == 405 else { return }
        judgement.assertions += 1
        guard !lines.isEmpty else {
            judgement.report(finding("the answer 405 has no Allow", severity, "none"))
            return
        }
        let names = lines.joined(separator: ",").split(separator: ",").map { name in
            String(name.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" })
        }.filter { !$0.isEmpty }
        let lacking = allowed.documented.filter { !names.contains($0) }
        let others = names.filter { !allowed.documented.contains($0) && !allowed.others.contains($0) }
        guard !lacking.isEmpty || !others.isEmpty else { return }
        let parts = [("leaves out", lacking), ("has the undocumented", others)].filter { !$0.1.isEmpty }
        let words = parts.map { "\($0.0) \($0.1.joined(separator: ", "))" }.joined(separator: " and ")
        judgement.report(finding("Allow \(words)", .warning, lines.joined(separator: ", ")))
    }

    private func finding(_ message: String, _ severity: Finding.Severity, _ actual: String) -> Finding {
        Finding(
            rule: .httpAllow, severity: severity, blame: .server, message, contract: location,
            place: .init(.header, "Allow"), expected: allowed.documented.joined(separator: ", "),
            actual: Excerpt.cut(actual), advice: Rule.httpAllow.advice)
    }
}
