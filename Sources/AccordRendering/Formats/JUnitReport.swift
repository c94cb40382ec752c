// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The report `junit.xml`, valid for the schemas of Apache Ant and Jenkins (`junit-10.xsd`).
///
/// Each contract is a suite, each operation a class, and each case a test. A case without a result is a skipped test,
/// with the reason. A failed case is an error if its response couldn't be checked, otherwise a failure.
package enum JUnitReport {
    package static func render(_ report: RunReport) -> String {
        let cases = Dictionary(grouping: report.cases, by: \.file)
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
        for (index, file) in report.cases.map(\.file).distinct.enumerated() {
            xml += suite(file, index, cases[file] ?? [], report)
        }
        return xml + "</testsuites>\n"
    }

    private static func suite(_ file: String, _ index: Int, _ cases: [CaseResult], _ report: RunReport) -> String {
        let contract = report.contracts.first { $0.file == file }
        let failed = cases.filter { $0.status == .failed }
        let errors = failed.count(where: isError)
        let idle = cases.count { $0.status != .failed && $0.status != .passed }
        let attributes = [
            ("name", name(contract?.title, else: file)), ("package", file), ("id", String(index)),
            // The Ant schema requires a time without a time zone.
            ("timestamp", String(report.started.prefix(19))), ("hostname", "localhost"),
            ("tests", String(cases.count)), ("failures", String(failed.count - errors)), ("errors", String(errors)),
            ("skipped", String(idle)), ("time", time(cases.reduce(0) { $0 + $1.duration })),
        ]
        var xml = "  <testsuite\(written(attributes))>\n    <properties>\n"
        for (name, value) in properties(contract, report) {
            xml += "      <property\(written([("name", name), ("value", value)]))/>\n"
        }
        xml += "    </properties>\n"
        for result in cases { xml += testcase(result) }
        xml += "    <system-out>\(XMLText.element(warnings(cases)))</system-out>\n"
        xml += "    <system-err></system-err>\n  </testsuite>\n"
        return xml
    }

    private static func properties(_ contract: RunReport.ContractSummary?, _ report: RunReport) -> [(String, String)] {
        var properties = [("tool", "\(report.tool.name) \(report.tool.version)"), ("kind", report.kind.rawValue)]
        if let contract { properties.append(("version", contract.version)) }
        if let target = report.target { properties.append(("target", target)) }
        if report.isInterrupted { properties.append(("interrupted", "true")) }
        return properties
    }

    private static func testcase(_ result: CaseResult) -> String {
        let attributes = [("name", result.title), ("classname", result.operation), ("time", time(result.duration))]
        let head = "    <testcase\(written(attributes))"
        switch result.status {
        case .passed: return head + "/>\n"
        case .failed: return head + ">\n\(failure(result))    </testcase>\n"
        case .skipped, .pending, .blocked, .notApplicable:
            let reason = [result.status.name, result.reason].compactMap { $0 }.joined(separator: ": ")
            let message = "\(reason) (\(result.location.file):\(result.location.line))"
            return head + ">\n      <skipped\(written([("message", message)]))/>\n    </testcase>\n"
        }
    }

    private static func failure(_ result: CaseResult) -> String {
        let findings = result.located.mostSevereFirst
        let name = isError(result) ? "error" : "failure"
        let attributes = [
            ("message", findings.first?.message ?? "failed"), ("type", findings.first?.rule.id ?? "failed"),
        ]
        let text = findings.map(\.plainText).joined(separator: "\n\n")
        return "      <\(name)\(written(attributes))>\(XMLText.element(text))</\(name)>\n"
    }

    /// Returns whether the case failed before its response could be checked.
    private static func isError(_ result: CaseResult) -> Bool {
        guard result.status == .failed else { return false }
        let errors = result.findings.filter { $0.severity == .error }
        return !errors.isEmpty && errors.allSatisfy { $0.isTransportFailure || $0.rule == .stateFailed }
    }

    private static func warnings(_ cases: [CaseResult]) -> String {
        cases.lazy.filter { $0.status == .passed }.flatMap { result in
            result.located.map { "\(result.title): \($0.severity.rawValue): \($0.message)\n" }
        }.joined()
    }

    /// Returns the title, or the file name if the title is blank.
    private static func name(_ title: String?, else file: String) -> String {
        guard let title, title.contains(where: { !$0.isWhitespace }) else { return file }
        return title
    }

    private static func time(_ seconds: Double) -> String { Seconds.text(seconds, digits: 3) }

    private static func written(_ attributes: [(String, String)]) -> String {
        attributes.map { " \($0.0)=\"\(XMLText.attribute($0.1))\"" }.joined()
    }
}
