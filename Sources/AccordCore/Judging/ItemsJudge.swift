// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Judges the items of a request: the name-value pairs in a query, a form or a cookie header. The order matters only
/// for items with the same name.
struct ItemsJudge {
    /// The part of a request that contains the name-value pairs: a query, a form or a cookie header. The part
    /// determines how values are encoded.
    enum Kind {
        case query(QueryEncoding?)
        case form
        case cookie
    }

    let kind: Kind
    let expectations: [ExpectedParameter]
    let items: [RawItem]
    /// The contract location of findings about undocumented query items, form fields or cookies.
    let location: SourceLocation
    /// The decoding rules to try: RFC 3986 or HTML forms. The rules differ only in the meaning of a plus sign.
    private let layers: [ParameterReader.Layer]
    private var used: Set<Int> = []

    init(_ kind: Kind, _ expectations: [ExpectedParameter], _ items: [RawItem], location: SourceLocation) {
        self.kind = kind
        self.expectations = expectations
        self.items = items
        self.location = location
        switch kind {
        case .query(.rfc3986), .cookie: layers = [.rfc3986]
        case .query(.form), .form: layers = [.form]
        case .query(nil):
            let holdsPlus = items.contains { item in
                item.name.utf8.contains(UInt8(ascii: "+")) || item.value.utf8.contains(UInt8(ascii: "+"))
            }
            layers = holdsPlus ? [.rfc3986, .form] : [.rfc3986]
        }
    }

    mutating func judge(into judgement: inout Judgement) {
        for expectation in expectations { judge(expectation, &judgement) }
        judgement.assertions += 1
        let unused = items.indices.filter { !used.contains($0) }
        for index in unused.prefix(Self.mostUnexpected) {
            var finding = unexpected(items[index])
            if index == unused[min(unused.count, Self.mostUnexpected) - 1], unused.count > Self.mostUnexpected {
                finding.details.append("and \(unused.count - Self.mostUnexpected) more")
            }
            judgement.report(finding)
        }
    }

    /// The maximum number of findings about unexpected query items, form fields or cookies. A request can have
    /// thousands of them.
    private static let mostUnexpected = 20

    private mutating func judge(_ expectation: ExpectedParameter, _ judgement: inout Judgement) {
        switch expectation.expectation {
        case .value(let value):
            judgement.assertions += 1
            if let finding = judge(value, expectation) { judgement.report(finding) }
        case .schema:
            let match = find(expectation, layers[0])
            let isThere =
                !match.used.isEmpty || (expectation.parameter?.schema).map(shape(expectation).allowsNoItem) ?? false
            judgement.check(isThere, otherwise: missing(expectation))
            judgeSchema(expectation, match, &judgement)
        case .optional: judgeSchema(expectation, find(expectation, layers[0]), &judgement)
        case .absent(let allowed):
            judgement.assertions += 1
            let match = find(expectation, layers[0])
            guard !match.used.isEmpty else { return }
            used.formUnion(match.used)
            if let allowed, match.trees.contains(where: { $0.matches(allowed, as: shape(expectation)) }) { return }
            judgement.report(notNamed(expectation, items[match.used[0]], allowed))
        }
    }

    private mutating func judgeSchema(
        _ expectation: ExpectedParameter, _ match: ParameterReader.Found, _ judgement: inout Judgement
    ) {
        guard !match.used.isEmpty else { return }
        used.formUnion(match.used)
        guard let schema = expectation.parameter?.schema else { return }
        judgement.assertions += 1
        if part == .query, expectation.parameter?.allowsEmptyValue == true,
            match.used.allSatisfy({ items[$0].value.isEmpty })
        {
            return
        }
        let others = layers.dropFirst().flatMap { find(expectation, $0).trees }
        let readings = (match.trees + others).flatMap { $0.readings(as: shape(expectation)) }
        let findings = SchemaFindings(rule: rule(.schema), part: part, name: expectation.name)
        judgement.findings += findings.findings(ofReadings: readings, schema)
    }

    private mutating func judge(_ value: JSON, _ expectation: ExpectedParameter) -> Finding? {
        let matchesByLayer = layers.map { find(expectation, $0, value) }
        for layer in matchesByLayer { used.formUnion(layer.used) }
        let isSame = matchesByLayer.map { $0.trees.contains { $0.matches(value, as: shape(expectation)) } }
        if let all = isSame.first(where: { !$0 }) {
            if matchesByLayer.allSatisfy(\.used.isEmpty) {
                let isEmpty = value.array?.isEmpty == true || value.object?.isEmpty == true
                if isEmpty, shape(expectation).mediaType == nil { return nil }
                if expectation.fallback == value, renamed(expectation) == nil { return nil }
            }
            if !isOrdered(expectation), isReordered(value, matchesByLayer[0], expectation) { return nil }
            if isSame.contains(!all) { return ambiguous(expectation, value, matchesByLayer[0]) }
            return mismatch(expectation, value, matchesByLayer[0])
        }
        return nil
    }

    // MARK: Reading

    private func find(
        _ expectation: ExpectedParameter, _ layer: ParameterReader.Layer, _ value: JSON? = nil,
        as other: ParameterShape? = nil
    ) -> ParameterReader.Found {
        let shape = other ?? self.shape(expectation)
        var others: Set<String> { Set(expectations.map(\.name)).subtracting([expectation.name]) }
        let isPlain = shape.style == .cookie
        let reader = ParameterReader(shape, layer: isPlain ? .plain : layer, expecting: value)
        var match = reader.find(in: items, others: others)
        if case .cookie = kind, !isPlain {
            match.trees +=
                ParameterReader(shape, layer: .plain, expecting: value).find(in: items, others: others).trees
        }
        return match
    }

    private func shape(_ expectation: ExpectedParameter) -> ParameterShape {
        expectation.shape(in: part == .cookie ? .cookie : .query)
    }

    // MARK: Findings

    private var part: Finding.Place.Part {
        switch kind {
        case .query: .query
        case .form: .body
        case .cookie: .cookie
        }
    }

    private enum Mistake { case missing, unexpected, ambiguousPlus, encoding, order, value, schema }

    private func rule(_ mistake: Mistake) -> Rule {
        let (query, cookie): (Rule, Rule) =
            switch mistake {
            case .missing: (.requestQueryMissing, .requestCookieMissing)
            case .unexpected: (.requestQueryUnexpected, .requestCookieUnexpected)
            // A plus sign is never ambiguous in a cookie. Report a wrong value.
            case .ambiguousPlus: (.requestQueryAmbiguousPlus, .requestCookieValue)
            case .encoding: (.requestQueryEncoding, .requestCookieEncoding)
            case .order: (.requestQueryOrder, .requestCookieOrder)
            case .value: (.requestQueryValue, .requestCookieValue)
            case .schema: (.requestQuerySchema, .requestCookieSchema)
            }
        return switch kind {
        case .query: query
        case .form: mistake == .schema ? .requestBodySchema : .requestBodyValue
        case .cookie: cookie
        }
    }

    private var noun: String {
        switch kind {
        case .query: "query item"
        case .form: "form field"
        case .cookie: "cookie"
        }
    }

    private func finding(
        _ mistake: Mistake, _ expectation: ExpectedParameter?, named name: String? = nil, _ message: String,
        expected: String?, actual: String?, advice: String?
    ) -> Finding {
        Finding(
            rule: rule(mistake), message, contract: expectation?.location ?? location,
            place: .init(part, name ?? expectation?.name), expected: expected, actual: actual, advice: advice)
    }

    /// Returns the name of the undocumented item that the client probably sent in place of a missing one.
    private func renamed(_ expectation: ExpectedParameter, sending text: String? = nil) -> String? {
        let known = Set(expectations.map(\.name))
        let unknown = items.map { (name: Form.decode($0.name), text: Form.decode($0.value)) }
            .filter { !known.contains($0.name) }
        // PHP and Rails read a list from items such as `id[]`, which MastodonKit sends in place of `id`.
        let bracketed = "\(expectation.name)[]"
        if unknown.contains(where: { $0.name == bracketed }) { return bracketed }
        let value = text.map { String(Form.decode($0).dropFirst(expectation.name.count + 1)) }
        // A client with an enum may send a different listed value, such as `query=USD` in place of `quote=btc`.
        let listed = shape(expectation).view?.keyword("enum")?.elements.compactMap(\.string) ?? []
        return Suggestion.misnamed(expectation.name, [value].compactMap(\.self) + listed, among: unknown)
    }

    /// Returns a finding about a missing item. An undocumented item with a similar name is part of this mistake.
    private mutating func missing(_ expectation: ExpectedParameter, expected: String? = nil) -> Finding {
        let other = renamed(expectation, sending: expected)
        let sent = items.indices.filter { Form.decode(items[$0].name) == other }
        used.formUnion(sent)
        return finding(
            .missing, expectation, "the \(noun) “\(expectation.name)” is missing", expected: expected,
            actual: sent.first.map { items[$0].text } ?? "none",
            advice: other.map { "Did you mean “\(expectation.name)”? The client sent “\($0)”." }
                ?? (expectation.parameter?.isRequired == false
                    ? "Send the value that the test passes to the client's call."
                    : "Send the \(noun), or set “required” to false in the contract."))
    }

    private func unexpected(_ item: RawItem) -> Finding {
        let name = Percent.decodeText(item.name)
        let isTwice = expectations.contains { $0.name.isExactly(name) }
        let sent = Set(items.map { Percent.decodeText($0.name) })
        return finding(
            .unexpected, nil, named: name,
            isTwice
                ? "the client sent the \(noun) “\(name)” more often than expected"
                : "the contract doesn't document the \(noun) “\(name)”",
            expected: isTwice ? "once" : "none", actual: Excerpt.cut(item.text),
            advice: isTwice
                ? "Send the \(noun) only once, or change its schema in the contract to an array."
                : Suggestion.didYouMean(
                    name, in: expectations.map(\.name).filter { !sent.contains($0) },
                    otherwise: "Document the \(noun) in the contract. "
                        + "If clients may omit the \(noun), set “required” to false."))
    }

    private func notNamed(_ expectation: ExpectedParameter, _ item: RawItem, _ allowed: JSON?) -> Finding {
        let isOptional = expectation.parameter != nil
        return finding(
            .unexpected, expectation,
            isOptional
                ? "the client sent the \(noun) “\(expectation.name)”, but the case doesn't specify it"
                : "the client sent the \(noun) “\(expectation.name)”, but the contract forbids it",
            expected: allowed.map { "none, or \(Excerpt.of($0))" } ?? "none", actual: Excerpt.cut(item.text),
            advice: "If the \(noun) has no value, omit the \(noun): an empty value isn't the same as a missing value.")
    }

    private func ambiguous(_ expectation: ExpectedParameter, _ value: JSON, _ match: ParameterReader.Found) -> Finding {
        let isPlus = match.trees.contains { $0.matches(value, as: shape(expectation)) }
        return finding(
            .ambiguousPlus, expectation,
            isPlus
                ? "“\(expectation.name)” contains an unencoded + instead of %2B: many servers read + as a space"
                : "“\(expectation.name)” contains + instead of %20: by RFC 3986, + is a plus sign",
            expected: written(expectation, value), actual: wire(match.used),
            advice: isPlus
                ? "Encode + as %2B: URLComponents.queryItems and .urlQueryAllowed don't encode +."
                : "Encode a space as %20. If the server reads + as a space, set “queryEncoding” to “form”.")
    }

    private func written(_ expectation: ExpectedParameter, _ value: JSON) -> String {
        Excerpt.cut(ParameterWriter(shape(expectation)).items(value).map(\.text).joined(separator: "&"))
    }

    private func wire(_ used: [Int]) -> String { Excerpt.cut(used.map { items[$0].text }.joined(separator: "&")) }

    private mutating func mismatch(
        _ expectation: ExpectedParameter, _ value: JSON, _ match: ParameterReader.Found
    ) -> Finding {
        let expectedText = written(expectation, value)
        if let torn = unescaped(expectation.name, value) {
            used.formUnion(torn)
            return finding(
                .encoding, expectation,
                "the client sent “\(expectation.name)” without percent-encoding, and an & splits the value",
                expected: expectedText, actual: wire(torn),
                advice: "In the client, use URLComponents.queryItems, and also encode + as %2B.")
        }
        guard !match.used.isEmpty else { return missing(expectation, expected: expectedText) }
        let actual = wire(match.used)
        let text = match.used.count == 1 ? items[match.used[0]].value : ""
        if let cause = EncodingCause.of(text, meaning: ScalarText.text(value) ?? "\u{0}", in: component) {
            return finding(
                .encoding, expectation, "“\(expectation.name)” \(cause.message)",
                expected: expectedText, actual: actual, advice: cause.advice)
        }
        if isReordered(value, match, expectation) {
            return finding(
                .order, expectation, "the client sent the elements of “\(expectation.name)” in the wrong order",
                expected: expectedText, actual: actual,
                advice: "Send the elements of the list in their original order.")
        }
        var other = shape(expectation)
        other.explode.toggle()
        let found = find(expectation, layers[0], value, as: other)
        if found.trees.contains(where: { $0.matches(value, as: other) }) {
            used.formUnion(found.used)
            return finding(
                .value, expectation,
                shape(expectation).explode
                    ? "the client sent the list “\(expectation.name)” as one \(noun), "
                        + "but the contract documents a separate \(noun) for each element"
                    : "the client sent each element of “\(expectation.name)” as a separate \(noun), "
                        + "but the contract documents one \(noun) for the whole list",
                expected: expectedText, actual: actual,
                advice:
                    "If “explode” is true in the contract, send a \(noun) for each element. "
                    + "If “explode” is false, send one \(noun).")
        }
        return finding(
            .value, expectation, "the \(noun) “\(expectation.name)” has the wrong value",
            expected: expectedText, actual: actual,
            advice:
                "The test passes \(Excerpt.of(value)) to the call. Look at the client's code that encodes the value.")
    }

    private var component: EncodingCause.Component {
        switch kind {
        case .form: .form
        case .query(.form): .formQuery
        case .query, .cookie: .query
        }
    }

    /// Whether the order of the elements matters. In a query or cookie, it matters only if a description mentions it: a
    /// client may store the elements in a `Set`.
    private func isOrdered(_ expectation: ExpectedParameter) -> Bool {
        if case .form = kind { return true }
        let description = expectation.parameter?.description
        guard let view = shape(expectation).view else { return SchemaView.mentionsOrder([description]) }
        return view.isOrdered(description)
    }

    private func isReordered(_ value: JSON, _ match: ParameterReader.Found, _ expectation: ExpectedParameter) -> Bool {
        // The document of audiobookshelf describes a text with commas, and its client has a `Set`.
        if let text = value.string, match.used.count == 1, expectation.parameter?.description?.contains("comma") == true
        {
            let sent = Form.decode(items[match.used[0]].value)
            return sent.split(separator: ",").sorted() == text.split(separator: ",").sorted()
        }
        guard case .list(let trees)? = match.trees.first, let elements = value.array else { return false }
        return trees.isPermutation(of: elements) { $0.matches($1, view: shape(expectation).view?.items) }
    }

    /// Returns the indices of the query items or form fields into which an unencoded `&` splits one value, or `nil` if the
    /// client sent no such items.
    private func unescaped(_ name: String, _ value: JSON) -> [Int]? {
        guard let text = ScalarText.text(value), text.utf8.contains(UInt8(ascii: "&")) else { return nil }
        func isWhole(_ joined: String) -> Bool {
            [joined, Percent.decodeText(joined), Form.decode(joined)].contains { $0.isExactly(text) }
        }
        for start in items.indices where Percent.decodeText(items[start].name).isExactly(name) {
            var joinedText = items[start].value
            for next in items.indices[(start + 1)...] {
                joinedText += "&\(items[next].text)"
                if isWhole(joinedText) { return Array(start...next) }
            }
            // If the client sent the value `a&` without percent-encoding, the query contains only the item `a`.
            if isWhole("\(items[start].value)&") { return [start] }
        }
        return nil
    }
}

extension Suggestion {
    /// Returns the name of the item that was probably sent in place of a missing one. It has a similar name, or the text of
    /// the missing item, apart from its case. LastFM.swift sends `name` in place of `tag`, and Coinpaprika's client sends
    /// `query=BTC` in place of `quote=btc`.
    static func misnamed(_ name: String, _ texts: [String], among others: [(name: String, text: String)]) -> String? {
        let texts = texts.map { $0.lowercased() }
        let same = others.first { other in
            // One of several items may have a short text such as `1` by chance.
            (other.text.utf8.count > 2 || others.count == 1) && texts.contains(other.text.lowercased())
        }
        return nearest(to: name, in: others.map(\.name)) ?? same?.name
    }
}

extension Array {
    /// Whether two arrays have the same elements in any order.
    func isPermutation<Other>(of others: [Other], by isSame: (Element, Other) -> Bool) -> Bool {
        var unmatched = others
        return count == others.count
            && allSatisfy { element in
                unmatched.firstIndex { isSame(element, $0) }.map { unmatched.remove(at: $0) } != nil
            }
    }
}

extension ExpectedParameter {
    /// The `default` of an optional parameter or form field. A client may send or omit a parameter with this value.
    var fallback: JSON? {
        guard let parameter, !parameter.isRequired else { return field?.fallback }
        return parameter.defaultValue.map { JSON($0) }
    }
}

extension SchemaView {
    /// Whether the order of a list's elements matters: a description mentions it, and the elements may be equal.
    func isOrdered(_ description: String? = nil) -> Bool {
        keyword("uniqueItems")?.bool != true && Self.mentionsOrder([description, keyword("description")?.string])
    }

    fileprivate static func mentionsOrder(_ descriptions: [String?]) -> Bool {
        descriptions.compactMap { $0?.lowercased() }.contains { text in
            let denials = ["any order", "unordered", "n't matter", "n’t matter", "not matter", "irrelevant"]
            return ["order", "sequence", "priority"].contains { text.contains($0) }
                && !denials.contains { text.contains($0) }
        }
    }
}
