// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Testing

@testable import AccordVerifier

@Suite("Environment files")
struct EnvironmentFileTests {
    @Test("an environment file is read as shells and containers read it")
    func reads() throws {
        let file = try EnvironmentFile("# secrets\n\nTOKEN=a=b#c\n export KEY=\"x y\" \nEMPTY=\nQUOTED='it''s'\n")
        #expect(file.values == ["TOKEN": "a=b#c", "KEY": "x y", "EMPTY": "", "QUOTED": "it''s"])
    }

    @Test(
        "an environment file may have a byte order mark, and the line ends of Windows and of old Macs",
        arguments: ["\n", "\r\n", "\r"])
    func lineEnds(lineEnd: String) throws {
        let file = try EnvironmentFile("\u{FEFF}TOKEN=abc\(lineEnd)OTHER='1'\(lineEnd)")
        #expect(file.values == ["TOKEN": "abc", "OTHER": "1"])
    }

    @Test(
        "an invalid line is reported by its number, without its text",
        arguments: [("A=1\noops", "NAME=value"), ("A=1\n1B=2", "NAME=value"), ("\n=x", "NAME=value")]
            + ["A=1\nB=\"two", "A=1\nB='", "A=1\nB='two\"\nC='3'"].map { ($0, "isn't closed") })
    func mistakes(text: String, reason: String) throws {
        let mistake = try #require(throws: EnvironmentFile.Mistake.self) { try EnvironmentFile(text) }
        #expect(mistake.line == 2)
        #expect(mistake.reason.contains(reason) && !mistake.reason.contains("two"))
    }
}
