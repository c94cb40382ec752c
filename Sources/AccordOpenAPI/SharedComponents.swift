import AccordJSON

/// The components of the written contract: what the document refers to, each once.
struct SharedComponents {
    enum Section: String, CaseIterable {
        // In the order in which they are written: each may refer to those behind it, and to its own.
        case responses, requestBodies, parameters, headers, schemas
    }

    struct Entry {
        var name: String
        var value: JSONValue
        /// The key that the document has it under, where it has one.
        var key: JSONMember?
    }

    private var names: [Section: [Place: String]] = [:]
    private var taken: [Section: Set<String>] = [:]
    /// Components that have a name but are written only if something refers to them.
    private var reserved: [Section: [Place: JSONMember]] = [:]
    private var queues: [Section: [Entry]] = [:]

    /// The name of a component; one that is new is put into the queue.
    mutating func name(of value: JSONValue, in section: Section, wanted: String, key: JSONMember? = nil) -> String {
        let place = Place(value)
        if let known = names[section]?[place] {
            if let member = reserved[section]?.removeValue(forKey: place) {
                queues[section, default: []].append(Entry(name: known, value: value, key: member))
            }
            return known
        }
        var name = Self.plain(wanted)
        var number = 2
        while !taken[section, default: []].insert(name).inserted {
            name = "\(Self.plain(wanted))\(number)"
            number += 1
        }
        names[section, default: [:]][place] = name
        queues[section, default: []].append(Entry(name: name, value: value, key: key))
        return name
    }

    /// Keeps a component's own name for it; unless it is written anyway, it is when something refers to it.
    mutating func reserve(_ member: JSONMember, _ value: JSONValue, in section: Section, isWritten: Bool) {
        let name = member.key
        guard names[section]?[Place(value)] == nil, taken[section, default: []].insert(name).inserted else { return }
        names[section, default: [:]][Place(value)] = name
        if isWritten {
            queues[section, default: []].append(Entry(name: name, value: value, key: member))
        } else {
            reserved[section, default: [:]][Place(value)] = member
        }
    }

    /// The next component that isn't written yet.
    mutating func next(in section: Section, from index: inout Int) -> Entry? {
        guard let queue = queues[section], index < queue.count else { return nil }
        index += 1
        return queue[index - 1]
    }

    private static func plain(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                || "_-.".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
        }
        return scalars.isEmpty ? "component" : String(scalars)
    }
}
