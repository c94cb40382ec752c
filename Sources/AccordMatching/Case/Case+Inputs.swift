import AccordContract
import AccordJSON

extension Case {
    /// The call's typed input by `InputField.swiftName`.
    package func inputValues(scope: Scope) throws(SubstitutionError) -> [String: JSON] { [:] }
}
