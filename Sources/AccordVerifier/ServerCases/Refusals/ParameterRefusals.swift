import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

/// Requests with a parameter that is missing, of another type or just outside of what its schema allows.
struct ParameterRefusals {
    /// More of one parameter tell nothing new.
    private static let mostValues = 50

    private(set) var all: [RefusedRequest] = []
    private let request: RequestDefinition

    init(_ base: Case) {
        let described = base.operation.request
        request = base.steps[base.lastStep].request ?? RequestDefinition(location: described.location)
        for parameter in described.parameters {
            for wrong in Self.wrongValues(of: parameter) {
                add(parameter, wrong.value == nil ? "missing" : "schema", wrong.slug, wrong.value, wrong.reason)
            }
        }
    }

    /// A value that a parameter can't have.
    struct WrongValue {
        /// nil: none where one is required.
        var value: JSON?
        /// What tells it apart in an id.
        var slug: String?
        /// What it breaks.
        var problem: String
        /// What of the value breaks it; nil where there is none.
        var shown: JSON?
        /// True where any word would be as wrong.
        var isAnyWord = false

        var reason: String { shown.map { "\(problem), \($0.compact.prefix(80))" } ?? problem }

        /// The same with another word, `xkcd`, in its place.
        func with(_ word: String) -> WrongValue {
            guard isAnyWord else { return self }
            var other = self
            other.value = .string(word)
            other.shown = other.value
            return other
        }
    }

    /// What is wrong for a parameter: that it is missing, and what breaks its schema.
    static func wrongValues(of parameter: Parameter) -> [WrongValue] {
        guard !parameter.isForbidden, parameter.mediaType?.isJSON != false else { return [] }
        var found: [WrongValue] = []
        if parameter.isRequired, parameter.place != .path {
            found.append(WrongValue(problem: "\(title(parameter)) is missing"))
        }
        var known: Set<String> = []
        for value in parameter.schema.boundaryValues(limit: 4 * mostValues) where !value.isValid {
            guard known.count < mostValues else { break }
            // Nothing as text is null, and no text is a list or an object where neither is documented.
            guard isText(value.instance, of: parameter), let instance = sent(value, as: parameter) else { continue }
            if parameter.mediaType == nil, value.keyword == "type", value.allowsText { continue }
            let slug = "\(value.place.description):\(value.keyword).\(value.variant.slug)"
            guard known.insert(slug).inserted else { continue }
            found.append(
                WrongValue(
                    value: instance, slug: slug,
                    problem: "\(title(parameter)) breaks \(value.keyword): \(value.variant)",
                    shown: instance == value.instance ? value.value : instance,
                    isAnyWord: value.keyword == "type" && parameter.mediaType == nil && instance.string != nil))
        }
        return found
    }

    /// What is sent of a wrong value: in a path another text where the value itself would lead elsewhere; nil where
    /// there is none.
    private static func sent(_ value: BoundaryValue, as parameter: Parameter) -> JSON? {
        guard parameter.place == .path, case .string = value.instance,
            !FuzzValues.canCarry(value.instance, .path, isText: true)
        else { return value.instance }
        guard value.keyword == "pattern" else { return nil }
        return ["~", "!", "a b", "é", "0"].map { .string($0) }.first { !parameter.schema.isValid($0) }
    }

    private mutating func add(
        _ parameter: Parameter, _ entry: String, _ detail: String?, _ value: JSON?, _ reason: String
    ) {
        var own = request
        own.set(NamedValue.made(parameter.name, value ?? .null, at: parameter.location), in: parameter.place)
        all.append(
            RefusedRequest(
                entry: entry, place: "\(parameter.place.rawValue).\(parameter.name)" + (detail ?? ""), reason: reason,
                location: parameter.location, request: own, isLeftOut: value == nil))
    }

    private static func isText(_ value: JSON, of parameter: Parameter) -> Bool {
        if parameter.mediaType != nil { return !value.isNull }
        switch value {
        case .null: return false
        case .array: return parameter.types.contains(.array)
        case .object(let object):
            // Its members are items of the query of their own: one that nobody documents is another mistake.
            return parameter.types.contains(.object)
                && (!parameter.explode || SchemaView(parameter.schema.source).covers(object.keys))
        case .bool, .number, .string: return true
        }
    }

    private static func title(_ parameter: Parameter) -> String {
        "the \(parameter.place.rawValue) parameter “\(parameter.name)”"
    }
}

extension SchemaView {
    fileprivate func covers(_ names: [String]) -> Bool { Set(names).isSubset(of: propertyNames) }
}
