// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension KeywordChanges {
    /// Compares `deprecated`, `x-sunset` and `x-stability-level` of properties.
    mutating func compareLifecycle() {
        let (was, isNow) = (old["deprecated"]?.bool == true, new["deprecated"]?.bool == true)
        let (before, after) = (old.field("x-sunset"), new.field("x-sunset"))
        let places = (before ?? old["deprecated"], after ?? new["deprecated"])
        switch (was, isNow) {
        case (false, true):
            switch Sunset(isDeprecated: true, after, today: "").state {
            case .passed(let date), .ahead(let date):
                add(
                    "deprecated-with-sunset", .none, "the value is deprecated, with the sunset date \(date)", places.0,
                    places.1)
            case .invalid(let text):
                add(
                    "deprecated-sunset-invalid", .none,
                    "the value is deprecated, but “x-sunset” “\(text)” isn't a date",
                    places.0, places.1,
                    isWarning: true)
            case .deprecated, .inUse: add("deprecated", .none, "the value is deprecated", places.0, places.1)
            }
        case (true, false): add("reactivated", .none, "the value isn't deprecated anymore", places.0, places.1)
        case (true, true), (false, false): break
        }
        let (former, later) = (old.field("x-stability-level"), new.field("x-stability-level"))
        let levels = ["draft", "alpha", "beta", "stable"]
        guard let former, let later, former != later, let left = levels.firstIndex(of: former.string ?? ""),
            let right = levels.firstIndex(of: later.string ?? "")
        else { return }
        add(
            right < left ? "stability-decreased" : "stability-increased", .none,
            "the value's stability changed from \(former.compact) to \(later.compact)", former, later,
            isWarning: right < left)
    }
}
