// SPDX-License-Identifier: Apache-2.0
/// A constant array in its own memory. The evaluator reads it without bounds checks or reference counting.
final class FlatTable<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    let base: UnsafePointer<Element>
    // Only `init` writes to this memory.
    private let memory: UnsafeMutablePointer<Element>

    init(_ elements: [Element]) {
        // This initializer initializes all elements, and `deinit` frees the memory.
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
        elements.withUnsafeBufferPointer { buffer in
            if let source = buffer.baseAddress { memory.initialize(from: source, count: buffer.count) }
        }
        self.memory = memory
        base = UnsafePointer(memory)
    }

    deinit { memory.deallocate() }
}
