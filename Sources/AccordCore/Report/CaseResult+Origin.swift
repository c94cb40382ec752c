import AccordContract

extension CaseResult.Origin {
    package init(_ testCase: Case) {
        self =
            switch (testCase.isDerived, testCase.basis) {
            case (true, _): .derived
            case (false, .made): .made
            case (false, .written), (false, .example), (false, .linked): .documented
            }
    }
}
