// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Two examples for the end of each command's help.
enum CommandExamples {
    /// The examples of `Resources/examples.txt`. The key is the command's name without `accord`, in brackets in the file.
    static let all: [String: [String]] = {
        var examples: [String: [String]] = [:]
        var command = ""
        for line in String(decoding: PackageResources.examples_txt, as: UTF8.self).lines where !line.isEmpty {
            if line.hasPrefix("[") {
                command = String(line.dropFirst().dropLast())
            } else {
                examples[command, default: []].append(String(line))
            }
        }
        return examples
    }()
}
