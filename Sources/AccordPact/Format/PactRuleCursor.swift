// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The matching rules of a pact that can apply to a value or its inner values. The cursor of an inner value keeps only
/// the rules that can still match. Accord therefore doesn't try every rule for every value.
package struct PactRuleCursor {
    private struct Candidate {
        var rule: Int
        /// The number of names and indices in the rule's path, without wildcards. If several rules match, the rule with
        /// the highest number applies.
        var named = 0
    }

    /// The matchers that apply to a value.
    package struct Matchers {
        package var all: [PactMatcher]
        /// Whether one matcher is enough: the value passes if at least one of the matchers accepts the value.
        package var isAny: Bool
        /// Whether the matchers come from a rule for an enclosing value, such as a rule for `$.user` that applies to
        /// `$.user.name`.
        package var isCascaded: Bool

        package init(all: [PactMatcher], isAny: Bool, isCascaded: Bool) {
            (self.all, self.isAny, self.isCascaded) = (all, isAny, isCascaded)
        }
    }

    private let rules: [PactRule]
    private var open: [Candidate]
    /// The number of names and indices from the root to this value.
    private(set) var depth = 0
    private var best: (rule: Int, named: Int, length: Int)?
    /// The matchers of the innermost `eachValue` that encloses the value.
    private var imposed: (matchers: [PactMatcher], depth: Int)?

    package init(_ rules: [PactRule]) {
        self.rules = rules
        open = rules.indices.map { Candidate(rule: $0) }
        settle()
    }

    /// Returns a cursor with the matching rules for an inner value: a member of an object, or an element of an array.
    package func entering(_ step: PactPath.Step) -> PactRuleCursor {
        var inner = self
        inner.depth += 1
        inner.open = open.compactMap { candidate in
            let steps = rules[candidate.rule].path.steps
            guard depth < steps.count, let named = Self.match(steps[depth], step) else { return nil }
            return Candidate(rule: candidate.rule, named: candidate.named + named)
        }
        inner.settle()
        return inner
    }

    /// Returns a cursor with the matchers of an `eachValue`. They apply to this value and its inner values. A rule for
    /// this value or for an inner value takes precedence.
    package func imposing(_ matchers: [PactMatcher]) -> PactRuleCursor {
        var cursor = self
        cursor.imposed = (matchers, depth)
        return cursor
    }

    /// Compares one component of a rule's path with the name or index of an inner value. Returns 1 if they are equal, 0
    /// if the component is a wildcard, or `nil` if they don't match.
    private static func match(_ rule: PactPath.Step, _ step: PactPath.Step) -> Int? {
        switch (rule, step) {
        case (.any, _), (.anyIndex, .index): 0
        case (.name(let name), .name(let other)): name == other ? 1 : nil
        case (.index(let index), .index(let other)): index == other ? 1 : nil
        case (.name(let name), .index(let index)): name == String(index) ? 1 : nil
        default: nil
        }
    }

    private mutating func settle() {
        for candidate in open where rules[candidate.rule].path.steps.count == depth {
            guard let best, (best.named, best.length) > (candidate.named, depth) else {
                self.best = (candidate.rule, candidate.named, depth)
                continue
            }
        }
    }

    /// Whether the path of a rule ends at this value.
    package var isNamed: Bool { best?.length == depth || imposed?.depth == depth }

    /// The matchers of the rule whose path ends at this value.
    package var direct: [PactMatcher] {
        if let best, best.length == depth { return rules[best.rule].matchers }
        return imposed?.depth == depth ? imposed?.matchers ?? [] : []
    }

    /// The matchers that apply to this value, or `nil` if the value must equal the example.
    package var matchers: Matchers? {
        if let imposed, (best?.length ?? -1) < imposed.depth {
            return matchers(imposed.matchers, isAny: false, isCascaded: imposed.depth < depth)
        }
        guard let best else { return nil }
        let rule = rules[best.rule]
        return matchers(rule.matchers, isAny: rule.isAny, isCascaded: best.length < depth)
    }

    private func matchers(_ all: [PactMatcher], isAny: Bool, isCascaded: Bool) -> Matchers? {
        let applicable = isCascaded ? all.filter(\.cascades) : all
        return applicable.isEmpty ? nil : Matchers(all: applicable, isAny: isAny, isCascaded: isCascaded)
    }
}
