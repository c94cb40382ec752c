import AccordContract
import AccordHTTP

extension Operation {
    /// An answer with `status` made of nothing but the documented schemas.
    package func answer(status: Int) throws(SubstitutionError) -> HTTPResponse {
        try ReplyBuilder(operation: self, scope: Scope()).answer(status: status, headers: [], body: nil)
    }
}
