import AccordJSON

/// A value of a contract together with the values of the contracts that it extends; the first one wins.
struct Layered {
    let layers: [JSONValue]
    /// How keys that were mistyped are written: read as they were meant, so that a mistake that was told has no
    /// consequences to tell.
    var mistyped: [String: String] = [:]

    init(_ value: JSONValue) {
        layers = [value]
    }

    init?(_ layers: [JSONValue]) {
        guard !layers.isEmpty else { return nil }
        self.layers = layers
    }

    /// The value that counts where values aren't joined.
    var top: JSONValue { layers[0] }

    subscript(_ key: String) -> Layered? {
        let written = mistyped[key]
        if layers.count == 1, written == nil { return layers[0][key].map { Layered($0) } }
        return Layered(layers.compactMap { layer in layer[key] ?? written.flatMap { layer[$0] } })
    }

    /// Each name once: those of what is extended in its order, then what this file adds. Of duplicates the last counts.
    var members: [LayeredMember] {
        if layers.count == 1 { return Self.members(of: layers[0]) }
        var result: [LayeredMember] = []
        var places: [String: Int] = [:]
        for layer in layers.reversed() {
            for member in Self.members(of: layer) {
                if let place = places[member.name] {
                    result[place] = member.over(result[place])
                } else {
                    places[member.name] = result.count
                    result.append(member)
                }
            }
        }
        return result
    }

    private static func members(of value: JSONValue) -> [LayeredMember] {
        var result: [LayeredMember] = []
        let hasDuplicates = !value.document.duplicateKeys.isEmpty
        for member in value.members {
            let name = member.key
            if hasDuplicates, value[name]?.byteRange != member.value.byteRange { continue }
            result.append(
                LayeredMember(name: name, location: SourceLocation(keyOf: member), value: Layered(member.value)))
        }
        return result
    }
}

/// A member of a layered object.
struct LayeredMember {
    var name: String
    /// Where the name is written.
    var location: SourceLocation
    var value: Layered

    func over(_ lower: LayeredMember) -> LayeredMember {
        let layers = value.layers + lower.value.layers
        return LayeredMember(name: name, location: location, value: Layered(layers) ?? value)
    }
}
