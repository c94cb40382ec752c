import AccordRendering
import ArgumentParser

/// How a command speaks to people.
struct DisplayArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Colour the output: auto, always or never. auto follows NO_COLOR, CLICOLOR_FORCE and the terminal.",
            valueName: "when"))
    var color: ColorChoice = .auto

    @Flag(name: .shortAndLong, help: "Print only what is wrong.")
    var quiet = false

    func terminal(_ stream: Terminal.Stream) -> Terminal { Terminal(stream, color: color) }
}

extension ColorChoice: ExpressibleByArgument {}
