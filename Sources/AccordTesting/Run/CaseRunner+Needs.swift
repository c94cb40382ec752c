import AccordContract
import AccordCore
import AccordJSON

extension CaseRunner {
    /// More places of one answer aren't tried.
    private static let mostPlaces = 100

    /// What the client's call depends on in the answer of a documented case: each part is changed, then left out.
    ///
    /// Empty where the answer isn't known, or where the call never ends the same twice.
    func dependences(of tried: Case) async -> [Dependence] {
        guard !tried.isDerived, bindings.bound.contains(tried.operation.id), let probes = AnswerProbes(tried),
            let intact = await outcome(of: tried)
        else { return [] }
        var found: [Dependence] = []
        for probe in probes.all.prefix(Self.mostPlaces) {
            var use: Dependence.Use?
            if let changed = probe.changed, let other = await outcome(of: changed) {
                use = other == intact ? .unread : .read
            }
            if let missing = probe.missing, let other = await outcome(of: missing) {
                if other != intact {
                    use = intact.isValue && !other.isValue ? .needed : .read
                } else if use == nil {
                    use = .unread
                }
            }
            if let use {
                found.append(Dependence(status: probes.status, part: probe.part, name: probe.name, use: use))
            }
        }
        // What differs from call to call says nothing.
        if found.contains(where: { $0.use != .unread }), await outcome(of: tried) != intact { return [] }
        return found
    }
}

extension AnswerProbes.Probe {
    fileprivate var part: Dependence.Part {
        switch kind {
        case .body: .body
        case .header: .header
        case .status: .status
        }
    }
}
