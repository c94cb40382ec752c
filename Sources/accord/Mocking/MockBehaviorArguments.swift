import AccordServer
import ArgumentParser

/// How the mock behaves beyond what the contracts say.
struct MockBehaviorArguments: ParsableArguments {
    @Flag(help: "Answer requests that break the contract, too, and record what is wrong with them.")
    var lenient = false

    @Flag(help: "Forget what is created, changed and deleted: answer each request as if it were the first.")
    var stateless = false

    @Flag(help: "Leave out what pages of other origins need (CORS).")
    var noCors = false

    @Flag(help: "Print a line for each request: method, path, status, case and what was wrong.")
    var log = false

    @Option(
        help: ArgumentHelp(
            "Wait before each answer: 200ms, 50ms..300ms, or lognormal:100ms,0.5 (median and sigma).",
            valueName: "time"))
    var delay: DelayArgument?

    @Option(help: ArgumentHelp("Put faults in place of so many answers, such as 5%.", valueName: "share"))
    var chaos: ShareArgument?

    @Option(help: "Choose faults, delays and dynamic answers by this number; the same number, the same choice.")
    var seed: UInt64 = 0

    @Option(help: ArgumentHelp("Let who sends this token use /__accord/ from other machines.", valueName: "token"))
    var adminToken: String?

    @Option(
        help: ArgumentHelp(
            "Let callbacks and webhooks go to a host beside this machine; may be given again.", valueName: "host"))
    var allowCallbacks: [String] = []

    func options() -> MockOptions {
        var options = MockOptions()
        options.isLenient = lenient
        options.isStateful = !stateless
        options.answersOtherOrigins = !noCors
        options.chaos = chaos.map { Chaos(share: $0.value, seed: seed) }
        options.delay = delay?.value
        options.seed = seed
        options.adminToken = adminToken
        options.callbackHosts = Set(allowCallbacks.map { $0.lowercased() })
        options.environment = Environment.value
        return options
    }
}

/// `200ms`, `50ms..300ms`, `lognormal:100ms,0.5`
struct DelayArgument: ExpressibleByArgument {
    var value: Delay

    init?(argument: String) {
        if argument.hasPrefix("lognormal:") {
            let parts = argument.dropFirst("lognormal:".count).split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2, let median = Seconds(argument: String(parts[0])), let sigma = Double(parts[1]),
                sigma >= 0, sigma <= 5
            else { return nil }
            value = .logNormal(median: median.value, sigma: sigma)
        } else if let dots = argument.firstRange(of: "..") {
            guard let low = Seconds(argument: String(argument[..<dots.lowerBound])),
                let high = Seconds(argument: String(argument[dots.upperBound...])), low.value <= high.value
            else { return nil }
            value = .uniform(low.value, high.value)
        } else {
            guard let seconds = Seconds(argument: argument) else { return nil }
            value = .fixed(seconds.value)
        }
    }
}

/// `5%` or `0.05`
struct ShareArgument: ExpressibleByArgument {
    var value: Double

    init?(argument: String) {
        let isPercentage = argument.hasSuffix("%")
        guard let number = Double(isPercentage ? String(argument.dropLast()) : argument) else { return nil }
        value = isPercentage ? number / 100 : number
        guard (0...1).contains(value) else { return nil }
    }
}
