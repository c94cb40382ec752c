// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension Translation {
    /// Follows each `$ref`, and returns the value at the end. Returns `nil` and reports an error if a target doesn't
    /// exist or `$ref` refers to itself.
    func resolved(_ value: JSONValue, passing pass: (JSONValue) -> Void = { _ in }) -> JSONValue? {
        var current = value
        var seen: Set<NodeID> = []
        while let reference = current["$ref"], reference.kind == .string {
            guard seen.insert(NodeID(current)).inserted else {
                return reject(
                    .referenceCycle, "“$ref” refers to itself", at: reference,
                    advice: "Only schemas may refer to themselves.")
            }
            guard let next = target(of: reference) else { return nil }
            pass(current)
            current = next
        }
        return current
    }

    /// Returns the target of a reference. Reports a target that doesn't exist.
    func target(of reference: JSONValue) -> JSONValue? {
        let text = reference.string ?? ""
        let pieces = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let file = pieces.first ?? ""
        let fragment = pieces.count > 1 ? pieces[1] : ""
        guard let document = file.isEmpty ? reference.document : self.document(file, for: reference) else { return nil }
        if !fragment.isEmpty, !fragment.hasPrefix("/") {
            if let schema = anchors(of: document)[fragment] { return schema }
            return reject(
                .unresolvedReference, "unresolved “\(text)”: no schema has the anchor “\(fragment)”", at: reference,
                advice: Suggestion.advice(for: fragment, in: anchors(of: document).keys.sorted()))
        }
        guard let pointer = try? JSONPointer(uriFragment: "#" + fragment) else {
            return reject(
                .unresolvedReference, "the reference “\(text)” doesn't end with a JSON Pointer", at: reference)
        }
        if let value = document.root.value(at: pointer) { return value }
        if let missing = document.root.missing(pointer) {
            error(
                .unresolvedReference, "unresolved “\(text)”: \(missing.reason)", at: reference,
                advice: Suggestion.advice(for: missing.token, in: missing.names))
        }
        return nil
    }

    // MARK: Documents

    /// Returns the document that contains the target of a reference.
    private func document(_ uri: String, for reference: JSONValue) -> JSONDocument? {
        if let known = options.references[uri] { return file(known, for: reference, isGiven: true) }
        if reference.document === document, let own = root["$self"]?.string.map(URIReference.init),
            URIReference(uri).resolved(against: own).withoutFragment == own.withoutFragment
        {
            return document
        }
        if uri.contains("://") {
            return reject(
                .unresolvedReference, "“\(uri)” is a URL; Accord loads nothing from a network", at: reference,
                advice: "Save a copy of the document and pass --ref \(uri)=FILE.")
        }
        return file(Percent.decodeText(uri), for: reference, isGiven: false)
    }

    private func file(_ path: String, for reference: JSONValue, isGiven: Bool) -> JSONDocument? {
        let result: Result<JSONDocument, DocumentStore.Problem>
        if isGiven {
            result = store.document(at: path, displayedAs: path)
        } else {
            let displayed = FilePath.joined(FilePath.folder(of: reference.document.file), path)
            let root = options.referenceRoot ?? FilePath.folder(of: store.path("./x", from: document))
            guard FilePath.isBelow(store.path(path, from: reference.document), root) else {
                return reject(
                    .unresolvedReference, "the file “\(path)” is outside of the document's folder", at: reference,
                    advice: "Pass a folder that contains both files: --ref-root FOLDER.")
            }
            if displayed == document.file { return document }
            result = store.document(path, from: reference.document)
        }
        switch result {
        case .success(let document): return document
        case .failure(.unreadable(let reason)):
            error(.unresolvedReference, "can't read “\(path)”: \(reason)", at: reference)
        case .failure(.malformed(let problem)):
            error(.unresolvedReference, "can't read “\(path)”: \(problem.position): \(problem.reason)", at: reference)
        }
        return nil
    }

    private func anchors(of document: JSONDocument) -> [String: JSONValue] {
        if let known = anchors[ObjectIdentifier(document)] { return known }
        var schemasByAnchor: [String: JSONValue] = [:]
        for key in ["$anchor", "$dynamicAnchor"] {
            for schema in document.root.objects(with: key) {
                if let name = schema[key]?.string { schemasByAnchor[name] = schema }
            }
        }
        anchors[ObjectIdentifier(document)] = schemasByAnchor
        return schemasByAnchor
    }
}
