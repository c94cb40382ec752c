import Foundation

/// What a standard stream is connected to.
package struct Terminal: Sendable, Hashable {
    package enum Stream: CInt, Sendable {
        case output = 1
        case error = 2
    }

    /// True where a person watches and the cursor can be moved.
    package var isInteractive: Bool
    package var style: TextStyle
    /// Characters in a line.
    package var columns: Int

    /// Looks at a stream and at the environment.
    package init(_ stream: Stream, color: ColorChoice = .auto) {
        self.init(
            isTerminal: isatty(stream.rawValue) == 1, columns: Self.columns(of: stream), color: color,
            variable: Self.variable)
    }

    /// A build service may keep a log through a terminal that nobody watches: `CI` says so.
    init(isTerminal: Bool, columns: Int?, color: ColorChoice = .auto, variable: (String) -> String?) {
        isInteractive = isTerminal && variable("TERM") != "dumb" && !LogService.isBuild(variable)
        style = color.isColored(isTerminal: isTerminal, variable: variable) ? .colored : .plain
        self.columns = columns.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    private static func columns(of stream: Stream) -> Int? {
        var size = winsize()
        return ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : nil
    }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
