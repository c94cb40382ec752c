// SPDX-License-Identifier: Apache-2.0
import AccordCore
import ArgumentParser

/// The options for the severities of rules.
struct SeverityArguments: ParsableArguments {
    @Option(help: .value("name", "The predefined set of severities for the rules."))
    var profile = Severities.Profile.default

    @Option(parsing: .singleValue, help: .value("setting", "Report a rule as error, warning or off."))
    var severity: [String] = []

    func validate() throws {
        do {
            _ = try severities()
        } catch {
            throw ValidationError("--severity \(error)")
        }
    }

    /// Returns the severities of the rules that the options specify.
    ///
    /// - Throws: `DescribedError` if a setting is invalid.
    func severities() throws(DescribedError) -> Severities { try Severities(profile, settings: severity) }
}

extension Severities.Profile: ExpressibleByArgument {}
