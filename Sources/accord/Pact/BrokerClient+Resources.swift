// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordVerifier

extension BrokerClient {
    /// Publishes the pacts of one consumer version to the broker.
    func publish(
        _ pacts: [(provider: String, bytes: [UInt8])], consumer: String, version: PublishedVersion, merges: Bool
    ) throws(Failure) -> Response {
        let contracts = pacts.map { pact -> JSON in
            [
                "consumerName": .string(consumer), "providerName": .string(pact.provider), "specification": "pact",
                "contentType": "application/json", "content": .string(Base64.encode(pact.bytes)),
                "onConflict": .string(merges ? "merge" : "overwrite"),
            ]
        }
        var body: JSONObject = [
            "pacticipantName": .string(consumer), "pacticipantVersionNumber": .string(version.number),
            "contracts": .array(contracts),
        ]
        version.describe(&body)
        return try send("POST", try link(["pb:publish-contracts"]), .object(body))
    }

    /// Adds a version of a provider or consumer to a branch, and tags the version.
    func describe(_ pacticipant: String, _ version: PublishedVersion) throws(Failure) {
        let branches = version.branch.map { [("pb:pacticipant-branch-version", "branch", $0)] } ?? []
        for (relation, name, value) in branches + version.tags.map({ ("pb:pacticipant-version-tag", "tag", $0) }) {
            let variables = ["pacticipant": pacticipant, "version": version.number, name: value]
            _ = try send("PUT", try link([relation], variables), [:])
        }
    }

    /// Records that a version is deployed or released to an environment.
    func record(
        _ relation: String, pacticipant: String, version: String, environment: String, body: JSON
    ) throws(Failure) -> Response {
        let address = try link(["pb:pacticipant-version"], ["pacticipant": pacticipant, "version": version])
        let resource = try send("GET", address).json
        guard let target = Self.link(relation, of: resource, named: environment) else {
            let known = Self.names(relation, of: resource)
            let list = known.isEmpty ? "none" : known.joined(separator: ", ")
            throw Failure(description: "the broker has no environment “\(environment)”; its environments are: \(list)")
        }
        return try send("POST", target, body)
    }

    /// Asks the broker whether a version can be deployed, and returns its answer with the reason. `isDeployable` is
    /// `nil` if verification results are missing.
    func canDeploy(
        pacticipant: String, version: String, environment: String?
    ) throws(Failure) -> (isDeployable: Bool?, reason: String, response: Response) {
        let response = try send("GET", try question(pacticipant, version, environment))
        guard let summary = response.json["summary"] else {
            throw Failure(description: "the broker's response has no property “summary”")
        }
        return (summary["deployable"]?.bool, summary["reason"]?.string ?? "", response)
    }

    /// Returns the URL at which the broker reports whether a version can be deployed. If the index resource has no link
    /// to such a URL, returns the fixed path `/matrix`.
    private func question(_ pacticipant: String, _ version: String, _ environment: String?) throws(Failure) -> String {
        if let environment,
            let address = try knownLink(
                "pb:can-i-deploy-pacticipant-version-to-environment",
                ["pacticipant": pacticipant, "version": version, "environment": environment])
        {
            return address
        }
        var query = [("q[][pacticipant]", pacticipant), ("q[][version]", version), ("latestby", "cvp")]
        if let environment { query.append(("environment", environment)) } else { query.append(("latest", "true")) }
        return "/matrix?" + query.map { "\(Percent.encode($0.0))=\(Percent.encode($0.1))" }.joined(separator: "&")
    }

    /// Publishes the document of a server to PactFlow, with the report of the run that verified the server.
    ///
    /// - Parameters:
    ///   - type: the media type of the document.
    ///   - report: the report as JSON.
    func publish(
        _ document: [UInt8], _ type: String, verifiedBy report: [UInt8], isSuccess: Bool, provider: String,
        version: PublishedVersion
    ) throws(Failure) -> Response {
        let results: JSON = [
            "success": .bool(isSuccess), "content": .string(Base64.encode(report)), "contentType": "application/json",
            "format": "json", "verifier": "accord", "verifierVersion": .string(RunReport.Tool.current.version),
        ]
        let content = JSON.string(Base64.encode(document))
        guard let address = try knownLink("pf:publish-provider-contract", ["provider": provider]) else {
            // Older brokers lack the link `pf:publish-provider-contract`. They receive a simpler request, which
            // contains neither branches nor tags.
            let path = "/contracts/provider/\(Percent.encode(provider))/version/\(Percent.encode(version.number))"
            let body: JSON = [
                "content": content, "contractType": "oas", "contentType": .string(type), "verificationResults": results,
            ]
            return try send("PUT", path, body)
        }
        var body: JSONObject = [
            "pacticipantVersionNumber": .string(version.number),
            "contract": [
                "content": content, "contentType": .string(type), "specification": "oas",
                "selfVerificationResults": results,
            ],
        ]
        version.describe(&body)
        return try send("POST", address, .object(body), accept: "application/hal+json, application/problem+json")
    }

    /// Returns the pacts that a provider must verify, with the broker's notices, which explain to users why each pact
    /// is included.
    func pactsForVerification(
        provider: String, branch: String?, tags: [String], selectors: [JSON], includesPending: Bool, since: String?
    ) throws -> [(pact: JSON, isPending: Bool, notices: [String])] {
        var body: JSONObject = ["includePendingStatus": .bool(includesPending)]
        if !selectors.isEmpty { body["consumerVersionSelectors"] = .array(selectors) }
        if let branch { body["providerVersionBranch"] = .string(branch) }
        if !tags.isEmpty { body["providerVersionTags"] = .array(tags.map { .string($0) }) }
        if let since { body["includeWipPactsSince"] = .string(since) }
        let address = try link(
            ["pb:provider-pacts-for-verification", "beta:provider-pacts-for-verification"], ["provider": provider])
        let listed = try send("POST", address, .object(body)).json["_embedded"]?["pacts"]?.array ?? []
        return try listed.compactMap { entry in
            guard let target = Self.link("self", of: entry) else { return nil }
            let properties = entry["verificationProperties"]
            let notices = (properties?["notices"]?.array ?? []).filter {
                $0["when"]?.string?.hasPrefix("before_verification") ?? true
            }
            let pact = try send("GET", target).json
            return (pact, properties?["pending"]?.bool ?? false, notices.compactMap { $0["text"]?.string })
        }
    }
}
