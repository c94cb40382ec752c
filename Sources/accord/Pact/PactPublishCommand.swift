// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import ArgumentParser

/// The command `accord pact publish`, which publishes pacts to a Pact Broker.
struct PactPublishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "publish", abstract: "Publish pacts to a Pact Broker.")

    @Argument(help: "The pacts to publish, or folders that contain pacts.")
    var pacts: [String]

    @OptionGroup var version: PublishedVersion

    @Flag(help: "Merge the pacts with published pacts of the same version, instead of replacing the published pacts.")
    var merge = false

    @OptionGroup(title: "Broker") var broker: BrokerArguments
    @OptionGroup(title: "Transport") var transport: TransportArguments

    func run() throws {
        let sources = try PactSource.all(in: pacts)
        let consumers = try Set(sources.map { try $0.name(of: "consumer") })
        try broker.run(transport) { client in
            for consumer in consumers.sorted() {
                let consumerSources = try sources.filter { try $0.name(of: "consumer") == consumer }
                let contracts = try consumerSources.map { (provider: try $0.name(of: "provider"), bytes: $0.bytes) }
                try client.publish(contracts, consumer: consumer, version: version, merges: merge).printNotices()
            }
        }
    }
}

/// The command `accord pact can-i-deploy`, which asks a Pact Broker whether a version can be deployed.
struct PactCanDeployCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "can-i-deploy", abstract: "Ask a Pact Broker whether a version of an application can be deployed.",
        discussion: "The exit status is 0 only if the broker reports that the version is deployable.")

    @Option(help: .value("name", "The name of the client or server."))
    var pacticipant: String

    @Option(name: .customLong("app-version"), help: .value("version", "The version to deploy."))
    var version: String

    @Option(
        name: .customLong("to"),
        help: .value(
            "environment", "The environment to deploy to. Default: check the latest versions of the other applications."
        ))
    var environment: String?

    @Option(
        parsing: .unconditional,
        help: .value("times", "The number of retries while the broker waits for verification results."))
    var retryWhileUnknown = 0

    @Option(parsing: .unconditional, help: .value("time", "The time between two retries."))
    var retryInterval = Seconds(10)

    @OptionGroup(title: "Broker") var broker: BrokerArguments
    @OptionGroup(title: "Transport") var transport: TransportArguments

    func run() throws {
        let answer = try broker.run(transport) { client in
            var answer = try client.canDeploy(pacticipant: pacticipant, version: version, environment: environment)
            var left = retryWhileUnknown
            while answer.isDeployable == nil, left > 0 {
                left -= 1
                client.wait(.seconds(retryInterval.value))
                answer = try client.canDeploy(pacticipant: pacticipant, version: version, environment: environment)
            }
            return answer
        }
        answer.response.printNotices()
        Output.line("\(answer.isDeployable == true ? "✓" : "✗") \(answer.reason)")
        guard answer.isDeployable == true else { throw ExitStatus.broken }
    }
}

/// The command `accord pact record-deployment`, which tells a Pact Broker that a version was deployed.
struct PactRecordDeploymentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record-deployment",
        abstract: "Record in a Pact Broker that a version was deployed to an environment.")

    @OptionGroup var target: PactRecordArguments
    @OptionGroup(title: "Broker") var broker: BrokerArguments
    @OptionGroup(title: "Transport") var transport: TransportArguments

    @Option(help: .value("name", "The name of the application's instance, if the environment has several instances."))
    var applicationInstance: String?

    func run() throws {
        // Older brokers expect the name “target” for the application instance, so send the instance under both names.
        let body: JSON = applicationInstance.map { ["applicationInstance": .string($0), "target": .string($0)] } ?? [:]
        try broker.run(transport) { try target.record("pb:record-deployment", body, "deployed", in: $0) }
    }
}

/// The command `accord pact record-release`, which tells a Pact Broker that a version was released.
struct PactRecordReleaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record-release",
        abstract: "Record in a Pact Broker that a version was released to an environment.")

    @OptionGroup var target: PactRecordArguments
    @OptionGroup(title: "Broker") var broker: BrokerArguments
    @OptionGroup(title: "Transport") var transport: TransportArguments

    func run() throws { try broker.run(transport) { try target.record("pb:record-release", [:], "released", in: $0) } }
}

/// The options that select a version of a client or server, and an environment.
struct PactRecordArguments: ParsableArguments {
    @Option(help: .value("name", "The name of the client or server."))
    var pacticipant: String

    @Option(name: .customLong("app-version"), help: .value("version", "The version."))
    var version: String

    @Option(help: .value("name", "The environment."))
    var environment: String

    func record(_ relation: String, _ body: JSON, _ verb: String, in client: BrokerClient) throws {
        try client.record(
            relation, pacticipant: pacticipant, version: version, environment: environment, body: body
        ).printNotices()
        Output.line("✓ recorded: \(pacticipant) \(version) is \(verb) to \(environment)")
    }
}
