/// The answers that faults are made of, where a status or a header makes the fault.
enum FaultAnswer {
    static func response(_ fault: Fault, breaking answer: HTTPResponse?) -> HTTPResponse? { answer }
}
