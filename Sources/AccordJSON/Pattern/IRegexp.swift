/// An interoperable regular expression (RFC 9485), matched in time that grows with the pattern times the text.
///
/// `^` and `$` that aren't escaped stand for the text's start and end, as in the engines that RFC 9485, section 5
/// maps patterns onto; its grammar alone would take them for themselves.
package struct IRegexp: Sendable {
    let program: [RegexpInstruction]
    let sets: [ScalarSet]

    /// Reads a pattern; `nil` if RFC 9485 wouldn't take it, or if its counts blow it up beyond any use.
    package init?(_ pattern: String) {
        var parser = RegexpParser(pattern)
        guard let tree = parser.parse() else { return nil }
        var compiler = RegexpCompiler()
        guard compiler.compile(tree) else { return nil }
        program = compiler.program
        sets = compiler.sets
    }

    /// Whether all of a text matches.
    package func matches(_ text: String) -> Bool { run(text, isWhole: true) }

    /// Whether a part of a text matches.
    package func isFound(in text: String) -> Bool { run(text, isWhole: false) }

    /// Follows all ways through the program at once, so that no text makes it try again.
    private func run(_ text: String, isWhole: Bool) -> Bool {
        var current = Threads(capacity: program.count)
        var following = Threads(capacity: program.count)
        var scalars = text.unicodeScalars.makeIterator()
        var next = scalars.next()
        var isAccepted = add(0, to: &current, isStart: true, isEnd: next == nil)
        while let scalar = next {
            if isAccepted, !isWhole { return true }
            if isWhole, current.list.isEmpty { return false }
            next = scalars.next()
            isAccepted = false
            following.removeAll()
            for instruction in current.list {
                guard case .scalar(let set) = program[instruction], sets[set].contains(scalar) else { continue }
                if add(instruction + 1, to: &following, isStart: false, isEnd: next == nil) { isAccepted = true }
            }
            // A part may match from any place on.
            if !isWhole, add(0, to: &following, isStart: false, isEnd: next == nil) { isAccepted = true }
            swap(&current, &following)
        }
        return isAccepted
    }

    /// Adds an instruction and all that it leads to without a scalar; true if the end is among them.
    private func add(_ start: Int, to threads: inout Threads, isStart: Bool, isEnd: Bool) -> Bool {
        var isAccepted = false
        var open = [start]
        while let place = open.popLast() {
            guard threads.insert(place) else { continue }
            switch program[place] {
            case .accept: isAccepted = true
            case .scalar: break
            case .start: if isStart { open.append(place + 1) }
            case .end: if isEnd { open.append(place + 1) }
            case .jump(let target): open.append(target)
            case .split(let first, let second):
                open.append(second)
                open.append(first)
            }
        }
        return isAccepted
    }
}

/// The instructions that are being followed, each once.
private struct Threads {
    private(set) var list: [Int] = []
    private var marks: [Int]
    private var generation = 1

    init(capacity: Int) {
        marks = Array(repeating: 0, count: capacity)
        list.reserveCapacity(capacity)
    }

    mutating func removeAll() {
        list.removeAll(keepingCapacity: true)
        generation += 1
    }

    mutating func insert(_ place: Int) -> Bool {
        if marks[place] == generation { return false }
        marks[place] = generation
        list.append(place)
        return true
    }
}
