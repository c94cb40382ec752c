/// JSON Merge Patch (RFC 7396).
public enum MergePatch {
    /// The target with a patch applied: `null` removes a member, objects are merged, anything else replaces.
    public static func apply(_ patch: JSON, to target: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        let original = target.object ?? JSONObject()
        var result = JSONObject()
        for (key, value) in original {
            switch changes[key] {
            case nil: result[key] = value
            case .some(.null): continue
            case let change?: result[key] = apply(change, to: value)
            }
        }
        for (key, change) in changes where !change.isNull && original[key] == nil {
            result[key] = apply(change, to: .null)
        }
        return .object(result)
    }
}
