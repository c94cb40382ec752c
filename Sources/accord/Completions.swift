// SPDX-License-Identifier: Apache-2.0
import AccordContract
import ArgumentParser

/// The command `accord completions`, which prints the completions of a shell.
struct Completions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print the completions of a shell: bash, zsh or fish.")

    enum Shell: String, CaseIterable, ExpressibleByArgument { case bash, zsh, fish }

    @Argument(help: "The shell: bash, zsh or fish.")
    var shell: Shell

    func run() throws {
        guard let shell = CompletionShell(rawValue: shell.rawValue) else { return }
        Output.text(Accord.completionScript(for: shell))
    }
}
