/// The characters of a parameter's name in a path template.
package enum PathText {
    /// Letters, digits and `-._`.
    package static func isName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar != "~" && ByteSet.unreserved.contains(UInt8(scalar.value))
    }
}
