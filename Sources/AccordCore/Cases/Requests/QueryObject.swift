import AccordContract
import AccordJSON
import AccordSchema

/// The query items of a request as one object by name, which an operation's `querySchema` speaks of.
package enum QueryObject {
    /// What the items of a query are, each read as the type that its schema allows; undocumented ones aren't
    /// part of it.
    package static func read(_ query: String, of operation: Operation) -> JSON {
        let items = RawItem.split(query)
        let layer: ParameterReader.Layer = operation.queryEncoding == .form ? .form : .rfc3986
        let names = Set(operation.request.query.map(\.name))
        var object = JSONObject()
        for parameter in operation.request.query {
            let shape = parameter.shape
            let found = ParameterReader(shape, layer: layer).find(
                in: items, others: names.subtracting([parameter.name]))
            guard !found.used.isEmpty else { continue }
            let readings = found.trees.flatMap { $0.readings(as: shape) }
            object[parameter.name] = readings.first { parameter.schema.isValid($0) } ?? readings.first ?? ""
        }
        return .object(object)
    }

    /// What a case's request has.
    package static func of(_ expected: [ExpectedParameter]) -> JSON {
        var object = JSONObject()
        for item in expected where item.parameter != nil {
            object[item.name] = RequestBuilder.value(item)
        }
        return .object(object)
    }
}
