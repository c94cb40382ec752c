#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

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

    /// Looks at a stream; `NO_COLOR` (no-color.org) and `TERM=dumb` are respected.
    package init(_ stream: Stream) {
        self.init(
            isTerminal: isatty(stream.rawValue) == 1, columns: Self.columns(of: stream),
            term: Self.variable("TERM"), noColor: Self.variable("NO_COLOR"))
    }

    init(isTerminal: Bool, columns: Int?, term: String?, noColor: String?) {
        isInteractive = isTerminal && term != "dumb"
        style = isInteractive && (noColor ?? "").isEmpty ? .colored : .plain
        self.columns = columns.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    private static func columns(of stream: Stream) -> Int? {
        var size = winsize()
        return ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : nil
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
