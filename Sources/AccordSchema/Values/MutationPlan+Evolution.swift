// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension MutationPlan {
    /// Adds changes that replace a date by the same date in a different notation, or by an invalid date.
    mutating func addTextChanges(_ place: MutationPlace) {
        let formats = Set(place.clauses.compactMap { schemas.words($0.schema)[.format]?.string })
        guard let text = place.value.string, formats.contains("date-time") || formats.contains("date") else { return }
        func quoted(_ text: String) -> String { JSONWriter.compact(.string(text)) }
        for (variant, wrong) in [("text", "\"not-a-date\""), ("epoch", "1715938200")] {
            replace(.dateInvalid, place, variant, with: wrong, expecting: .invalid)
        }
        replace(.dateInvalid, place, "HTTP", with: "\"Fri, 17 May 2024 09:30:00 GMT\"", expecting: .invalid)
        guard formats.contains("date-time"), let date = MutationDate(text) else {
            return replace(.dateImpossible, place, "30 February", with: "\"2021-02-30\"", expecting: .any)
        }
        for (variant, spelling) in date.spellings where spelling != text {
            replace(.dateVariants, place, variant, with: quoted(spelling), expecting: .valid)
        }
        replace(.dateLowercase, place, "", with: quoted(text.lowercased()), expecting: .any)
        for (variant, spelling) in date.impossible {
            replace(.dateImpossible, place, variant, with: quoted(spelling), expecting: .any)
        }
    }

    /// Adds a change that replaces an enumerated value by a value that isn't in the enumeration.
    mutating func addEnumerationChanges(_ place: MutationPlace) {
        for clause in place.clauses {
            guard let values = schemas.words(clause.schema)[.enum], values.count > 0 else { continue }
            let isText = values.elements.contains { $0.string != nil }
            let isNumber = values.elements.contains { $0.number != nil }
            if isText {
                replace(.unknownEnum, place, "", with: "\"unknown-value\"", expecting: .any)
            } else if isNumber {
                let known = values.elements.compactMap(\.int)
                replace(.unknownEnum, place, "", with: "\((known.max() ?? 0) &+ 1)", expecting: .any)
            }
            return
        }
    }

    /// Adds changes that replace a variant of a union type by an undocumented variant, and by each documented one.
    mutating func addVariantChanges(_ place: MutationPlace) {
        guard place.value.kind == .object else { return }
        for clause in place.clauses {
            let words = schemas.words(clause.schema)
            guard words.hasAny(.oneOf, .anyOf) else { continue }
            let branches = schemas.children(words.has(.oneOf) ? .oneOf : .anyOf, of: clause).filter {
                describesObjects($0)
            }
            guard branches.count > 1 else { continue }
            let name = words.discriminatorName ?? discriminator(of: branches)
            for (index, branch) in branches.prefix(20).enumerated() where !schemas.accepts(place.value, branch) {
                guard let name, let value = example(of: branch, in: clause, named: name, words) else { continue }
                replace(.boundaryValues, place, "variant \(index + 1)", with: value.compact, expecting: .valid)
            }
            if let name, let value = place.value[name], value.kind == .string {
                let edit = Edit(range: value.byteRange, bytes: Array("\"unknown-variant\"".utf8))
                add(.unknownVariant, at: place.pointer.appending(name), [edit], .any)
            } else {
                replace(.unknownVariant, place, "", with: "{\"unknownVariant\":true}", expecting: .any)
            }
            return
        }
    }

    /// Returns an example of a branch, whose discriminator has the value that the branch or the mapping specifies, or
    /// the name of the branch. Returns `nil` if none is known: a client couldn't recognize the variant.
    private func example(
        of branch: Literal, in clause: Literal, named name: String, _ words: KeywordValues
    ) -> JSON? {
        var builder = ExampleBuilder(schemas, options: ExampleOptions())
        guard var value = try? builder.build([branch, clause]).object else { return nil }
        let property = schemas.words(schemas.canonical(branch).schema)[.properties]?[name]
        if property?["const"] == nil, property?["enum"] == nil {
            guard let selector = schemas.selector(of: branch, words) else { return nil }
            value[name] = .string(selector)
        }
        return .object(value)
    }

    /// Whether the property at a JSON Pointer is a discriminator, whose value selects a schema.
    package func isDiscriminator(_ pointer: JSONPointer) -> Bool {
        guard let parent = pointer.parent else { return false }
        return places.contains { place in
            place.pointer == parent
                && place.clauses.contains { schemas.words($0.schema).discriminatorName == pointer.tokens.last }
        }
    }

    private func describesObjects(_ clause: Literal) -> Bool {
        let words = schemas.words(schemas.canonical(clause).schema)
        return words[.properties] != nil || words[.type]?.string == "object" || words[.required] != nil
    }

    /// Returns the name of a property that distinguishes the first two branches, or `nil` if there is none. Each of
    /// these branches allows only one value of the property, with `const` or `enum`.
    private func discriminator(of branches: [Literal]) -> String? {
        let fixed = branches.prefix(2).map { branch in
            schemas.words(schemas.canonical(branch).schema).members(.properties).filter { member in
                member.value["const"]?.string != nil || member.value["enum"]?.count == 1
            }.map(\.key)
        }
        return fixed.first?.first { fixed.last?.contains($0) == true }
    }
}

extension MutationPlan {
    /// Adds changes that replace a value by a valid value at a limit of its schema, such as `maxLength`.
    mutating func addBoundaries() {
        var probes = BoundaryProbes(schemas, places)
        for probe in probes.all(includingBranches: false) where probe.isInside && probe.keyword.facts.isLimit {
            guard let value = document.root.value(at: probe.place) else { continue }
            let edit = Edit(range: value.byteRange, bytes: JSONWriter.compactBytes(probe.value))
            add(.boundaryValues, at: probe.place, probe.keyword.name, [edit], expecting: .valid)
        }
    }
}

/// An RFC 3339 date-time, split into day, time and offset to write it in different notations.
struct MutationDate {
    private let (day, time, fraction, offset): (String, String, String, String)

    init?(_ text: String) {
        guard let match = text.wholeMatch(of: #/(.{10})T(.{8})([.0-9]*)(.*)/#), text.utf8.count >= 20 else {
            return nil
        }
        (day, time, fraction, offset) = (String(match.1), String(match.2), String(match.3), String(match.4))
    }

    /// The same point in time in different notations. One of them omits the fraction of a second.
    var spellings: [(variant: String, text: String)] {
        var spellings: [(variant: String, text: String)] = []
        if offset == "Z" || offset == "+00:00" {
            spellings.append(("Z", day + "T" + time + fraction + "Z"))
            spellings.append(("+00:00", day + "T" + time + fraction + "+00:00"))
            if let other = sevenHoursAway {
                spellings.append((other.offset, day + "T" + other.time + fraction + other.offset))
            }
        }
        if !fraction.isEmpty { spellings.append(("no fraction", day + "T" + time + offset)) }
        for digits in [1, 3, 6, 9] {
            let written = max(0, fraction.utf8.count - 1)
            guard digits > written else { continue }
            let padded = (fraction.isEmpty ? "." : fraction) + String(repeating: "0", count: digits - written)
            spellings.append(("\(digits) digits", day + "T" + time + padded + offset))
        }
        return spellings
    }

    /// Invalid dates and times.
    var impossible: [(variant: String, text: String)] {
        [
            ("30 February", "2021-02-30T" + time + fraction + offset), ("24 o'clock", day + "T24:00:00" + offset),
            ("second 60", day + "T" + time.prefix(6) + "60" + offset),
        ]
    }

    /// The same point in time with the offset -07:00 or +07:00, whichever keeps the date unchanged.
    private var sevenHoursAway: (time: String, offset: String)? {
        guard let hour = Int(time.prefix(2)) else { return nil }
        let other = hour >= 7 ? hour - 7 : hour + 7
        return ((other < 10 ? "0" : "") + "\(other)" + time.dropFirst(2), hour >= 7 ? "-07:00" : "+07:00")
    }
}
