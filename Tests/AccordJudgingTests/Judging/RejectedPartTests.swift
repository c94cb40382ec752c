// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@Suite("The parts of a request that a 4xx names")
struct RejectedPartTests {
    @Test(
        "a response of a framework names the rejected parts",
        arguments: [
            (##"{"errors":[{"detail":"no","pointer":"#/a/0/b"}]}"##, ["body a.0.b"]),
            (
                #"{"detail":[{"loc":["body","email"],"msg":"no"},{"loc":["query","limit"]}]}"#,
                ["body email", "query limit"]
            ),
            (#"{"errors":[{"field":"address.street","defaultMessage":"no"}]}"#, ["? address.street"]),
            (
                #"{"errors":[{"path":"email","location":"body"},{"path":"id","location":"params"}]}"#,
                ["body email", "path id"]
            ),
            (#"{"errors":[{"param":"items[2].name"}]}"#, ["? items.2.name"]),
            (#"{"errors":[{"source":{"pointer":"/data/attributes/title"}}]}"#, ["body data.attributes.title"]),
            (#"{"errors":[{"source":{"parameter":"sort"}}]}"#, ["parameter sort"]),
            (#"{"errors":{"email":["no"]}}"#, ["? email"]),
            (#"{"error":{"code":"invalid","fields":{"replyTo":["unknown"]}}}"#, ["? replyTo"]),
            (#"{"error":{"type":"invalid_request","param":"items[0].sku"}}"#, ["? items.0.sku"]),
            (#"{"error":{"code":1},"errors":[{"field":"email"}]}"#, ["? email"]),
            (#"[{"path":["items",0,"name"],"message":"no"}]"#, ["? items.0.name"]),
            (#"{"title":"no","status":400,"errors":[]}"#, []), ("no", []), (#"{"errors":["email is wrong"]}"#, []),
            (#"{"detail":"no"}"#, []), (##"{"errors":[{"pointer":"#/%zz"}]}"##, ["body %zz"]),
        ])
    func formats(body: String, parts: [String]) {
        let found = RejectedPart.all(in: HTTPResponse(status: 422, body: Array(body.utf8))).map { part in
            let place =
                part.isInBody == true ? "body" : part.place?.rawValue ?? (part.isInBody == false ? "parameter" : "?")
            return "\(place) \(part.tokens.joined(separator: "."))"
        }
        #expect(found == parts)
        #expect(RejectedPart.all(in: HTTPResponse(status: 200, body: Array(body.utf8))).isEmpty)
    }
}
