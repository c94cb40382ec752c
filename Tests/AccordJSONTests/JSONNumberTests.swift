// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@Suite("JSON numbers")
struct JSONNumberTests {
    /// Lexemes in rising order; those in one row are equal.
    static let order: [[String]] = [
        ["-1e99999999999999999999", "-10e99999999999999999998"], ["-1e999999999", "-0.1e1000000000"], ["-1e400"],
        ["-9223372036854775809"], ["-9223372036854775808", "-9223372036854775808.0"], ["-10", "-1e1", "-1.0E+1"],
        ["-1.5"], ["-1", "-1.0", "-0.1e1"], ["-1e-400"], ["-1e-99999999999999999999"],
        ["0", "-0", "0.0", "0e5", "-0.000e999999999999999999999", "0e-99999999999999999999"],
        ["1e-99999999999999999999"], ["1e-999999999", "0.1e-999999998"], ["0.1", "1e-1", "0.10", "100e-3"], ["0.3"],
        ["0.30000000000000004"], ["1", "1.0", "1e0", "10e-1", "0.001e3", "1000000000000000000000e-21"],
        ["1.000000000000000000000000000001"], ["2"], ["10"], ["9007199254740992"], ["9007199254740993"],
        ["9223372036854775807"], ["9223372036854775808", "9.223372036854775808e18"], ["1e19"], ["1e400", "10e399"],
        ["1e999999999", "10e999999998", "0.00001e1000000004"], ["1e999999999999999998"],
        ["1e999999999999999999", "0.1e1000000000000000000"], ["1e1000000000000000000", "10e999999999999999999"],
        ["1e99999999999999999999", "100e99999999999999999997"], ["1e100000000000000000000"],
    ]

    @Test("numbers compare by exact value")
    func comparison() throws {
        let rows = try Self.order.map { row in try row.map { try #require(JSONNumber($0)) } }
        for (index, row) in rows.enumerated() {
            for number in row {
                for other in row {
                    #expect(number == other, "\(number) \(other)")
                    #expect(number.hashValue == other.hashValue)
                    #expect(!(number < other))
                }
                for other in rows[(index + 1)...].joined() {
                    #expect(number < other, "\(number) \(other)")
                    #expect(!(other < number) && number != other)
                }
            }
        }
    }

    @Test("a number keeps its lexeme", arguments: ["1", "1.0", "-0", "1E+2", "0.10", "123456789012345678901234567890"])
    func lexeme(_ text: String) throws {
        #expect(try #require(JSONNumber(text)).lexeme == text)
        #expect(try JSONDocument(parsing: text).root.number?.lexeme == text)
        #expect(JSON.number(try #require(JSONNumber(text))).compact == text)
    }

    @Test(
        "a number is created only from a valid lexeme",
        arguments: ["", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1", " 1", "1 ", "NaN", "١"])
    func refused(_ text: String) {
        #expect(JSONNumber(text) == nil)
    }

    /// Lexemes with the integer they are, if any that fits.
    static let integers: [(lexeme: String, isInteger: Bool, int: Int?)] = [
        ("0", true, 0), ("-0", true, 0), ("-0.0e7", true, 0), ("42", true, 42), ("-42.00", true, -42),
        ("1e3", true, 1000),
        ("1.5e1", true, 15), ("1.5", false, nil), ("1e-1", false, nil), ("100e-2", true, 1), ("101e-2", false, nil),
        ("9223372036854775807", true, .max), ("9223372036854775808", true, nil),
        ("-9223372036854775808", true, .min), ("-9223372036854775809", true, nil),
        ("-9.223372036854775808e18", true, .min),
        ("9.223372036854775807E+18", true, .max), ("1e19", true, nil), ("1e999999999", true, nil),
        ("1e99999999999999999999", true, nil), ("1e-99999999999999999999", false, nil),
        ("123456789012345678", true, 123456789012345678),
        ("1234567890123456789", true, 1234567890123456789), ("12345678901234567890", true, nil),
    ]

    @Test("a number converts to Int only exactly", arguments: integers)
    func integer(_ lexeme: String, _ isInteger: Bool, _ int: Int?) throws {
        let number = try #require(JSONNumber(lexeme))
        #expect(number.isInteger == isInteger)
        #expect(number.int == int)
        #expect(try JSONDocument(parsing: lexeme).root.int == int)
    }

    /// Lexemes with the nearest double.
    static let doubles: [(lexeme: String, double: Double)] = [
        ("0.1", 0.1), ("-2.5e-3", -0.0025), ("9007199254740993", 9007199254740992), ("1e400", .infinity),
        ("-1e999999999", -.infinity), ("1e-999999999", 0), ("1e-99999999999999999999", 0),
        ("5e-324", .leastNonzeroMagnitude),
        ("1e99999999999999999999", .infinity), ("2.4703282292062328e-324", .leastNonzeroMagnitude),
        ("1.7976931348623157e308", .greatestFiniteMagnitude),
        ("0." + String(repeating: "0", count: 1_000) + "1e1001", 1),
        ("1" + String(repeating: "0", count: 1_000) + "e-1000", 1),
        ("9007199254740993." + String(repeating: "0", count: 1_000) + "1", 9007199254740994),
    ]

    @Test("a number converts to the nearest double", arguments: doubles)
    func double(_ lexeme: String, _ double: Double) throws {
        #expect(try #require(JSONNumber(lexeme)).double == double)
    }

    @Test("a number is created from an integer or a finite double")
    func creation() {
        #expect(JSONNumber(-7).lexeme == "-7" && JSONNumber(Int.min).int == .min)
        #expect(
            JSONNumber(0.1)?.lexeme == "0.1" && JSONNumber(1e20)?.double == 1e20
                && JSONNumber(Double.leastNonzeroMagnitude)?.lexeme == "5e-324"
        )
        #expect(JSONNumber(Double.nan) == nil && JSONNumber(Double.infinity) == nil)
    }

    /// A dividend, a divisor, and whether one is a multiple of the other.
    static let multiples: [(dividend: String, divisor: String, isMultiple: Bool)] = [
        ("10", "5", true), ("10", "3", false), ("0", "7", true), ("7", "0", false), ("0", "0", true), ("-9", "3", true),
        ("0.3", "0.1", true), ("0.35", "0.1", false), ("4.35", "0.01", true), ("1.1", "0.1", true),
        ("19.99", "0.01", true),
        ("1e3", "8", true), ("1e2", "8", false), ("1e999999999", "3", false), ("3e999999999", "3", true),
        ("1e999999999", "1024", true), ("1e999999999", "1e-999999999", true), ("1e-999999999", "1", false),
        ("1e308", "0.123456789", false), ("1e99999999999999999999", "1e99999999999999999998", true),
        ("1e99999999999999999998", "1e99999999999999999999", false), ("0.0075", "0.0001", true),
        ("0.00751", "0.0001", false),
        ("123456789012345678901234567890", "123456789012345678901234567890", true),
        ("246913578024691357802469135780", "123456789012345678901234567890", true),
        ("246913578024691357802469135781", "123456789012345678901234567890", false),
        ("1000000000000000000000000000", "1267650600228229401496703205376", false),
        ("1267650600228229401496703205376", "4294967296", true), ("1e100", "1267650600228229401496703205376", true),
        ("1e99", "1267650600228229401496703205376", false), ("9007199254740993", "2", false),
        ("12391239123", "1e-8", true), ("1", "0.5", true), ("1.5", "1", false),
    ]

    @Test("multiples are computed without rounding", arguments: multiples)
    func multiple(_ dividend: String, _ divisor: String, _ isMultiple: Bool) throws {
        let number = try #require(JSONNumber(dividend))
        #expect(number.isMultiple(of: try #require(JSONNumber(divisor))) == isMultiple)
    }

    @Test("a division by thousands of digits stops at a limit")
    func bounded() throws {
        let digits = String(repeating: "7", count: 50_000)
        let number = try #require(JSONNumber(digits))
        #expect(!number.isMultiple(of: try #require(JSONNumber(digits + "1"))))
        #expect(number.isMultiple(of: JSONNumber(7)))
        #expect(!number.isMultiple(of: JSONNumber(2)))
    }
}
