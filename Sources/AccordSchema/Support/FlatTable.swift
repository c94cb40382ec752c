/// An array that can't change, in memory of its own, so that the checker's loop pays for no check and no count.
///
/// The pointer is valid as long as the table is; the checker holds the program, which holds its tables.
final class FlatTable<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    let base: UnsafePointer<Element>
    let count: Int
    // Written in init alone.
    private let memory: UnsafeMutablePointer<Element>

    init(_ elements: [Element]) {
        count = elements.count
        // Freed in deinit; as many elements are initialized as there are.
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
        elements.withUnsafeBufferPointer { buffer in
            if let source = buffer.baseAddress { memory.initialize(from: source, count: buffer.count) }
        }
        self.memory = memory
        base = UnsafePointer(memory)
    }

    deinit { memory.deallocate() }

    subscript(index: Int) -> Element {
        precondition(index >= 0 && index < count)
        return base[index]
    }
}
