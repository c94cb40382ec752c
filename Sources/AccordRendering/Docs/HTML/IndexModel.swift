/// The first page as its template sees it.
enum IndexModel {
    static func fields(_ manual: Manual) -> TemplateFields {
        let title = manual.apis.count == 1 ? manual.apis[0].title : "API documentation"
        return [
            "root": "", "title": title, "site": title, "menu": false,
            "apis": manual.apis.map { api in
                [
                    "title": api.title, "version": api.version.isEmpty ? false : api.version as Any,
                    "link": "\(api.slug)/index.html", "summary": api.summary ?? false as Any,
                    "operations": api.operations.count == 1 ? "1 operation" : "\(api.operations.count) operations",
                    "state": api.proof.state.rawValue, "stateText": ProofModel.word(api.proof.state),
                ] as TemplateFields
            },
        ]
    }
}
