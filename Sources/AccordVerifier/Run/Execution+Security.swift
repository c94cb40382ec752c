// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Gets the access tokens that requests need, and signs requests with the command of `--sign-command`.
extension Execution {
    /// Passes the tokens of the security schemes to a case. If the server must issue a token first, the case waits.
    func authorize(_ position: Int, _ schemes: [SecurityScheme], refused: [String: AccessToken]) {
        var granted: [String: AccessToken] = [:]
        for scheme in schemes {
            let key = TokenStore.Key(file: plan.entries[position].testCase.file, scheme: scheme.name)
            switch tokens.ask(key, for: position, refused: refused[scheme.name]) {
            case .token(let token): granted[scheme.name] = token
            case .failed(let finding): return step(position) { $0.fail(finding) }
            case .wait:
                running(position)?.wait = .token(schemes, refused: refused)
                return
            case .fetch:
                running(position)?.wait = .token(schemes, refused: refused)
                return fetch(scheme, key, for: position)
            }
        }
        step(position) { $0.authorize(granted) }
    }

    private func fetch(_ scheme: SecurityScheme, _ key: TokenStore.Key, for position: Int) {
        let contract = plan.contract(of: position)
        let named = contract.operations.flatMap(\.security).flatMap(\.uses)
            .filter { $0.scheme == scheme.documentedName }
        do {
            let request: TokenRequest
            if let login = options.logins[scheme.name] {
                request = try TokenRequest(
                    login, for: scheme, in: contract, baseURL: { options.target.baseURL(for: $0) ?? "" },
                    headers: options.headers, scope: scope(for: position))
            } else {
                guard case .oauth2ClientCredentials(let documented, let scopes) = scheme.kind else { return }
                let requestedScopes = scopes.filter { scope in named.contains { $0.scopes.contains(scope) } }
                let url = options.tokenURL ?? options.target.tokenURL(documented, in: contract)
                request = try TokenRequest(scheme, url: url, scopes: requestedScopes, scope: scope(for: position))
            }
            tokenRequests[key] = request
            try multi.start(request.request, key: .token(key))
        } catch let error as SubstitutionError {
            end(key, .failure(error.finding))
        } catch {
            let failure = error as? TransportFailure ?? TransportFailure(.other, "\(error)")
            end(key, .failure(failure.finding(contract: scheme.location)))
        }
    }

    /// Handles the response to a token request.
    func receiveToken(_ completion: Completion, for key: TokenStore.Key) {
        guard let request = tokenRequests.removeValue(forKey: key) else { return }
        do {
            let token = try request.token(completion)
            recorder.hide(token.value)
            end(key, .success(token))
        } catch {
            end(key, .failure(error))
        }
    }

    private func end(_ key: TokenStore.Key, _ result: Result<IssuedToken, Finding>) {
        for position in tokens.end(key, result) {
            guard let current = running(position), case .token(let schemes, let refused) = current.wait else {
                continue
            }
            current.wait = .none
            authorize(position, schemes, refused: refused)
        }
    }

    /// Starts the command of `--sign-command` for a request.
    func sign(_ request: HTTPRequest, of position: Int, _ line: String) {
        running(position)?.wait = .signature(request)
        let command = ShellCommand(line: line, input: Array(RequestSigning.message(request).compact.utf8))
        commands.start(waker: multi.waker) {
            FinishedCommand(position: position, purpose: .signature, result: command.run())
        }
    }

    /// Sends a request with the header fields that the signing command printed.
    func send(_ position: Int, signedBy result: CommandResult) {
        guard let current = running(position), case .signature(let request) = current.wait else { return }
        current.wait = .none
        do {
            let signed = try RequestSigning.signed(request, by: result)
            signed.secrets.forEach(recorder.hide)
            current.progress.sending(signed.request)
            send(signed.request, of: position)
        } catch {
            step(position) { $0.fail(error) }
        }
    }
}

extension Target {
    /// Returns the URL of the token endpoint. If the documented URL is relative or belongs to a server of the contract,
    /// the result has the scheme, host and port of the target.
    func tokenURL(_ documented: String, in contract: Contract) -> String {
        var parts = URLParts(documented)
        let origins = (contract.servers + contract.operations.flatMap(\.servers)).map { URLParts($0.url) }
        let isOwn =
            parts.host == nil
            || origins.contains { $0.scheme == parts.scheme && $0.host == parts.host && $0.port == parts.port }
        guard isOwn, let base = contract.operations.lazy.compactMap({ baseURL(for: $0) }).first.map({ URLParts($0) })
        else { return documented }
        (parts.scheme, parts.host, parts.port) = (base.scheme, base.host, base.port)
        return parts.description
    }
}
