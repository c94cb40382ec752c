import AccordContract
import AccordCore

/// The ids of a page's cases, which links lead to: the same from run to run, each there once.
struct CaseAnchors {
    private var taken: Set<String> = []

    /// The case's id, percent-encoded; where another file has the same, with its file's name.
    mutating func anchor(of result: CaseResult) -> String {
        var anchor = Self.anchor(result.title)
        if taken.contains(anchor) { anchor = Self.anchor("\(result.file):\(result.title)") }
        var number = 1
        let wanted = anchor
        while !taken.insert(anchor).inserted {
            number += 1
            anchor = "\(wanted)@\(number)"
        }
        return anchor
    }

    static func anchor(_ title: String) -> String { "case=" + Percent.encode(title) }
}
