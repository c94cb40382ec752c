// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension MutationPlan {
    /// Adds changes of members, elements, types and numbers, and changes that a new API version may bring.
    mutating func addStructures() {
        addRoots()
        for (index, place) in places.enumerated() {
            if place.key != nil { addMemberChanges(place) }
            switch place.value.kind {
            case .object: addObjectChanges(place, first: places.first { $0.container == index && $0.key != nil })
            case .array: addArrayChanges(place)
            case .number: addNumberChanges(place)
            case .string: addTextChanges(place)
            default: break
            }
            addEnumerationChanges(place)
            addVariantChanges(place)
        }
        addManyElements()
        addDeepNesting()
        addBoundaries()
    }

    /// One example value, as JSON text, for each type. `null` comes last.
    static let samples: [(type: String, text: String)] = [
        ("object", "{}"), ("array", "[]"), ("string", "\"text\""), ("number", "1"), ("boolean", "true"),
        ("null", "null"),
    ]

    /// Returns whether a value has a type.
    static func isType(_ type: String, _ value: JSONValue) -> Bool { "\(value.kind)" == type }

    private mutating func addRoots() {
        guard let root = places.first else { return }
        for sample in Self.samples where !Self.isType(sample.type, root.value) {
            replace(.wrongRoot, root, sample.type, with: sample.text, expecting: .invalid)
        }
    }

    private mutating func addMemberChanges(_ place: MutationPlace) {
        let removal = removal(of: place)
        if place.isRequired {
            add(.dropRequired, at: place.pointer, removal, .invalid)
            addChangedKey(place)
        } else {
            add(.dropOptional, at: place.pointer, removal, .valid)
        }
        if !place.value.isNull {
            if place.isRequired || place.isNamed {
                let mutation: Mutation = place.isRequired ? .nullRequired : .nullOptional
                replace(mutation, ifValid: .nullNullable, place, "", with: "null", expecting: .any)
            } else {
                // A server may send `null` for a property without a value, but it omits a key of a map. Therefore, add
                // `null` to a map only if the schema allows it.
                replace(.nullNullable, place, "", with: "null", expecting: .valid)
            }
        }
        for sample in Self.samples where sample.type != "null" && !Self.isType(sample.type, place.value) {
            if allows(sample.text, at: place) { continue }
            replace(.wrongType, place, sample.type, with: sample.text, expecting: .invalid)
        }
    }

    /// Returns the edits that remove a member and the comma that separates it from its neighbor.
    private func removal(of place: MutationPlace) -> [Edit] {
        guard let key = keyRange(of: place) else { return [] }
        var range = key.lowerBound..<place.value.byteRange.upperBound
        if document.bytes[range.upperBound] == 0x2C {
            range = range.lowerBound..<range.upperBound + 1
        } else if document.bytes[range.lowerBound - 1] == 0x2C {
            range = range.lowerBound - 1..<range.upperBound
        }
        return [Edit(range: range, bytes: [])]
    }

    private mutating func addChangedKey(_ place: MutationPlace) {
        guard let key = place.key, let first = key.first, let range = keyRange(of: place) else { return }
        let changed = first.isUppercase ? first.lowercased() : first.uppercased()
        guard changed != String(first) else { return }
        let text = JSONWriter.compact(.string(changed + key.dropFirst()))
        add(.caseChangedKey, at: place.pointer, [Edit(range: range, bytes: Array(text.utf8))], .invalid)
    }

    private mutating func addObjectChanges(_ place: MutationPlace, first: MutationPlace?) {
        let end = place.value.byteRange.upperBound - 1
        let isEmpty = place.value.count == 0
        let comma = isEmpty ? "" : ","
        var name = "unknownProperty"
        while place.value[name] != nil { name += "1" }
        for content in [("scalar", "\"new\""), ("null", "null"), ("object", "{\"a\":1}"), ("array", "[1,2]")] {
            let text = "\(comma)\"\(name)\":\(content.1)"
            add(.extraProperty, at: place.pointer, content.0, [insertion(text, at: end)], expecting: .any)
        }
        guard let first, let key = keyRange(of: first) else { return }
        replace(.emptyObject, place, "", with: "{}", expecting: .valid)
        let other = first.value.isNull ? "1" : "null"
        let text = ",\(String(decoding: document.bytes[key], as: UTF8.self)):\(other)"
        add(.duplicateKey, at: first.pointer, [insertion(text, at: end)], .any)
    }

    private mutating func addArrayChanges(_ place: MutationPlace) {
        if let first = place.value[0] {
            replace(.emptyArray, place, "", with: "[]", expecting: .valid)
            let edit = Edit(range: first.byteRange, bytes: Array("null".utf8))
            if !first.isNull { add(.nullElement, at: place.pointer.appending(0), [edit], .invalid) }
        } else {
            let edit = insertion("null", at: place.value.byteRange.upperBound - 1)
            add(.nullElement, at: place.pointer.appending(0), [edit], .invalid)
        }
    }

    /// Extends an array to 10,000 elements, or to `maxItems` if it is smaller. Adds at most one megabyte. Changes only
    /// the first array that stays valid.
    private mutating func addManyElements() {
        // Return early, because validating an array of 10,000 elements takes longer than validating all other changes.
        if excluded.contains(.manyElements) { return }
        for place in places where place.value.kind == .array {
            let missing = min(mostElements(of: place) ?? .max, Self.manyElements) - place.value.count
            guard let edit = repetition(in: place, missing) else { continue }
            if verdict([edit]) == true { return add(.manyElements, at: place.pointer, [edit], .valid) }
        }
    }

    private static let manyElements: Int = 10_000

    /// Returns the place of the first array that may have 10,000 elements, and the document with these elements, or as
    /// many as one megabyte has room for.
    ///
    /// Only a few of the elements are validated, because validating 10,000 elements takes a tenth of a second.
    package var manyElements: (place: JSONPointer, bytes: [UInt8])? {
        for place in places where place.value.kind == .array && mostElements(of: place) ?? .max >= Self.manyElements {
            guard let few = repetition(in: place, 3), verdict([few]) == true,
                let many = repetition(in: place, Self.manyElements - place.value.count)
            else { continue }
            return (place.pointer, edited(0..<document.bytes.count, [many]))
        }
        return nil
    }

    private func mostElements(of place: MutationPlace) -> Int? {
        place.clauses.compactMap { schemas.words($0.schema)[.maxItems].flatMap { CountLimits.count($0) } }.min()
    }

    /// Returns the edit that repeats the last element of an array, or `nil` if there is none, or no room for more.
    private func repetition(in place: MutationPlace, _ count: Int) -> Edit? {
        guard let element = place.value.elements.reversed().first else { return nil }
        let copies = min(count, 1_000_000 / (element.byteRange.count + 1))
        guard copies > 0 else { return nil }
        let text = [0x2C] + document.bytes[element.byteRange]
        var repeated: [UInt8] = []
        for _ in 0..<copies { repeated += text }
        return insertion(repeated, at: place.value.byteRange.upperBound - 1)
    }

    /// Adds an unknown property with deeply nested arrays to the outermost object.
    private mutating func addDeepNesting() {
        guard let place = places.first(where: { $0.value.kind == .object }) else { return }
        let comma = place.value.count == 0 ? "" : ","
        for depth in [100, 511, 512, 10_000] {
            // The objects and arrays that contain the new property also count as levels.
            let levels = depth - place.pointer.tokens.count - 1
            guard levels > 0 else { continue }
            let nested = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
            let edit = insertion("\(comma)\"unknownProperty\":\(nested)", at: place.value.byteRange.upperBound - 1)
            add(.deepNestingExtra, at: place.pointer, "\(depth)", [edit], expecting: .any)
        }
    }
}

extension MutationPlan {
    /// Adds numbers at and beyond the limits of the number's format, and different notations of the same number.
    mutating func addNumberChanges(_ place: MutationPlace) {
        let text = place.value.text
        let words = place.clauses.map { schemas.words($0.schema) }
        let isInteger = words.contains {
            $0[.type].map { TypeSet(keyword: $0).isDisjoint(with: .fraction) } == true
        }
        for range in words.compactMap({ $0[.format]?.string }).compactMap({ ExampleFormats.range(of: $0) }).prefix(1) {
            replace(.intMax, place, "minimum", with: range.low, expecting: .valid)
            replace(.intMax, place, "maximum", with: range.high, expecting: .valid)
            for (variant, end, step) in [("above", range.high, WideInteger(1)), ("below", range.low, WideInteger(-1))] {
                guard let end = WideInteger(end) else { continue }
                replace(.intOverflow, place, variant, with: (end + step).description, expecting: .invalid)
            }
        }
        replace(.hugeExponent, place, "", with: "1e400", expecting: .any)
        let hasExponent = text.utf8.contains { $0 | 0x20 == 0x65 }
        let isWhole = !hasExponent && !text.contains(".")
        if isInteger {
            replace(.int2To53Plus1, place, "", with: "9007199254740993", expecting: .valid)
            replace(.floatForInt, place, "", with: "1.5", expecting: .invalid)
            guard isWhole else { return }
            replace(.integralFloat, place, "point", with: text + ".0", expecting: .valid)
            replace(.integralFloat, place, "exponent", with: Self.withExponent(text), expecting: .valid)
        } else {
            if !hasExponent {
                let (variant, ending) = isWhole ? ("point", ".0") : ("trailing zero", "0")
                replace(.numberNotation, place, variant, with: text + ending, expecting: .valid)
                replace(.numberNotation, place, "exponent", with: text + "E0", expecting: .valid)
            }
            replace(.numberNotation, place, "minus zero", with: "-0", expecting: .valid)
        }
    }

    /// Returns the same integer in exponent notation. For example, 1200 becomes 12e2 and 7 becomes 7e0.
    private static func withExponent(_ text: String) -> String {
        let zeros = text.utf8.reversed().prefix { $0 == 0x30 }.count
        return zeros == 0 || zeros == text.utf8.count ? text + "e0" : "\(text.dropLast(zeros))e\(zeros)"
    }
}
