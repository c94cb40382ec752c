// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The command `accord pact`, whose subcommands check, write and publish pacts.
struct PactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pact", abstract: "Check and write pacts, and use a Pact Broker.",
        discussion: """
            All commands that read contracts also read pacts. \
            `accord verify --base-url URL Pacts` verifies a server, and `accord mock Pacts` serves the interactions.
            """,
        subcommands: [
            PactCheckCommand.self, PactWriteCommand.self, PactPublishCommand.self, PactCanDeployCommand.self,
            PactRecordDeploymentCommand.self, PactRecordReleaseCommand.self, PactFetchCommand.self,
            PactResultsCommand.self, PactPublishProviderCommand.self,
        ]
    )
}
