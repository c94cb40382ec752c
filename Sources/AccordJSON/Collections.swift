// SPDX-License-Identifier: Apache-2.0
extension Sequence where Element: Hashable {
    /// The elements without duplicates, in the order of their first occurrence.
    package var distinct: [Element] { firstOfEach { $0 } }
}

extension Sequence {
    /// Returns the first element with each key, in order.
    package func firstOfEach<Key: Hashable>(_ key: (Element) -> Key) -> [Element] {
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }

    /// Returns the elements in order, with all elements of the same key combined into the first of them.
    package func merging<Key: Hashable>(
        by key: (Element) -> Key, _ combine: (inout Element, Element) -> Void
    ) -> [Element] {
        var merged: [Element] = []
        var places: [Key: Int] = [:]
        for element in self {
            let key = key(element)
            if let place = places[key] {
                combine(&merged[place], element)
            } else {
                places[key] = merged.count
                merged.append(element)
            }
        }
        return merged
    }
}

extension RandomAccessCollection {
    /// Returns the first elements that satisfy a condition. Searches for the end of the prefix in logarithmic time, so
    /// no element after it may satisfy the condition.
    package func sortedPrefix(while condition: (Element) -> Bool) -> SubSequence {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
            if condition(self[middle]) { low = index(after: middle) } else { high = middle }
        }
        return self[..<low]
    }
}
