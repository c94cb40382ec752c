import AccordContract
import AccordJSON

/// Numbers at the edge of what is documented, beyond it, and in other notations.
enum NumberMutations {
    static func add(to maker: inout MutationMaker) {
        guard let document = maker.answer.document else { return }
        let root = JSON(document.root)
        for place in ValuePlace.all(in: root, maker.answer.view) {
            guard case .number(let number) = place.value else { continue }
            if place.view?.types.contains(.number) == false || number.isInteger && place.view?.types.isEmpty ?? true {
                addInteger(place, number, root, &maker)
            } else {
                addDecimal(place, number, root, &maker)
            }
        }
    }

    private static func addInteger(
        _ place: ValuePlace, _ number: JSONNumber, _ root: JSON, _ maker: inout MutationMaker
    ) {
        func put(_ id: String, _ lexeme: String, _ allowed: Verdict?, _ forbidden: Verdict?, _ suffix: String = "") {
            guard let value = JSONNumber(lexeme) else { return }
            maker.add(
                id, at: place.pointer, value: place.replacing(in: root, by: .number(value)), allowed: allowed,
                forbidden: forbidden, suffix: suffix, keepsValue: value == number)
        }
        switch place.view?.keyword("format")?.string {
        case "int32":
            put("int-max", "2147483647", .mustTolerate, nil)
            put("int-max", "-2147483648", .mustTolerate, nil, ".minimum")
            put("int-overflow", "2147483648", .may, .mustError)
        case "int64":
            put("int-max", "9223372036854775807", .mustTolerate, nil)
            put("int-max", "-9223372036854775808", .mustTolerate, nil, ".minimum")
            put("int-overflow", "9223372036854775808", .may, .mustError)
            put("int-2^53+1", "9007199254740993", .mustTolerate, nil)
        default:
            put("int-2^53+1", "9007199254740993", .mustTolerate, nil)
        }
        put("float-for-int", "1.5", nil, .mustError)
        put(
            "integral-float", number.lexeme.contains(".") ? "\(number.lexeme)0" : "\(number.lexeme).0", .shouldTolerate,
            nil)
    }

    private static func addDecimal(
        _ place: ValuePlace, _ number: JSONNumber, _ root: JSON, _ maker: inout MutationMaker
    ) {
        if let other = otherNotation(number) {
            maker.add(
                "number-notation", at: place.pointer, value: place.replacing(in: root, by: .number(other)),
                forbidden: nil, keepsValue: true)
        }
        if let huge = JSONNumber("1e400") {
            maker.add(
                "huge-exponent", at: place.pointer, value: place.replacing(in: root, by: .number(huge)), allowed: .may)
        }
    }

    /// The same number with an exponent.
    private static func otherNotation(_ number: JSONNumber) -> JSONNumber? {
        let lexeme = number.lexeme
        guard !lexeme.contains("e"), !lexeme.contains("E") else { return nil }
        return JSONNumber("\(lexeme)E0")
    }
}
