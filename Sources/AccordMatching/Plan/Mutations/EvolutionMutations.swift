import AccordContract
import AccordJSON

/// What an API may do tomorrow: unknown values of enumerations, other spellings of dates, values at their limits.
enum EvolutionMutations {
    static func add(to maker: inout MutationMaker) {
        guard let document = maker.answer.document else { return }
        let root = JSON(document.root)
        for place in ValuePlace.all(in: root, maker.answer.view) {
            guard let view = place.view else { continue }
            func put(_ id: String, _ value: JSON, _ allowed: Verdict?, _ forbidden: Verdict?, _ suffix: String = "") {
                maker.add(
                    id, at: place.pointer, value: place.replacing(in: root, by: value), allowed: allowed,
                    forbidden: forbidden, suffix: suffix)
            }
            if place.value.string != nil, isEnumeration(view) {
                put("unknown-enum", "x_accord_unknown", .mustTolerate, .may)
            }
            if view.keyword("format")?.string == "date-time", place.value.string != nil {
                put("date-variants", "2026-01-02T03:04:05Z", .mustTolerate, nil)
                put("date-variants", "2026-01-02T03:04:05+00:00", .mustTolerate, nil, ".zero")
                put("date-variants", "2026-01-02T03:04:05-07:00", .mustTolerate, nil, ".offset")
                put("date-variants", "2026-01-02T03:04:05.123456Z", .mustTolerate, nil, ".fraction")
                put("date-lowercase", "2026-01-02t03:04:05z", .may, .may)
                put("date-invalid", "not-a-date", nil, .mustError)
                put("date-impossible", "2021-02-30T00:00:00Z", .may, .may)
            }
            for (suffix, value) in limits(of: place, view) {
                put("boundary-values", value, .mustTolerate, nil, suffix)
            }
        }
    }

    private static func isEnumeration(_ view: SchemaView) -> Bool {
        if view.keyword("enum") != nil { return true }
        let branches = (view.keyword("anyOf") ?? view.keyword("oneOf"))?.elements.map { $0 } ?? []
        return branches.contains { $0["enum"] != nil }
    }

    private static func limits(of place: ValuePlace, _ view: SchemaView) -> [(String, JSON)] {
        var limits: [(String, JSON)] = []
        switch place.value {
        case .number:
            for keyword in ["minimum", "maximum"] {
                if let number = view.keyword(keyword)?.number { limits.append((".\(keyword)", .number(number))) }
            }
        case .string where view.keyword("pattern") == nil && view.keyword("format") == nil:
            for keyword in ["minLength", "maxLength"] {
                guard let length = view.keyword(keyword)?.int, length <= 100_000 else { continue }
                limits.append((".\(keyword)", .string(String(repeating: "x", count: length))))
            }
        default: break
        }
        return limits.filter { $0.1 != place.value }
    }
}
