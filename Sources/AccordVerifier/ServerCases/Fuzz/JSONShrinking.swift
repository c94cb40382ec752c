import AccordCore
import AccordJSON

/// Smaller values than one that there is: first those that take most away.
enum JSONShrinking {
    private static let most = 200
    private static let mostOfOne = 24

    static func candidates(for value: JSON) -> [JSON] {
        var found: [JSON] = []
        for pointer in JSONParts.pointers(in: value) {
            guard found.count < most, let part = value.value(at: pointer) else { break }
            for smaller in smaller(part) {
                var changed = value
                if changed.set(smaller, at: pointer) { found.append(changed) }
            }
        }
        return found
    }

    private static func smaller(_ value: JSON) -> [JSON] {
        switch value {
        case .null: return []
        case .bool(let flag): return flag ? [.bool(false)] : []
        case .number(let number): return self.numbers(number)
        case .string(let text): return texts(Array(text)).map { .string(String($0)) }
        case .array(let elements): return lists(elements).map { .array($0) }
        case .object(let object):
            return object.keys.prefix(mostOfOne).map { key in
                var smaller = object
                smaller[key] = nil
                return .object(smaller)
            }
        }
    }

    /// Nearer to zero: at once, then by ever smaller steps.
    private static func numbers(_ number: JSONNumber) -> [JSON] {
        guard let whole = number.int ?? Int(exactly: number.double.rounded(.towardZero)) else {
            return number.double == 0 ? [] : [0]
        }
        var found: [JSON] = number.int == nil ? [.number(JSONNumber(whole))] : []
        var step = whole
        while step != 0 {
            found.append(.number(JSONNumber(whole - step)))
            step /= 2
        }
        if whole < 0, whole != .min { found.append(.number(JSONNumber(-whole))) }
        return found
    }

    private static func lists(_ elements: [JSON]) -> [[JSON]] {
        guard !elements.isEmpty else { return [] }
        return [[]] + without(elements)
    }

    private static func texts(_ characters: [Character]) -> [[Character]] {
        guard !characters.isEmpty else { return [] }
        var found = [[]] + without(characters)
        for index in characters.indices.prefix(mostOfOne) where characters[index] != "a" {
            // As many as it has code points, which is what lengths are counted in.
            let plain = Array(repeating: Character("a"), count: characters[index].unicodeScalars.count)
            found.append(Array(characters[..<index] + plain + characters[(index + 1)...]))
        }
        return found
    }

    /// Without one half, without a quarter, …, without one element.
    private static func without<Element>(_ elements: [Element]) -> [[Element]] {
        var found: [[Element]] = []
        var size = elements.count / 2
        while size > 0 {
            for start in stride(from: 0, to: elements.count, by: size).prefix(mostOfOne) {
                found.append(Array(elements[..<start] + elements[min(start + size, elements.count)...]))
            }
            size /= 2
        }
        return found
    }
}
