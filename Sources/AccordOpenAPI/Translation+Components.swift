// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The components of the contract. A value that a `$ref` in the document refers to becomes a component.
struct SharedComponents {
    enum Section: String, CaseIterable {
        // The order matters: a component refers only to components in the same section or in later sections.
        case responses, requestBodies, parameters, headers, schemas
    }

    /// A component. `key` is the member of the document's components, or `nil` if the document has no such member.
    typealias Entry = (name: String, value: JSONValue, key: JSONMember?)

    private var names: [Section: [NodeID: String]] = [:]
    private var taken: [Section: Set<String>] = [:]
    /// Components that have a name but are added only when the contract refers to them.
    private var reserved: [Section: [NodeID: JSONMember]] = [:]
    private var queues: [Section: [Entry]] = [:]

    /// Returns the name of the component for a value. A new component gets the preferred name. If another component has
    /// this name, a number is appended.
    mutating func name(of value: JSONValue, in section: Section, preferring preferred: String) -> String {
        let place = NodeID(value)
        if let known = names[section]?[place] {
            if let member = reserved[section]?.removeValue(forKey: place) {
                queues[section, default: []].append((known, value, member))
            }
            return known
        }
        let name = taken[section, default: []].insertUnused(Self.plain(preferred))
        names[section, default: [:]][place] = name
        queues[section, default: []].append((name, value, nil))
        return name
    }

    /// Reserves the name that a component has in the document, so that no other component gets this name.
    ///
    /// - Parameter isAdded: Whether the component is added even if the contract doesn't refer to it.
    mutating func reserve(_ member: JSONMember, _ value: JSONValue, in section: Section, isAdded: Bool) {
        let name = member.key
        guard names[section]?[NodeID(value)] == nil, taken[section, default: []].insert(name).inserted else { return }
        names[section, default: [:]][NodeID(value)] = name
        if isAdded {
            queues[section, default: []].append((name, value, member))
        } else {
            reserved[section, default: [:]][NodeID(value)] = member
        }
    }

    /// Returns the next component to build and advances `index`, or returns `nil` at the end.
    mutating func next(in section: Section, from index: inout Int) -> Entry? {
        guard let queue = queues[section], index < queue.count else { return nil }
        index += 1
        return queue[index - 1]
    }

    /// Returns the name with a `_` in place of each character that the name of a component can't contain.
    static func plain(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                || "_-.".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
        }
        return scalars.isEmpty ? "component" : String(scalars)
    }
}

extension Translation {
    /// Adds a value to the contract. If the document refers to the value with a `$ref` (`written`), adds a reference to
    /// a component. The component then contains the value.
    func addComponent(_ value: JSONValue, in section: SharedComponents.Section, referredToBy written: JSONValue) {
        guard let reference = written["$ref"]?.string else { return build(value, in: section) }
        let name = components.name(of: value, in: section, preferring: Self.name(of: reference))
        object(at: written) { add("$ref", .string("#/components/\(section.rawValue)/\(name.asFragment)"), at: written) }
    }

    /// Adds the components that the document defines or refers to.
    func addComponents() {
        let listed = root["components"] ?? root
        if version != .swagger2, let components = root["components"] {
            checkFields(of: components, .components)
            for section in components.members where !section.key.hasPrefix("x-") {
                for member in section.value.members where SharedComponents.plain(member.key) != member.key {
                    warn(
                        .badValue, "“\(member.key)” can't be the name of a component",
                        at: SourceLocation(keyOf: member),
                        advice: "Use only letters of ASCII, digits, “.”, “-” and “_”.")
                }
            }
        }
        object("components", at: listed) {
            addSecuritySchemes()
            for section in SharedComponents.Section.allCases {
                object(section.rawValue, at: listed[section.rawValue] ?? listed) {
                    var index = 0
                    while let entry = components.next(in: section, from: &index) {
                        writer.key(entry.name, at: entry.key?.keyValue ?? entry.value)
                        build(entry.value, in: section)
                    }
                }
            }
        }
    }

    private func build(_ value: JSONValue, in section: SharedComponents.Section) {
        switch section {
        case .responses: buildResponse(value)
        case .requestBodies: buildRequestBody(value)
        case .parameters: buildParameter(value)
        case .headers: buildHeader(value)
        // A string is the text of a `$ref` without a target. The error was already reported. Write a schema that
        // accepts every value.
        case .schemas: if value.kind == .string { writer.value(true, at: value) } else { buildSchema(value) }
        }
    }

    /// Reserves the names of the document's components, and adds all components. If the options select operations, adds
    /// only schemas with `$id`. The contract gets other components when an operation refers to them.
    func reserveComponents() {
        for section in SharedComponents.Section.allCases {
            let swaggerComponents = section == .schemas ? root["definitions"] : nil
            let listed = version == .swagger2 ? swaggerComponents : root["components"]?[section.rawValue]
            guard let listed, expect(listed, .object, "“\(section.rawValue)”") else { continue }
            for member in listed.members where !member.key.hasPrefix("x-") || section == .schemas {
                let value = section == .schemas ? member.value : resolved(member.value)
                guard let value, section == .schemas || expect(value, .object, "“\(member.key)”") else { continue }
                let isAdded = options.operations == nil || section == .schemas && value["$id"] != nil
                components.reserve(member, value, in: section, isAdded: isAdded)
            }
        }
    }

    /// Checks the components that a contract can't contain, such as links and examples.
    func checkOtherComponents() {
        guard options.operations == nil, let listed = root["components"] else { return }
        let (kept, nodes) = (writer, schemaNodes)
        defer { (writer, schemaNodes) = (kept, nodes) }
        func each(_ section: String, _ check: (JSONMember, JSONValue) -> Void) {
            guard let components = listed[section], expect(components, .object, "“\(section)”") else { return }
            for (member, value) in objects(in: components, "component") { check(member, value) }
        }
        each("links") { _, value in checkFields(of: value, .link) }
        each("examples") { _, value in
            checkFields(of: value, .example)
            checkExclusions(value)
        }
        each("mediaTypes") { _, value in buildMediaType(value) }
        func buildPathItem(_ member: JSONMember, _ value: JSONValue) {
            for operation in operations(in: value, path: "", pathMember: member) {
                buildOperation(operation, isCallback: true)
            }
        }
        each("pathItems", buildPathItem)
        each("callbacks") { _, value in
            for member in value.members where !member.key.hasPrefix("x-") { buildPathItem(member, member.value) }
        }
    }
}

extension String {
    /// The string as one token of a JSON Pointer in a URI fragment.
    var asFragment: String { Percent.encode(String(JSONPointer(tokens: [self]).description.dropFirst())) }
}
