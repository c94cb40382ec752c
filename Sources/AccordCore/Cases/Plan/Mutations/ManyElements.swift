import AccordContract
import AccordJSON
import AccordSchema

/// The first list that its schema lets grow, with 10,000 elements.
///
/// The schema is asked about a few elements and about `maxItems`, since asking about 10,000 takes a tenth of a second.
enum ManyElements {
    private static let count = 10_000

    static func add(to maker: inout MutationMaker) {
        guard let document = maker.answer.document, let list = find(in: document.root, maker.answer.view) else {
            return
        }
        let value = list.value
        guard let element = value[value.count - 1] else { return }
        let several = with(3, element, value, document)
        guard let read = try? JSON(parsing: String(decoding: several, as: UTF8.self)), maker.answer.isValid(read) else {
            return
        }
        maker.add(
            .manyElements, value.pointer.tokens.isEmpty ? nil : value.pointer.description,
            response: maker.answer.with(body: with(count - value.count, element, value, document)),
            verdict: .mustTolerate)
    }

    private static func find(in value: JSONValue, _ view: SchemaView?) -> (value: JSONValue, view: SchemaView?)? {
        switch value.kind {
        case .array:
            let isLimited = view?.keyword("maxItems").map { $0.int ?? 0 < count } ?? false
            let isSet = view?.keyword("uniqueItems")?.bool ?? false
            return value.count == 0 || isLimited || isSet ? nil : (value, view)
        case .object:
            for member in value.members {
                if let found = find(in: member.value, view?.property(member.key)) { return found }
            }
            return nil
        case .null, .bool, .number, .string: return nil
        }
    }

    private static func with(_ copies: Int, _ element: JSONValue, _ list: JSONValue, _ document: JSONDocument)
        -> [UInt8]
    {
        let text = [UInt8(ascii: ",")] + document.bytes[element.byteRange]
        let end = list.byteRange.upperBound - 1
        var bytes = Array(document.bytes[..<end])
        // Twice as many each time: appending them one by one is slow where nothing is optimised, as in tests.
        var block = text
        var rest = max(0, copies)
        while rest > 0 {
            if rest & 1 == 1 { bytes += block }
            rest >>= 1
            if rest > 0 { block += block }
        }
        return bytes + document.bytes[end...]
    }
}
