/// JSON Merge Patch (RFC 7396).
public enum MergePatch {
    /// The target with a patch applied: `null` removes a member, objects are merged, anything else replaces.
    public static func apply(_ patch: JSON, to target: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        var result = target.object ?? JSONObject()
        for (key, value) in changes {
            if value.isNull {
                result.remove(key)
            } else {
                result[key] = apply(value, to: result[key] ?? .null)
            }
        }
        return .object(result)
    }
}
