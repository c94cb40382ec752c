import AccordContract
import AccordCore
import AccordJSON

/// The states of `given`: set up before the case asks, torn down in the end.
extension CaseProgress {
    mutating func setUp(_ wanted: [ProviderState]) -> Action {
        var wanted = wanted
        guard let state = wanted.popLast() else { return send(Asking()) }
        phase = .settingUp(wanted)
        var params = JSONObject()
        do {
            for member in state.params?.members.map({ $0 }) ?? [] {
                params[member.key] = try scope.substitute(member.value)
            }
        } catch {
            return fail(error.finding)
        }
        let change = StateChange(state: state.name, params: params, direction: .setUp, location: state.location)
        standing.append(change)
        return ask(for: change)
    }

    /// What to do now that a state was changed, or wasn't.
    mutating func changed(_ read: (StateChange) throws(StateFailure) -> [String: JSON]) -> Action {
        guard var change = standing.last else { return finish() }
        if case .settingUp(let wanted) = phase {
            do {
                scope.given.merge(try read(change)) { _, returned in returned }
                return setUp(wanted)
            } catch {
                standing.removeLast()
                return fail(error.finding(change))
            }
        }
        standing.removeLast()
        change.direction = .tearDown
        do {
            _ = try read(change)
        } catch {
            findings.append(error.finding(change))
        }
        return finish()
    }

    /// The end of the case, once every state that stands is torn down.
    mutating func finish() -> Action {
        guard var change = standing.last else {
            phase = .ended
            return .end
        }
        phase = .tearingDown
        change.direction = .tearDown
        return ask(for: change)
    }

    private func ask(for change: StateChange) -> Action {
        switch handler {
        case .url(let url): .send(change.request(url))
        case .command(let line): .run(line, change)
        case nil: .end
        }
    }
}
