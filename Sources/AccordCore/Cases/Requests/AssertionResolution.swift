import AccordContract
import AccordJSON
import AccordSchema

/// Fills the templates of assertions in, and compiles those again that had some.
package struct AssertionResolution {
    package let scope: Scope

    package init(_ scope: Scope) { self.scope = scope }

    package func resolve(_ assertions: [Assertion]) throws(SubstitutionError) -> [Assertion] {
        var result: [Assertion] = []
        for assertion in assertions { result.append(try resolve(assertion)) }
        return result
    }

    private func resolve(_ assertion: Assertion) throws(SubstitutionError) -> Assertion {
        guard assertion.hasTemplates else { return assertion }
        var assertion = assertion
        let document = JSONDocument(try scope.substitute(assertion.value), file: assertion.location.file)
        do {
            assertion.schema = try Schema.compile(document.root)
        } catch {
            throw SubstitutionError(
                "with its templates filled in, the assertion on “\(assertion.path)” is no schema",
                at: assertion.location)
        }
        assertion.value = document.root
        return assertion
    }
}
