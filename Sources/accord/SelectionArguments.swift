import AccordVerifier
import ArgumentParser

/// Which cases run; what they come after runs too.
struct SelectionArguments: ParsableArguments {
    @Option(parsing: .singleValue, help: "Part of a case's id; * stands for anything. Repeatable.")
    var filter: [String] = []

    @Option(parsing: .singleValue, help: "An operation's id. Repeatable.")
    var operation: [String] = []

    @Option(name: .customLong("case"), parsing: .singleValue, help: "A case's whole id. Repeatable.")
    var cases: [String] = []

    @Option(parsing: .singleValue, help: "A tag of a case or an operation. Repeatable.")
    var tag: [String] = []

    var selection: Selection {
        var selection = Selection()
        selection.filters = filter
        selection.operations = operation
        selection.cases = cases
        selection.tags = tag
        return selection
    }
}
