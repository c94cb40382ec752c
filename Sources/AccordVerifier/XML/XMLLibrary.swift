import Foundation

/// The functions of libxml2 that XPath takes, found when they are first needed: a contract without XPath needs no
/// libxml2, and its name differs between systems.
struct XMLLibrary: Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    typealias Read =
        @convention(c) @Sendable (
            UnsafePointer<CChar>?, CInt, UnsafePointer<CChar>?, UnsafePointer<CChar>?, CInt
        ) -> Pointer?
    typealias Make = @convention(c) @Sendable (Pointer?) -> Pointer?
    typealias Free = @convention(c) @Sendable (Pointer?) -> Void
    typealias Evaluate = @convention(c) @Sendable (UnsafePointer<CChar>?, Pointer?) -> Pointer?
    typealias Text = @convention(c) @Sendable (Pointer?) -> UnsafeMutablePointer<CChar>?
    typealias Number = @convention(c) @Sendable (Pointer?) -> Double
    typealias Namespaces =
        @convention(c) @Sendable (
            Pointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?
        ) -> CInt
    typealias Receiver = @convention(c) (Pointer?, Pointer?) -> Void
    typealias SetReceiver = @convention(c) @Sendable (Pointer?, Receiver?) -> Void

    let readMemory: Read
    let freeDocument: Free
    let newContext: Make
    let freeContext: Free
    let evaluate: Evaluate
    let freeObject: Free
    let text: Text
    let number: Number
    let registerNamespace: Namespaces
    let setErrorReceiver: SetReceiver

    /// nil where there is no libxml2.
    static let shared: XMLLibrary? = {
        let names = ["libxml2.so.2", "libxml2.so.16", "libxml2.so", "libxml2.2.dylib"]
        return names.lazy.compactMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }.first.flatMap { XMLLibrary($0) }
    }()

    private init?(_ library: Pointer) {
        func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: type) }
        }
        guard let readMemory = function("xmlReadMemory", Read.self),
            let freeDocument = function("xmlFreeDoc", Free.self),
            let newContext = function("xmlXPathNewContext", Make.self),
            let freeContext = function("xmlXPathFreeContext", Free.self),
            let evaluate = function("xmlXPathEvalExpression", Evaluate.self),
            let freeObject = function("xmlXPathFreeObject", Free.self),
            let text = function("xmlXPathCastToString", Text.self),
            let number = function("xmlXPathCastToNumber", Number.self),
            let registerNamespace = function("xmlXPathRegisterNs", Namespaces.self),
            let setErrorReceiver = function("xmlSetStructuredErrorFunc", SetReceiver.self)
        else { return nil }
        self.readMemory = readMemory
        self.freeDocument = freeDocument
        self.newContext = newContext
        self.freeContext = freeContext
        self.evaluate = evaluate
        self.freeObject = freeObject
        self.text = text
        self.number = number
        self.registerNamespace = registerNamespace
        self.setErrorReceiver = setErrorReceiver
    }
}
