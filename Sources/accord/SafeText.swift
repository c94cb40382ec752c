import AccordContract
import AccordRendering

/// What is printed, without anything that a build service could take for a command: names of files, arguments and
/// contracts may have been chosen by another party.
enum SafeText {
    static func of(_ text: String) -> String {
        let text = arguments.reduce(text) { $0.replacingBytes($1.raw, with: $1.visible) }
        let bytes = text.utf8
        guard bytes.contains(colon) || bytes.contains(hash) else { return text }
        // Runners take a carriage return for the end of a line, too.
        var result = ""
        var line = ""
        for scalar in text.unicodeScalars {
            if scalar == "\n" || scalar == "\r" {
                result += TerminalText.disarmed(line)
                result.unicodeScalars.append(scalar)
                line = ""
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return result + TerminalText.disarmed(line)
    }

    private static let colon = UInt8(ascii: ":")
    private static let hash = UInt8(ascii: "#")

    /// Pieces of the command line's arguments that have control characters, and what is shown instead.
    private static let arguments: [(raw: String, visible: String)] = {
        let pieces = CommandLine.arguments.dropFirst().flatMap { $0.split(separator: "/").map(String.init) }
        return Set(pieces).sorted().compactMap { piece in
            let visible = VisibleText.name(piece)
            return visible == piece ? nil : (piece, visible)
        }
    }()
}
