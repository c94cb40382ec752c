// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The schemas of one or two documents.
///
/// Add all schemas first, then call ``merge()``, to give equal schemas the same number.
package struct SchemaGraph {
    private(set) var rules: [SchemaRule] = []
    private var numbers: [MessageDirection: [Schema: Int]] = [:]
    /// The final numbers of the schemas, set by `merge()`. The index is the schema's number before `merge()`.
    private var merged: [Int] = []

    package init() {}

    /// Adds a schema with all schemas that it refers to.
    package mutating func add(_ schema: Schema, _ direction: MessageDirection) {
        // Move the dictionary into a local variable to avoid copying it.
        var known = numbers.removeValue(forKey: direction) ?? [:]
        var pending: [() -> SchemaRule] = []
        let start = rules.count
        func reserve(_ rule: @escaping () -> SchemaRule) -> Int {
            pending.append(rule)
            return start + pending.count - 1
        }
        func number(_ schema: Schema) -> Int {
            if let number = known[schema] { return number }
            let place = reserve {
                for child in schema.children { _ = number(child) }
                return SchemaRule(schema, direction, index: number) { rule in reserve { rule } }
            }
            known[schema] = place
            return place
        }
        _ = number(schema)
        while rules.count - start < pending.count {
            let rule = pending[rules.count - start]
            rules.append(rule())
        }
        numbers[direction] = known
    }

    /// Returns the number of a schema in the graph, or `nil` if the schema wasn't added.
    package func number(_ schema: Schema, _ direction: MessageDirection) -> Int? {
        numbers[direction]?[schema].map { merged.isEmpty ? $0 : merged[$0] }
    }

    /// Gives equal schemas the same number. Two schemas are equal if they have equal keywords, at any depth.
    package mutating func merge() {
        let targets = rules.indices.map(target)
        for index in rules.indices { rules[index].mapSchemas { targets[$0] } }
        var classes = rules.map(\.localHash)
        var count = Set(classes).count
        while true {
            let next = rules.indices.map { index in rules[index].hash(classes[index]) { classes[$0] } }
            let nextCount = Set(next).count
            classes = next
            if nextCount == count { break }
            count = nextCount
        }
        var first: [Int: Int] = [:]
        for (index, value) in classes.enumerated() where first[value] == nil { first[value] = index }
        let numbers = classes.map { first[$0] ?? 0 }
        for index in rules.indices { rules[index].mapSchemas { numbers[$0] } }
        merged = targets.map { numbers[$0] }
    }

    /// Returns the number of the schema. If the schema contains only a `$ref`, returns the number of the schema that
    /// the `$ref` refers to.
    private func target(_ index: Int) -> Int {
        var index = index
        for _ in 0..<16 {
            guard let next = rules[index].onlyPart else { break }
            index = next
        }
        return index
    }
}

extension SchemaRule {
    /// The number of the only schema in `all`, if this schema consists only of a `$ref` or of `allOf` with one schema.
    /// This schema then accepts the same values as the schema in `all`.
    fileprivate var onlyPart: Int? {
        var blank = SchemaRule(schema: schema)
        blank.all = all
        return all.count == 1 && hash(localHash) { $0 } == blank.hash(blank.localHash) { $0 } ? all[0] : nil
    }

    /// The hash of the schema's own constraints, without the schemas that it refers to.
    fileprivate var localHash: Int {
        var hasher = Hasher()
        hasher.combine(types)
        hasher.combine(allowed)
        hasher.combine(number)
        hasher.combine(counts.filter { $1 != CountLimits() })
        hasher.combine(containedCount)
        hasher.combine(tests)
        hasher.combine([always, isUnique, isOpaque])
        hasher.combine([hidden, Set(required)])
        // The graph doesn't represent these keywords of an opaque schema. Hash their text.
        for keyword in Schema.references + ["unevaluatedItems", "unevaluatedProperties"] where isOpaque {
            hasher.combine(schema.keywords[keyword].map { JSON($0) })
        }
        return hasher.finalize()
    }

    /// Returns a hash of the schema's own constraints and of the schemas that it refers to. The closure returns the same
    /// number for equal schemas.
    fileprivate func hash(_ own: Int, _ classOf: (Int) -> Int) -> Int {
        var hasher = Hasher()
        hasher.combine(own)
        hasher.combine([items, contains, additional, names].map { $0.map(classOf) })
        hasher.combine(prefix.map(classOf))
        let patterns = patterns.map { (name: $0.pattern.source, schema: $0.schema) }
        for members in [properties, patterns, dependents] {
            for member in members.sorted(by: { $0.name < $1.name }) {
                hasher.combine(member.name)
                hasher.combine(classOf(member.schema))
            }
            hasher.combine(members.count)
        }
        hasher.combine(([all, not, possible] + any).map { Set($0.map(classOf)) })
        hasher.combine(one.map { $0.map(classOf).sorted() })
        return hasher.finalize()
    }
}
