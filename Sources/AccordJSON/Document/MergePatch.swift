// SPDX-License-Identifier: Apache-2.0
/// JSON Merge Patch (RFC 7396).
public enum MergePatch {
    /// Returns the target with a patch applied.
    ///
    /// A `null` in the patch removes a member. Objects are merged, and other values replace the target's value.
    public static func apply(_ patch: JSON, to target: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        // Uses a list of objects instead of recursion, since deep nesting would overflow the stack.
        var open: [Merge] = [Merge(changes, into: target, key: "")]
        while let last = open.indices.last {
            if let next = open[last].pending.popFirst() {
                guard case .object(let changes) = next.change else {
                    open[last].result[next.key] = next.change
                    continue
                }
                open.append(Merge(changes, into: next.target, key: next.key))
            } else {
                let finished = open.removeLast()
                guard let outer = open.indices.last else { return .object(finished.result) }
                open[outer].result[finished.key] = .object(finished.result)
            }
        }
        return target
    }

    /// An object that is being merged.
    private struct Merge {
        /// The key of the object in its parent.
        let key: String
        /// The members of the merged object. A `null` reserves the position of a member whose value isn't merged yet.
        var result = JSONObject()
        var pending: ArraySlice<(key: String, change: JSON, target: JSON)> = []

        init(_ changes: JSONObject, into target: JSON, key: String) {
            self.key = key
            let original = target.object ?? JSONObject()
            for (key, value) in original {
                switch changes[key] {
                case nil: result[key] = value
                case .some(.null): continue
                case let new?: change(key, new, value)
                }
            }
            for (key, value) in changes where !value.isNull && original[key] == nil { change(key, value, .null) }
        }

        private mutating func change(_ key: String, _ change: JSON, _ target: JSON) {
            result[key] = .some(.null)
            pending.append((key, change, target))
        }
    }
}
