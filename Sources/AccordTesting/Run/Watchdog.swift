/// Gives runs up in which nothing has happened for their deadline.
///
/// Time is counted in steps that its task was really given: where other tests keep every thread busy, the client stands
/// still as well, and that is no hang of its own. One task counts for all runs: a timer for each would cost more than a
/// case.
final class Watchdog: Sendable {
    static let shared = Watchdog()

    /// The steps that a run may do nothing.
    static let patience = 50

    private struct Watched {
        var run: FlowRun
        var seen: ContinuousClock.Instant
        var quiet = 0
    }

    /// By the length of their step.
    private let watched = Guarded<[Duration: [ObjectIdentifier: Watched]]>([:])

    func watch(_ run: FlowRun, step: Duration) {
        let isFirst = watched.withLock { watched in
            defer { watched[step, default: [:]][ObjectIdentifier(run)] = Watched(run: run, seen: run.lastActivity) }
            return watched[step] == nil
        }
        guard isFirst else { return }
        Task.detached {
            repeat { try? await Task.sleep(for: step) } while self.count(step)
        }
    }

    func forget(_ run: FlowRun, step: Duration) {
        watched.withLock { _ = $0[step]?.removeValue(forKey: ObjectIdentifier(run)) }
    }

    /// Counts a step; false where nothing is left to watch.
    private func count(_ step: Duration) -> Bool {
        let (isWatching, hung) = watched.withLock { watched -> (Bool, [FlowRun]) in
            guard var runs = watched[step], !runs.isEmpty else {
                watched[step] = nil
                return (false, [])
            }
            var hung: [FlowRun] = []
            for (id, entry) in runs {
                let latest = entry.run.lastActivity
                let quiet = latest == entry.seen ? entry.quiet + 1 : 0
                runs[id] = quiet < Self.patience ? Watched(run: entry.run, seen: latest, quiet: quiet) : nil
                if quiet >= Self.patience { hung.append(entry.run) }
            }
            watched[step] = runs
            return (true, hung)
        }
        for run in hung { run.giveUp() }
        return isWatching
    }
}
