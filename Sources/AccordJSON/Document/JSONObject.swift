// SPDX-License-Identifier: Apache-2.0
/// The members of an object, in order and with distinct keys.
public struct JSONObject: Sendable {
    /// A key and its value.
    public typealias Element = (key: String, value: JSON)

    private var entries: [Element] = []
    /// The index of each key. Empty for a small object, whose keys are searched linearly.
    private var places: [ExactString: Int] = [:]
    private static let threshold = 16

    /// Creates an empty object.
    public init() {}

    /// Creates an object from members. A repeated key keeps its first position and gets its last value.
    public init(_ members: some Sequence<(String, JSON)>) { for (key, value) in members { self[key] = value } }

    /// The keys in order.
    public var keys: [String] { entries.map(\.key) }
    /// The values in order.
    public var values: [JSON] { entries.map(\.value) }

    /// The value of a key. Setting a new key appends a member, and setting `nil` removes the key.
    public subscript(key: String) -> JSON? {
        get { place(of: key).map { entries[$0].value } }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?): entries[place].value = value
            case (nil, let value?): add(key, value)
            case (.some, nil): remove(key)
            case (nil, nil): break
            }
        }
    }

    /// Appends a member, or replaces the value of an existing key.
    public mutating func append(_ key: String, _ value: JSON) { self[key] = value }

    /// Removes a member and returns its value, or `nil` if the object doesn't have the key.
    @discardableResult
    public mutating func remove(_ key: String) -> JSON? {
        guard let place = place(of: key) else { return nil }
        let removed = entries.remove(at: place)
        if !places.isEmpty { indexKeys() }
        return removed.value
    }

    private func place(of key: String) -> Int? {
        if !places.isEmpty { return places[ExactString(string: key)] }
        return entries.firstIndex { $0.key.isSame(as: key) }
    }

    private mutating func add(_ key: String, _ value: JSON) {
        entries.append((key, value))
        if !places.isEmpty {
            places[ExactString(string: key)] = entries.count - 1
        } else if entries.count > Self.threshold {
            indexKeys()
        }
    }

    private mutating func indexKeys() {
        places.removeAll(keepingCapacity: true)
        guard entries.count > Self.threshold else { return }
        for (place, entry) in entries.enumerated() { places[ExactString(string: entry.key)] = place }
    }
}

extension JSONObject: RandomAccessCollection {
    /// The index of the first member.
    public var startIndex: Int { 0 }
    /// The index after the last member.
    public var endIndex: Int { entries.count }
    /// The member at an index.
    public subscript(position: Int) -> Element { entries[position] }
}

extension JSONObject: Hashable {
    /// Returns whether two objects have the same keys with the same values, in any order.
    public static func == (left: Self, right: Self) -> Bool { JSON.object(left) == JSON.object(right) }

    /// Hashes the members without regard to their order.
    public func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: JSON.hashedLevels) }

    func hash(into hasher: inout Hasher, levels: Int) {
        hasher.combine(count)
        if levels <= 0 { return }
        var sum = 0
        for entry in entries {
            var member = Hasher()
            entry.key.hashScalars(into: &member)
            entry.value.hash(into: &member, levels: levels - 1)
            sum &+= member.finalize()
        }
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with its members in order.
    public init(dictionaryLiteral members: (String, JSON)...) { self.init(members) }
}
