import AccordJSON

extension RequestDescription {
    /// The items of a query as one object by name, which `querySchema` speaks of: those that are named, and those that
    /// are sent without being named. nil where one of them isn't known.
    ///
    /// - Parameter value: what a named item is; null isn't sent.
    /// - Parameter unnamed: what a required parameter without a constant is.
    package func queryObject(
        _ query: [NamedValue], value: (NamedValue, Parameter) -> JSON?, unnamed: (Parameter) -> JSON?
    ) -> JSONObject? {
        var object = JSONObject()
        for parameter in self.query where !parameter.isForbidden {
            let item: JSON?
            if let named = query.first(where: { $0.name.isExactly(parameter.name) }) {
                item = value(named, parameter)
            } else if parameter.isRequired {
                item = parameter.constant.map { JSON($0) } ?? unnamed(parameter)
            } else {
                continue
            }
            guard let item else { return nil }
            if !item.isNull { object[parameter.name] = item }
        }
        return object
    }
}
