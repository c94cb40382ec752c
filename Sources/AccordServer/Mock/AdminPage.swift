// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The page at `/__accord/`, which shows the requests and the operations that no client called.
enum AdminPage {
    /// The page with a Content Security Policy that allows only its own script and style.
    static var response: HTTPResponse {
        let nonce = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let policy = """
            default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'; \
            img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
        return HTTPResponse(
            status: 200,
            headers: [
                HTTPField("Content-Type", "text/html; charset=utf-8"), HTTPField("Cache-Control", "no-store"),
                HTTPField("Content-Security-Policy", policy), HTTPField("X-Content-Type-Options", "nosniff"),
                HTTPField("Referrer-Policy", "no-referrer"),
            ], body: Array(html.replacing("NONCE", with: nonce).utf8))
    }

    private static let html = #"""
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="icon" href="data:,">
        <title>Accord mock</title>
        <style nonce="NONCE">
        :root { color-scheme: light dark; --line: #8884; --bad: #c62828; --good: #2e7d32; }
        body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1rem; }
        h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-top: 2rem; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
        code { font: 13px ui-monospace, monospace; }
        td { overflow-wrap: anywhere; } td:nth-child(2) { overflow-wrap: normal; }
        .bad { color: var(--bad); } .good { color: var(--good); } .quiet { opacity: .65; }
        details pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8881; padding: .6rem; }
        button {
          font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 6px;
          padding: .3rem .7rem; cursor: pointer;
        }
        @media (max-width: 40rem) {
          thead { display: none; } tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0; }
          td { display: inline-block; border: 0; padding: .1rem .6rem .1rem 0; } td:first-child, td:last-child { display: block; }
        }
        @media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --good: #a5d6a7; } }
        </style>
        <h1>Accord mock</h1>
        <p id="problem" class="bad" role="alert"></p>
        <p id="summary" aria-live="polite"></p>
        <p><button id="reset">Reset the state</button> <button id="clear">Clear the requests</button></p>
        <h2>Requests</h2>
        <table><thead><tr><th>Request<th>Status<th>Case<th>Violations</thead><tbody id="requests"></tbody></table>
        <h2>Operations without a request</h2>
        <ul id="uncalled"></ul>
        <script nonce="NONCE">
        const byId = id => document.getElementById(id);
        const make = (tag, text, kind) => {
          const element = document.createElement(tag);
          if (text !== undefined) element.textContent = text;
          if (kind) element.className = kind;
          return element;
        };
        function show(entry) {
          const row = make("tr");
          const request = make("td");
          // URL would percent-encode the mask of a secret.
          request.append(make("code", entry.method + " " + entry.url.replace(/^[a-z]+:\/\/[^\/?#]*/, "")));
          const findings = make("td");
          for (const finding of entry.findings) {
            const details = make("details");
            details.append(make("summary", finding.message, "bad"));
            const lines = ["rule", "place", "contract", "expected", "actual"]
              .filter(name => finding[name] !== undefined).map(name => name + ": " + finding[name]);
            details.append(make("pre", lines.join("\n")));
            findings.append(details);
          }
          if (!entry.findings.length) findings.append(entry.operation
            ? make("span", "none", "good") : make("span", "undocumented operation", "bad"));
          row.append(request, make("td", String(entry.status)),
            make("td", entry.case || entry.fault || "—", entry.case ? "" : "quiet"), findings);
          byId("requests").prepend(row);
          while (byId("requests").rows.length > 500) byId("requests").deleteRow(-1);
        }
        async function refresh() {
          const coverage = await (await fetch("coverage")).json();
          byId("summary").textContent = coverage.requests + " requests; " + coverage.operations.called + " of " +
            coverage.operations.documented + " operations called";
          byId("uncalled").replaceChildren(...coverage.documented.filter(one => !one.requests).map(one =>
            make("li", one.method + " " + one.path + " (" + one.operation + ")")));
          const status = await (await fetch("status")).json();
          byId("problem").textContent = (status.problems || []).join("\n");
        }
        let due = null;
        const soon = () => { if (!due) due = setTimeout(() => { due = null; refresh(); }, 300); };
        fetch("requests").then(answer => answer.text()).then(text => {
          for (const line of text.split("\n").filter(Boolean).slice(-200)) show(JSON.parse(line));
          new EventSource("requests").onmessage = event => { show(JSON.parse(event.data)); soon(); };
          refresh();
        });
        setInterval(refresh, 5000);
        byId("reset").onclick = () => fetch("reset", { method: "POST" });
        byId("clear").onclick = () => fetch("requests", { method: "DELETE" }).then(() => {
          byId("requests").replaceChildren();
          refresh();
        });
        </script>
        </html>
        """#
}
