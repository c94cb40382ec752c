/// What the environment says of the part of a run that a parallel job does.
package enum ShardDetection: Sendable, Hashable {
    /// Nothing: this is no parallel job.
    case none
    /// The part, and the variables that name it.
    case found(Shard, from: String)
    /// A variable numbers the job, but none says how many there are; which one is missing.
    case incomplete(String, missing: String)
    /// The variables are no part, such as the ninth of eight.
    case invalid(String)

    /// The variables by which build services number parallel jobs, and what the first job's number is: a matrix's own
    /// ones, GitLab (also what GitHub's matrices are given by habit), Buildkite, CircleCI, Kubernetes' Indexed Jobs.
    private static let services = [
        (index: "ACCORD_SHARD_INDEX", count: "ACCORD_SHARD_COUNT", first: 1),
        (index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
        (index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT", first: 0),
        (index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
        (index: "JOB_COMPLETION_INDEX", count: "JOB_COMPLETIONS", first: 0),
    ]

    /// Reads the variables of the first service whose number is set.
    package init(_ environment: (String) -> String?) {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        for service in Self.services {
            guard let index = value(service.index) else { continue }
            guard let count = value(service.count) else {
                self = .incomplete(service.index, missing: service.count)
                return
            }
            let shard = Int(index).flatMap { index in
                Int(count).flatMap { Shard(index: index + 1 - service.first, count: $0) }
            }
            self =
                shard.map { .found($0, from: "\(service.index) and \(service.count)") }
                ?? .invalid("\(service.index)=\(index), \(service.count)=\(count)")
            return
        }
        self = .none
    }
}
