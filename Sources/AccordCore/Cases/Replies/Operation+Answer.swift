import AccordContract

extension Operation {
    /// An answer with `status` made of nothing but the documented schemas.
    ///
    /// - Parameters:
    ///   - mediaType: of those that are documented for the body; nil: the first.
    ///   - seed: chooses among the values that the schemas allow.
    package func answer(
        status: Int, mediaType: MediaType? = nil, seed: UInt64 = 0
    ) throws(SubstitutionError) -> HTTPResponse {
        var builder = ReplyBuilder(operation: self, scope: Scope())
        builder.mediaType = mediaType
        builder.seed = seed
        return try builder.answer(status: status, headers: [], body: nil)
    }
}
