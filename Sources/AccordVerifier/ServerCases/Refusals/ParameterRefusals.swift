// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension ServerCases {
    /// Adds requests with an invalid parameter. The parameter is missing, has a wrong type, or has a value just outside
    /// the limits of its schema.
    mutating func addParameters(_ base: Case) {
        for parameter in operation.request.parameters {
            for wrong in WrongValue.all(of: parameter) { add(wrong, wrong.value == nil ? "missing" : "schema", base) }
            guard parameter.mediaType?.isJSON == true, !parameter.isForbidden,
                [.query, .header].contains(parameter.place)
            else { continue }
            // Sends the value as plain text.
            let text = Parameter(
                name: parameter.name, place: parameter.place, location: parameter.location,
                value: parameter.schema.source, schema: parameter.schema, isRequired: parameter.isRequired,
                mediaType: MediaType(parsing: "text/plain"))
            var described = operation.request
            for index in described.query.indices where described.query[index] === parameter {
                described.query[index] = text
            }
            for index in described.headers.indices where described.headers[index] === parameter {
                described.headers[index] = text
            }
            let wrong = WrongValue(parameter, "{\"a\":", "\(WrongValue.title(parameter)) isn't JSON")
            add(wrong, "malformed", base, operation.with(request: described))
        }
    }

    private mutating func add(_ wrong: WrongValue, _ entry: String, _ base: Case, _ operation: Operation? = nil) {
        let parameter = wrong.parameter
        let place = "\(parameter.place.rawValue).\(parameter.name)\(wrong.slug)"
        var draft = draft(base, entry, place, wrong.refusal)
        draft.last.operation = operation ?? draft.last.operation
        draft.last.request?.set(
            NamedValue.made(parameter.name, wrong.value ?? .null, at: parameter.location), in: parameter.place)
        addIfInvalid(draft, isLeftOut: wrong.value == nil)
    }
}

/// An invalid value for a parameter, and why it is invalid.
struct WrongValue: Sendable {
    let parameter: Parameter
    /// The invalid value, or `nil` to omit the required parameter.
    var value: JSON?
    /// The last part of the case id. It distinguishes the invalid values of a parameter.
    var slug = ""
    /// The reason why the value is invalid, with the contract location of the keyword that the value violates.
    var refusal: Refusal
    /// Whether the value is a word, such as `x` for an integer, and every word is invalid.
    var isAnyWord = false

    /// The maximum number of invalid values for one parameter.
    private static let mostValues = 50

    init(_ parameter: Parameter, _ value: JSON?, _ reason: String, at location: SourceLocation? = nil) {
        self.parameter = parameter
        self.value = value
        refusal = Refusal(
            reason: reason, location: location ?? parameter.location, at: .init(of: parameter.place, parameter.name))
    }

    /// Returns a copy with `word` as the value if `isAnyWord` is true. Otherwise returns the value unchanged.
    func with(_ word: String) -> WrongValue {
        guard isAnyWord, let text = value?.string else { return self }
        var other = self
        other.value = .string(word)
        other.refusal.reason = refusal.reason.replacing("\"\(text)\"", with: "\"\(word)\"")
        return other
    }

    /// Returns the invalid values for a parameter: a missing value, and values that the schema rejects.
    static func all(of parameter: Parameter) -> [WrongValue] {
        guard !parameter.isForbidden, parameter.mediaType?.isJSON != false else { return [] }
        var invalidValues: [WrongValue] = []
        if parameter.isRequired, parameter.place != .path {
            invalidValues.append(WrongValue(parameter, nil, "\(title(parameter)) is missing"))
        }
        var known: [String: Set<JSON>] = [:]
        for value in parameter.schema.boundaryValues(limit: 4 * mostValues) where !value.isValid {
            guard known.count < mostValues else { break }
            // Skips values that a parameter can't represent as text: null, and undocumented lists and objects.
            guard isText(value.instance, of: parameter), let instance = sent(value, as: parameter) else { continue }
            if parameter.mediaType == nil, value.keyword == "type", value.allowsText { continue }
            if let text = instance.string, text.utf8.count > FuzzValues.mostBytes { continue }
            let slug = "\(value.place.description):\(value.keyword).\(value.variant.slug)"
            guard known[slug, default: []].insert(instance).inserted else { continue }
            let number = known[slug]?.count ?? 1
            let violation =
                instance == value.instance
                ? value.violation : parameter.schema.violation(at: .root, in: JSONDocument(instance).root)
            var wrong = WrongValue(
                parameter, instance, "\(title(parameter)): \(violation?.message ?? value.description)",
                at: violation.map { SourceLocation($0.schemaValue) })
            wrong.slug = number == 1 ? slug : "\(slug).\(number)"
            wrong.isAnyWord = value.keyword == "type" && parameter.mediaType == nil && instance.string != nil
            wrong.refusal.isUsual = isUsual(value, instance, of: parameter)
            invalidValues.append(wrong)
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

    private static func isText(_ value: JSON, of parameter: Parameter) -> Bool {
        if parameter.mediaType != nil { return !value.isNull }
        switch value {
        case .null: return false
        case .array: return parameter.types.contains(.array)
        case .object(let object):
            // The members of some objects are separate query parameters. An undocumented one would be a different violation.
            return parameter.types.contains(.object)
                && (!parameter.explode || parameter.style == .deepObject
                    || Set(object.keys).isSubset(of: parameter.schema.view.propertyNames))
        case .bool, .number, .string:
            // A text for an object whose members are separate parameters would be an undocumented parameter.
            return parameter.shape.kind != .object || !parameter.shape.omitsEmpty
        }
    }

    static func title(_ parameter: Parameter) -> String {
        "the \(parameter.place.rawValue) parameter “\(parameter.name)”"
    }
}
