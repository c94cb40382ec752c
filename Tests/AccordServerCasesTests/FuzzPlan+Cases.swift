// SPDX-License-Identifier: Apache-2.0
import AccordCore

@testable import AccordVerifier

extension FuzzPlan {
    /// For each contract, the cases that send its generated requests.
    var cases: [[Case]] {
        var plan = self
        return contracts.indices.map { index in
            contracts[index].operations.flatMap { plan.cases(of: $0, ofContract: index) }
        }
    }
}
