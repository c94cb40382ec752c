// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The report `badge.svg`, a small image for a README that shows whether the run passed.
package enum BadgeReport {
    /// The estimated width of a character in pixels, wide enough for DejaVu Sans and Verdana at 11 pixels.
    private static let characterWidth = 7

    package static func render(_ report: RunReport) -> String {
        let label = "contract"
        let message = text(report)
        let color = report.isEmptyPart ? "#6a6f76" : report.verdict == .passed ? "#1d6b3e" : "#b0261c"
        let left = width(label)
        let right = width(message)
        let title = XMLText.attribute("\(label): \(message)")
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(left + right)" height="20" role="img" aria-label="\(title)">
            <title>\(title)</title>
            <clipPath id="r"><rect width="\(left + right)" height="20" rx="3"/></clipPath>
            <g clip-path="url(#r)">
            <rect width="\(left)" height="20" fill="#3c4148"/>
            <rect x="\(left)" width="\(right)" height="20" fill="\(color)"/>
            </g>
            <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
            <text x="\(left / 2)" y="14">\(XMLText.element(label))</text>
            <text x="\(left + right / 2)" y="14">\(XMLText.element(message))</text>
            </g>
            </svg>

            """
    }

    private static func text(_ report: RunReport) -> String {
        let summary = report.summary
        switch report.verdict {
        case .failed where summary.failed == 0:
            return report.lacksCoverage.map { "coverage \($0) %" } ?? "\(summary.blocked) of \(summary.total) not run"
        case .failed: return "\(summary.failed) of \(summary.total) failed"
        case .interrupted: return "interrupted"
        case .empty: return "no cases"
        case .passed: return "\(summary.passed) of \(summary.total) passed"
        }
    }

    private static func width(_ text: String) -> Int { text.count * characterWidth + 12 }
}
