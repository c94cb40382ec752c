import AccordContract
import AccordVerifier
import ArgumentParser

/// The credentials that the mock lets in, for documents that state none.
struct MockSecurityArguments: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Let in only who sends this value of a security scheme, as for verify: 'bearerAuth=${env.TOKEN}', 'basic=USER:PASSWORD'. Repeatable; without it, any value of an OpenAPI document's schemes does.",
            valueName: "name=value"))
    var auth: [String] = []

    /// - Throws: `ExitStatus.usage` for a text of another form, and where no contract has a scheme of the name.
    func given() throws -> GivenCredentials {
        do {
            return try GivenCredentials(auth: auth)
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
    }

    /// The contracts with these credentials.
    ///
    /// - Throws: as `given()`.
    func filled(_ contracts: [Contract]) throws -> [Contract] {
        var given = try given()
        guard !given.isEmpty else { return contracts }
        do {
            return try given.fill(contracts)
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
    }
}
