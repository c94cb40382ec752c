// SPDX-License-Identifier: Apache-2.0
import AccordCore
import ArgumentParser

/// The options for the severities of rules.
struct SeverityArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The severities of rules: default, or strict, which makes no rule a warning for convenience.",
            valueName: "profile"))
    var profile = Severities.Profile.default

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Report a rule or group as error, warning or off: http.allow=off. Repeatable.",
            valueName: "rule=severity"))
    var severity: [String] = []

    /// - Throws: `ExitStatus.usage` if a setting is invalid.
    func severities() throws -> Severities {
        try ExitStatus.usageOnError("--severity: ") { try Severities(profile, settings: severity) }
    }
}

extension Severities.Profile: ExpressibleByArgument {}
