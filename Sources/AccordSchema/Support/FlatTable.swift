// SPDX-License-Identifier: Apache-2.0
/// A constant array in memory of its own, which the evaluator reads without bounds checks or reference counting.
final class FlatTable<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    let base: UnsafePointer<Element>
    let count: Int
    // Only `init` writes to it.
    private let memory: UnsafeMutablePointer<Element>

    init(_ elements: [Element]) {
        count = elements.count
        // `deinit` frees the memory. All elements are initialized.
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
