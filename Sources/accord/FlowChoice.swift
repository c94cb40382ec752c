import ArgumentParser

/// Which flows are asked: those of the document, or also those that are plain from its paths.
enum FlowChoice: String, ExpressibleByArgument, CaseIterable {
    case documented, infer
}
