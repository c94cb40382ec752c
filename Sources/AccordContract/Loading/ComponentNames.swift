import AccordJSON

/// What `components` holds, section by section.
struct ComponentNames {
    static let sections = ["schemas", "parameters", "headers", "requestBodies", "responses", "securitySchemes"]

    private(set) var securitySchemes: [String] = []

    init() {}

    /// - Parameter schemes: the schemes by name.
    init(securitySchemes schemes: Layered?) {
        for layer in schemes?.layers ?? [] where layer.kind == .object { securitySchemes += layer.members.map(\.key) }
    }
}
