// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A difference between two schemas in one keyword or property.
struct SchemaChange {
    /// Whether a difference makes a schema accept fewer values (`narrows`), more values (`widens`) or both.
    enum Effect {
        case narrows, widens, both
        /// The schema accepts the same values. Values that no client or server sends are ignored.
        case none
    }

    /// The subject of a change, if it decides how other changes relate to the change.
    enum Topic { case keyword, property, removedProperty, type, null, part, pattern }

    /// The name of a change. The message that contains the schema decides about the rest of the id.
    enum Name: Hashable, ExpressibleByStringInterpolation {
        /// A change of a keyword, such as `min-length-increased`.
        case keyword(String)
        /// A change of who sends a property, such as `required-property-became-read-only`.
        case access(String)
        /// A new or removed property. A hidden property is `readOnly` in a request, or `writeOnly` in a response.
        case property(isNew: Bool, isRequired: Bool, isHidden: Bool, hasDefault: Bool)

        init(stringLiteral keyword: String) { self = .keyword(keyword) }

        /// Returns the id of the change.
        ///
        /// - Parameters:
        ///   - message: the message that contains the schema.
        ///   - isReversed: whether the server sends the request, as in webhooks.
        ///   - element: the start of the id of a keyword's change, such as `request-body`.
        func id(in message: MessageDirection, isReversed: Bool, element: String) -> String {
            switch self {
            case .keyword(let name): return "\(element)-\(name)"
            case .access(let name): return "\(message.rawValue)-\(name)"
            case .property(let isNew, let isRequired, var isHidden, let hasDefault):
                isHidden = isHidden && !isReversed
                let kind = isRequired ? "required" : "optional"
                if message == .response {
                    let known = isReversed && !isNew ? "optional" : kind
                    return "response-\(known)\(isHidden ? "-write-only" : "")-property-\(isNew ? "added" : "removed")"
                }
                if !isNew { return "request-property-removed" }
                if isHidden { return "new-read-only-request-property" }
                return "new-\(kind)-request-property\(hasDefault && !isReversed ? "-with-default" : "")"
            }
        }
    }

    var name: Name
    var topic: Topic = .keyword
    var effect: Effect
    /// The impact of the change even if each message stays valid.
    var least: Change.Impact = .compatible
    /// Whether the documents leave open whether the change breaks clients.
    var isUndecided = false
    /// The kinds of values, such as null, that the new schema of a response allows and the old schema rejects.
    var allows: Set<Dependence.Variation> = []
    /// The path of the changed value.
    var path: [PathStep] = []
    var text: String
    /// The end of the sentence that names the alternative, such as ` in “Card”`.
    var scope = ""
    var sentence: String { text + scope }
    var old: JSONValue?
    var new: JSONValue?
    /// The old and the new schema that contain the changed keyword.
    var owners: (old: Schema, new: Schema)
    /// The values that show the change.
    var claim: Claim
    /// The innermost pair of alternatives that contains the changed value.
    var alternative: AlternativePair?

    /// The path of the value whose validity the change decides. For an added, removed or required property, this is
    /// the object with the property.
    var ownerPath: ArraySlice<PathStep> { isAboutProperty ? path.dropLast() : path[...] }

    /// Whether the change adds, removes or requires a property. If so, `owners` contains the schemas of the object.
    var isAboutProperty: Bool { topic == .property || topic == .removedProperty }

    /// Whether the change is about null in place of the whole value.
    var isAboutNull: Bool { path.isEmpty && topic == .null }

    /// Returns the same change of a value that contains the changed value at a path.
    func moved(into path: [PathStep]) -> SchemaChange {
        var change = self
        change.path = path + self.path
        change.alternative?.path = path + (alternative?.path ?? [])
        return change
    }
}

/// An alternative of a union in the old document, and the same alternative in the new document.
struct AlternativePair {
    /// The path of the value that the union describes.
    var path: [PathStep] = []
    var old: Schema
    var new: Schema
    /// The other alternatives of the union in the old and in the new document.
    var others: (old: [Schema], new: [Schema])
    /// The schemas that contain the union. Their other keywords apply to each alternative, too.
    var unions: (old: Schema, new: Schema)
    /// Whether the sender's union is `oneOf`.
    var isExclusive: Bool
    var name: String
}

/// Finds the differences between the keywords of two schemas, at any depth.
final class SchemaComparison {
    /// Identifies a difference between two schemas, but not its pointer. If `/billing` and `/shipping` have the same
    /// schema, the same difference at both pointers has equal keys.
    struct Place: Hashable {
        var name: SchemaChange.Name
        var text: String
        var old: Schema
        var new: Schema
        var token: String?

        init(_ change: SchemaChange) {
            name = change.name
            text = change.sentence
            (old, new) = change.owners
            token = change.path.last?.token
        }
    }

    private static let mostPlaces = 4

    private var flats: [Bool: [Schema: FlatSchema]] = [:]
    private var known: [Witness: [SchemaChange]] = [:]
    private var open: Set<Witness> = []
    /// The largest number of nested schemas to compare. Paths and values grow with the depth.
    static let greatestDepth = 200
    let classes: SchemaGraph

    init(_ graph: SchemaGraph) { classes = graph }

    func flat(_ schema: Schema, opensUnions: Bool = true) -> FlatSchema {
        if let known = flats[opensUnions]?[schema] { return known }
        let flat = FlatSchema(schema, opensUnions: opensUnions)
        flats[opensUnions, default: [:]][schema] = flat
        return flat
    }

    /// Returns the differences between two schemas. If a schema refers to itself, returns each difference once.
    func changes(_ old: Schema, _ new: Schema, _ direction: MessageDirection) -> [SchemaChange] {
        var (left, right) = (flat(old), flat(new))
        // Compare the only alternative of a union with the alternatives of the other union.
        if left.hasOpenedUnion, !right.hasOpenedUnion, !right.alternatives.isEmpty {
            left = flat(old, opensUnions: false)
        } else if right.hasOpenedUnion, !left.hasOpenedUnion, !left.alternatives.isEmpty {
            right = flat(new, opensUnions: false)
        }
        let pair = Witness(left.annotated, right.annotated, direction, nil)
        if let differences = known[pair] { return differences }
        // At a greater depth, Accord can't prove a change, and the change of the whole schema is undecided.
        guard open.count < Self.greatestDepth, open.insert(pair).inserted else { return [] }
        defer { open.remove(pair) }
        var keywordChanges = KeywordChanges(old: left, new: right, comparison: self, direction: direction)
        keywordChanges.run()
        // Keep at most `mostPlaces` copies of a difference, because many values may use the same schema.
        var counts: [Place: Int] = [:]
        let differences = keywordChanges.changes.filter { change in
            let place = Place(change)
            counts[place, default: 0] += 1
            return counts[place, default: 0] <= Self.mostPlaces
        }
        known[pair] = differences
        return differences
    }

    /// Returns whether two schemas have equal keywords, at any depth.
    func areEqual(_ old: Schema, _ new: Schema, _ direction: MessageDirection) -> Bool {
        guard let left = classes.number(old, direction), let right = classes.number(new, direction) else {
            return JSON(old.source) == JSON(new.source)
        }
        return left == right
    }
}
