import AccordCore
import AccordRendering

/// The progress of a run on standard error; on a build service, which shows it folded, in a group.
struct ProgressLog {
    private static let title = "accord verify: progress"

    private var display: ProgressDisplay
    private let service: LogService?
    private let isQuiet: Bool

    init(total: Int, display: DisplayArguments) {
        self.display = ProgressDisplay(total: total, terminal: display.terminal(.error))
        isQuiet = display.quiet
        service = total > 0 ? LogService.current : nil
    }

    func begin() {
        guard !isQuiet, let service else { return }
        StandardError.command(service.opening(Self.title, at: Clock.second))
    }

    mutating func ended(_ result: CaseResult, at elapsed: Duration) {
        guard !isQuiet else { return }
        StandardError.write(display.ended(result, at: elapsed), terminator: "")
    }

    mutating func finish() {
        guard !isQuiet else { return }
        StandardError.write(display.finish(), terminator: "")
        guard let service else { return }
        StandardError.command(service.closing(Self.title, at: Clock.second))
    }
}
