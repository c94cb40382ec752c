// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A build service such as GitHub Actions. Each has its own commands to fold lines of a log into a group.
package enum LogService: Sendable, Hashable, CaseIterable {
    case github, gitlab, azure, teamCity, buildkite

    /// The build service that runs this process, or `nil`. It is recognized by its environment variables.
    package static var current: LogService? { LogService(variable: Terminal.variable) }

    init?(variable: (String) -> String?) {
        let known = Self.allCases.first { service in !(variable(service.marker) ?? "").isEmpty }
        guard let known else { return nil }
        self = known
    }

    /// Returns whether the environment variables indicate that a build service runs this process.
    static func isBuild(_ variable: (String) -> String?) -> Bool {
        let value = variable("CI")?.lowercased() ?? ""
        return !["", "0", "false"].contains(value) || LogService(variable: variable) != nil
    }

    private var marker: String {
        switch self {
        case .github: "GITHUB_ACTIONS"
        case .gitlab: "GITLAB_CI"
        case .azure: "TF_BUILD"
        case .teamCity: "TEAMCITY_VERSION"
        case .buildkite: "BUILDKITE"
        }
    }

    /// Returns lines that the build service shows as a folded group, or an empty string if `body` is empty.
    ///
    /// - Parameters:
    ///   - title: the title on one line. Commands in the title are escaped.
    ///   - body: the lines, each ending with a line feed.
    ///   - second: the time in seconds since 1970, which GitLab requires.
    package func group(_ title: String, _ body: String, at second: Int) -> String {
        guard !body.isEmpty else { return "" }
        return opening(title, at: second) + body + closing(title, at: second)
    }

    /// Returns the line that starts a folded group in the log.
    package func opening(_ title: String, at second: Int) -> String {
        let title = TerminalText.line(title)
        switch self {
        case .github: return "::group::\(title)\n"
        case .gitlab: return "\u{1B}[0Ksection_start:\(second):\(Self.key(title))[collapsed=true]\r\u{1B}[0K\(title)\n"
        case .azure: return "##[group]\(title)\n"
        case .teamCity: return "##teamcity[blockOpened name='\(Self.teamCityText(title))']\n"
        case .buildkite: return "--- \(title)\n"
        }
    }

    /// Returns the line that ends a folded group in the log.
    package func closing(_ title: String, at second: Int) -> String {
        let title = TerminalText.line(title)
        switch self {
        case .github: return "::endgroup::\n"
        case .gitlab: return "\u{1B}[0Ksection_end:\(second):\(Self.key(title))\r\u{1B}[0K\n"
        case .azure: return "##[endgroup]\n"
        case .teamCity: return "##teamcity[blockClosed name='\(Self.teamCityText(title))']\n"
        // A group in Buildkite has no end mark. It ends where the next group starts. “+++” starts a group that isn't
        // folded.
        case .buildkite: return "+++ accord\n"
        }
    }

    /// Returns a section name that GitLab accepts: letters, digits and `_.-`.
    private static func key(_ title: String) -> String {
        let scalars = title.lowercased().unicodeScalars.map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) ? scalar : "_"
        }
        return "accord_" + String(String.UnicodeScalarView(scalars.prefix(60)))
    }

    private static func teamCityText(_ text: String) -> String {
        text.replacingScalars { ["|", "'", "[", "]"].contains($0) ? "|\($0)" : nil }
    }
}
