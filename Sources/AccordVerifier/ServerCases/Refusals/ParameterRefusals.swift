// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Derives requests with an invalid parameter. The parameter is missing, has a wrong type, or has a value just outside
/// the limits of its schema.
struct ParameterRefusals {
    /// The maximum number of invalid values for one parameter.
    private static let mostValues = 50

    private(set) var all: [RefusedRequest] = []
    private let request: RequestDefinition

    init(_ base: Case) {
        let described = base.operation.request
        request = base.lastDefinition
        for parameter in described.parameters {
            for wrong in Self.wrongValues(of: parameter) {
                add(parameter, wrong, wrong.value == nil ? "missing" : "schema")
            }
            guard parameter.mediaType?.isJSON == true, !parameter.isForbidden,
                [.query, .header].contains(parameter.place)
            else { continue }
            let wrong = WrongValue(
                value: "{\"a\":", reason: "\(Self.title(parameter)) isn't JSON", location: parameter.location)
            add(parameter, wrong, "malformed", malformed: parameter)
        }
    }

    /// An invalid value for a parameter, and why it is invalid.
    struct WrongValue {
        /// The invalid value, or `nil` to omit the required parameter.
        var value: JSON?
        /// The last part of the case id. It distinguishes the invalid values of a parameter.
        var slug: String?
        /// The reason why the value is invalid.
        var reason: String
        /// The contract location of the keyword that the value violates.
        var location: SourceLocation
        /// Whether the value is a word, such as `x` for an integer, and every word is invalid.
        var isAnyWord = false
        /// Whether many frameworks accept the value.
        var isUsual = false

        /// Returns a copy with `word` as the value if `isAnyWord` is true. Otherwise returns the value unchanged.
        func with(_ word: String) -> WrongValue {
            guard isAnyWord else { return self }
            var other = self
            other.value = .string(word)
            if let text = value?.string { other.reason = reason.replacing("\"\(text)\"", with: "\"\(word)\"") }
            return other
        }
    }

    /// Returns the invalid values for a parameter: a missing value, and values that the schema rejects.
    static func wrongValues(of parameter: Parameter) -> [WrongValue] {
        guard !parameter.isForbidden, parameter.mediaType?.isJSON != false else { return [] }
        var invalidValues: [WrongValue] = []
        if parameter.isRequired, parameter.place != .path {
            invalidValues.append(WrongValue(reason: "\(title(parameter)) is missing", location: parameter.location))
        }
        var known: Set<String> = []
        for value in parameter.schema.boundaryValues(limit: 4 * mostValues) where !value.isValid {
            guard known.count < mostValues else { break }
            // Skips values that a parameter can't represent as text: null, and undocumented lists and objects.
            guard isText(value.instance, of: parameter), let instance = sent(value, as: parameter) else { continue }
            if parameter.mediaType == nil, value.keyword == "type", value.allowsText { continue }
            if let text = instance.string, text.utf8.count > FuzzValues.mostBytes { continue }
            let slug = "\(value.place.description):\(value.keyword).\(value.variant.slug)"
            guard known.insert(slug).inserted else { continue }
            let violation = parameter.schema.violation(of: value, in: instance)
            invalidValues.append(
                WrongValue(
                    value: instance, slug: slug,
                    reason: "\(title(parameter)): \(violation?.message ?? value.description)",
                    location: violation.map { SourceLocation($0.schemaValue) } ?? parameter.location,
                    isAnyWord: value.keyword == "type" && parameter.mediaType == nil && instance.string != nil,
                    isUsual: isUsual(value, instance, of: parameter)))
        }
        return invalidValues
    }

    /// Returns whether many frameworks accept an invalid value: a Boolean value written as 1, a time without a time
    /// zone, or a content coding in upper case, which RFC 9110, section 8.4.1, allows. Django REST framework 3 uses the
    /// default for a page size or offset that isn't a number, and documents neither a minimum nor a maximum;
    /// drf-spectacular 0.30 uses the default for an unknown `lang`. Spring Data uses the default for each wrong
    /// page, which springdoc-openapi 2 describes with these words.
    private static func isUsual(_ value: BoundaryValue, _ instance: JSON, of parameter: Parameter) -> Bool {
        switch (parameter.place, parameter.name.lowercased()) {
        case (.header, "content-encoding"), (.header, "accept-encoding"): return value.variant == "a different case"
        case (.query, "limit"), (.query, "offset"), (.query, "page_size"):
            let schema = parameter.schema.source
            return value.keyword == "type" && !parameter.isRequired && schema["minimum"] == nil
                && schema["maximum"] == nil
        case (.query, "page"), (.query, "size"):
            return ["Zero-based page index (0..N)", "The size of the page to be returned"].contains(
                parameter.description)
        case (.query, "lang") where value.keyword == "enum": return !parameter.isRequired
        default:
            guard parameter.mediaType == nil else { return false }
            let isTime = instance.number != nil || value.keyword == "format"
            return value.isOutsideFormat || value.isBoolean(instance)
                || isTime && parameter.schema.isUsuallyConverted(instance, at: .root)
        }
    }

    /// Returns the invalid value to send. A path parameter can't contain `a/b`, because the slash would change the
    /// route. Instead of `a/b`, returns a different value that violates `pattern`, such as `~`. Returns `nil` if `a/b`
    /// violates a keyword other than `pattern`.
    private static func sent(_ value: BoundaryValue, as parameter: Parameter) -> JSON? {
        guard parameter.place == .path, case .string = value.instance,
            !FuzzValues.canCarry(value.instance, .path, isText: true)
        else { return value.instance }
        guard value.keyword == "pattern" else { return nil }
        return ["~", "!", "a b", "é", "0"].map { .string($0) }.first { !parameter.schema.isValid($0) }
    }

    private mutating func add(
        _ parameter: Parameter, _ wrong: WrongValue, _ entry: String, malformed: Parameter? = nil
    ) {
        var changedRequest = request
        let value = NamedValue.made(parameter.name, wrong.value ?? .null, at: parameter.location)
        changedRequest.set(value, in: parameter.place)
        all.append(
            RefusedRequest(
                entry: entry, place: "\(parameter.place.rawValue).\(parameter.name)" + (wrong.slug ?? ""),
                refusal: Refusal(
                    reason: wrong.reason, location: wrong.location, at: .init(parameter), statuses: [],
                    isUsual: wrong.isUsual),
                request: changedRequest, malformed: malformed, isLeftOut: wrong.value == nil))
    }

    private static func isText(_ value: JSON, of parameter: Parameter) -> Bool {
        if parameter.mediaType != nil { return !value.isNull }
        switch value {
        case .null: return false
        case .array: return parameter.types.contains(.array)
        case .object(let object):
            // Allows only documented objects, because the members of an object can become separate query parameters. An
            // undocumented query parameter would be a different violation.
            return parameter.types.contains(.object)
                && (!parameter.explode
                    || Set(object.keys).isSubset(of: parameter.schema.view.propertyNames))
        case .bool, .number, .string: return true
        }
    }

    private static func title(_ parameter: Parameter) -> String {
        "the \(parameter.place.rawValue) parameter “\(parameter.name)”"
    }
}

extension Finding.Place {
    /// The place of a parameter in a request.
    init(_ parameter: Parameter) {
        let part: Part =
            switch parameter.place {
            case .path: .path
            case .query: .query
            case .header: .header
            case .cookie: .cookie
            }
        self.init(part, parameter.name)
    }
}
