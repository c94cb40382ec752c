import AccordContract
import AccordJSON

/// Bodies that are JSON, with members missing, too many, null, of another type or in another order.
enum StructureMutations {
    static func add(to maker: inout MutationMaker) {
        guard let document = maker.answer.document else { return }
        let root = JSON(document.root)
        let places = ValuePlace.all(in: root, maker.answer.view)
        if let reordered = reordered(root) {
            maker.add("key-order", bytes: JSONWriter.compactBytes(reordered), keepsValue: true)
        }
        let spaced = root.pretty.replacing("\n", with: "\r\n\t") + "\r\n"
        maker.add("whitespace", bytes: Array(spaced.utf8), keepsValue: true)
        for place in places { addUnknown(place, root, &maker) }
        addDuplicate(document, &maker)
        for place in places where place.isMember { addMember(place, root, &maker) }
        addRoots(root, &maker)
        for place in places { addCollections(place, root, &maker) }
        addDepth(root, &maker)
    }

    private static func reordered(_ value: JSON) -> JSON? {
        guard case .object(let object) = value else {
            guard case .array(let elements) = value, let first = elements.first, let other = reordered(first) else {
                return nil
            }
            return .array([other] + elements.dropFirst())
        }
        guard object.count > 1 else { return nil }
        return .object(JSONObject(object.reversed().map { ($0.key, reordered($0.value) ?? $0.value) }))
    }

    /// Must-ignore, RFC 7493 section 4.2; a schema that is closed forbids it, and then either is right.
    private static func addUnknown(_ place: ValuePlace, _ root: JSON, _ maker: inout MutationMaker) {
        guard case .object(var object) = place.value else { return }
        object["x_accord_unknown"] = ["scalar": 1, "null": nil, "list": [1, "x", nil]]
        maker.add(
            "extra-property", at: place.pointer, value: place.replacing(in: root, by: .object(object)), forbidden: .may,
            keepsValue: true)
    }

    private static func addDuplicate(_ document: JSONDocument, _ maker: inout MutationMaker) {
        var object = document.root
        if object.kind == .array, let first = object[0] { object = first }
        guard object.kind == .object, let member = object.members.first(where: { _ in true }) else { return }
        let start = object.byteRange.lowerBound + 1
        let twin = "\(JSON.string(member.key).compact):\(member.value.text),"
        maker.add(
            "duplicate-key", bytes: Array(document.bytes[..<start]) + Array(twin.utf8) + document.bytes[start...])
    }

    private static func addMember(_ place: ValuePlace, _ root: JSON, _ maker: inout MutationMaker) {
        let without = place.removed(from: root)
        let null = place.replacing(in: root, by: .null)
        if place.isRequired {
            maker.add("drop-required", at: place.pointer, value: without, allowed: nil)
            if !place.value.isNull { maker.add("null-required", at: place.pointer, value: null, allowed: nil) }
            addCase(place, root, &maker)
        } else {
            maker.add("drop-optional", at: place.pointer, value: without, forbidden: nil)
            maker.add("null-optional", at: place.pointer, value: null, allowed: nil, forbidden: .shouldTolerate)
        }
        if !place.value.isNull { maker.add("null-nullable", at: place.pointer, value: null, forbidden: nil) }
        if let other = otherType(place.value) {
            maker.add("wrong-type", at: place.pointer, value: place.replacing(in: root, by: other), allowed: nil)
        }
    }

    /// Once for an object: its first required member under a name with other capitals.
    private static func addCase(_ place: ValuePlace, _ root: JSON, _ maker: inout MutationMaker) {
        guard let parent = place.pointer.parent, let key = place.pointer.tokens.last,
            !maker.mutations.contains(where: { $0.entry.id == "case-changed-key" })
        else { return }
        let changed = key == key.uppercased() ? key.lowercased() : key.uppercased()
        guard changed != key else { return }
        var value = place.removed(from: root)
        value.set(place.value, at: parent.appending(changed))
        maker.add("case-changed-key", at: place.pointer, value: value, allowed: nil)
    }

    /// A value of another type that nobody takes for this one.
    static func otherType(_ value: JSON) -> JSON? {
        switch value {
        case .string: ["accord": "wrong type"]
        case .number: "accord"
        case .bool: "accord"
        case .object: ["accord"]
        case .array: ["accord": "wrong type"]
        case .null: nil
        }
    }

    private static func addRoots(_ root: JSON, _ maker: inout MutationMaker) {
        let object: JSON = ["accord": "wrong root"]
        let array: JSON = ["accord"]
        var roots: [(String, JSON)] = [("null", nil), ("string", "accord"), ("number", 42)]
        roots.insert(root.kind == .object ? ("array", array) : ("object", object), at: 0)
        for (index, other) in roots.enumerated() where other.1.kind != root.kind && !maker.answer.isValid(other.1) {
            let place = index == 0 ? nil : other.0
            maker.add("wrong-root", place, bytes: JSONWriter.compactBytes(other.1))
        }
    }

    private static func addCollections(_ place: ValuePlace, _ root: JSON, _ maker: inout MutationMaker) {
        switch place.value {
        case .array(let elements):
            if !elements.isEmpty {
                maker.add("empty-array", at: place.pointer, value: place.replacing(in: root, by: []), forbidden: nil)
                let withNull = JSON.array([nil] + elements.dropFirst())
                maker.add(
                    "null-element", at: place.pointer, value: place.replacing(in: root, by: withNull), allowed: nil)
                addMany(place, elements[0], root, &maker)
            }
        case .object(let object):
            let isMap =
                place.view.map { $0.propertyNames.isEmpty && $0.keyword("additionalProperties") != nil } ?? false
            if isMap, !object.isEmpty {
                maker.add("empty-object", at: place.pointer, value: place.replacing(in: root, by: [:]), forbidden: nil)
            }
        case .null, .bool, .number, .string: break
        }
    }

    /// 10,000 elements; whether the schema allows them is asked of its `maxItems` and of two elements.
    private static func addMany(_ place: ValuePlace, _ element: JSON, _ root: JSON, _ maker: inout MutationMaker) {
        let count = 10_000
        if let most = place.view?.keyword("maxItems")?.int, most < count { return }
        if place.view?.keyword("uniqueItems")?.bool == true { return }
        guard maker.answer.isValid(place.replacing(in: root, by: .array([element, element]))) else { return }
        let many = place.replacing(in: root, by: .array(Array(repeating: element, count: count)))
        maker.add(
            "many-elements", MutationMaker.place(place.pointer),
            response: maker.answer.with(body: JSONWriter.compactBytes(many)), verdict: .mustTolerate,
            reason: "the schema allows it")
    }

    /// An unknown member 10,000 levels deep: refused or ignored, without a crash.
    private static func addDepth(_ root: JSON, _ maker: inout MutationMaker) {
        guard let document = maker.answer.document, document.root.kind == .object else { return }
        for depth in maker.level == .full ? [100, 511, 512, 10_000] : [512] {
            let nest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let member = "\"x_accord_deep\":\(nest)" + (document.root.count > 0 ? "," : "")
            let start = document.root.byteRange.lowerBound + 1
            maker.add(
                "deep-nesting-extra", "\(depth)",
                bytes: Array(document.bytes[..<start]) + Array(member.utf8) + document.bytes[start...])
        }
    }
}
