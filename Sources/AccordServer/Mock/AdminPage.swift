// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The page at `/__accord/`. It lists the received requests with their responses, and lets a user choose the next
/// response of each operation.
enum AdminPage {
    /// The response with the page. Its Content Security Policy allows only the page's own script and style.
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
        :root { color-scheme: light dark; --line: #8884; --box: #f4f4f4; --bad: #c62828; --good: #2e7d32; background: Canvas; }
        body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1rem; }
        h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-top: 2rem; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
        code, pre { font: 13px ui-monospace, monospace; }
        td { overflow-wrap: anywhere; } td:nth-child(1), td:nth-child(3) { white-space: nowrap; }
        #requests td:nth-child(2) { min-width: 20rem; } td[colspan] { white-space: normal; }
        .bad { color: var(--bad); } .good { color: var(--good); } .quiet { opacity: .8; }
        pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--box); padding: .6rem; max-height: 24rem; overflow: auto; }
        .sides { display: grid; gap: 1rem; grid-template-columns: 1fr 1fr; } .sides > div { min-width: 0; }
        h3 { font-size: .95rem; margin: .6rem 0 .2rem; }
        button, input, select {
          font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 6px;
          padding: .3rem .7rem;
        }
        button { cursor: pointer; } select option { color: CanvasText; background: Canvas; }
        button.open { border: 0; padding: 0; text-align: left; text-decoration: underline dotted; }
        #search { width: min(24rem, 100%); box-sizing: border-box; }
        @media (max-width: 40rem) {
          thead { display: none; } tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0; }
          td { display: inline-block; border: 0; padding: .1rem .6rem .1rem 0; } td[colspan] { display: block; }
          .sides { grid-template-columns: 1fr; } #requests td:nth-child(2) { min-width: 0; }
        }
        @media (prefers-color-scheme: dark) { :root { --box: #262626; --bad: #ff8a80; --good: #a5d6a7; } }
        </style>
        <main>
        <h1>Accord mock</h1>
        <p id="problem" class="bad" role="alert"></p>
        <p id="summary" aria-live="polite"></p>
        <p><button id="reset">Reset the state</button> <button id="clear">Clear the requests</button></p>
        <h2>Requests</h2>
        <p><input id="search" type="search" placeholder="Search in method, path, status, case, body" aria-label="Search in the requests">
        <select id="status" aria-label="Filter by status"><option value="">All statuses<option value="2">2xx<option value="3">3xx<option value="4">4xx<option value="5">5xx</select>
        <select id="violation" aria-label="Filter by violation"><option value="">All requests<option value="bad">With violations<option value="good">Without violations</select></p>
        <table aria-label="Requests"><thead><tr><th scope="col">Time<th scope="col">Request<th scope="col">Status<th scope="col">Case or fault<th scope="col">Violations</thead><tbody id="requests"></tbody></table>
        <h2>Operations</h2>
        <table aria-label="Operations"><thead><tr><th scope="col">Requests<th scope="col">Operation<th scope="col">Next response</thead><tbody id="operations"></tbody></table>
        </main>
        <script nonce="NONCE">
        const byId = id => document.getElementById(id);
        const make = (tag, text, kind) => {
          const element = document.createElement(tag);
          if (text !== undefined) element.textContent = text;
          if (kind) element.className = kind;
          return element;
        };
        let documented = [], changes = 0;
        // Don't use the URL class, which would percent-encode the characters that replace a secret.
        const target = entry => entry.url.replace(/^[a-z]+:\/\/[^\/?#]*/, "");
        const pretty = text => { try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; } };
        const quoted = text => "'" + text.replaceAll("'", "'\\''") + "'";
        const body = message => !message ? "" : message.body !== undefined ? pretty(message.body)
          : message.base64 !== undefined ? message.size + " bytes, not text" : "";
        function curl(entry) {
          const skipped = ["host", "content-length", "connection", "accept-encoding"];
          const parts = ["curl -sS -i", entry.method === "GET" ? "" : "-X " + entry.method, quoted(location.origin + target(entry))];
          for (const field of entry.request.headers) {
            if (!skipped.includes(field.name.toLowerCase())) parts.push("-H " + quoted(field.name + ": " + field.value));
          }
          if (entry.request.body) parts.push("--data-binary " + quoted(entry.request.body));
          return parts.filter(Boolean).join(" ");
        }
        function parsed(message) {
          if (!message || message.body === undefined || message.body === "") return undefined;
          try { return JSON.parse(message.body); } catch { return message.body; }
        }
        // Returns the exchange in the format of a case in a contract.
        function caseOf(entry) {
          const url = new URL(target(entry), location.origin);
          const request = {}, one = documented.find(one => one.operation === entry.operation);
          const names = one ? one.path.split("/") : [], values = url.pathname.split("/").slice(-names.length);
          names.forEach((name, index) => {
            if (/^\{.*\}$/.test(name)) (request.pathParameters ??= {})[name.slice(1, -1)] = decodeURIComponent(values[index]);
          });
          for (const [name, value] of url.searchParams) (request.query ??= {})[name] = value;
          if (parsed(entry.request) !== undefined) request.body = parsed(entry.request);
          const response = { status: entry.status };
          if (parsed(entry.response) !== undefined) response.body = parsed(entry.response);
          return JSON.stringify({ ["request " + entry.number]: { request, response } }, null, 2);
        }
        function copy(label, text) {
          const button = make("button", label);
          button.onclick = () => navigator.clipboard.writeText(text).then(() => { button.textContent = "Copied"; });
          return button;
        }
        function save(label, name, text) {
          const button = make("button", label);
          button.onclick = () => {
            const link = make("a");
            link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
            link.download = name;
            link.click();
            URL.revokeObjectURL(link.href);
          };
          return button;
        }
        function side(title, message) {
          const part = make("div");
          part.append(make("h3", title), make("pre", message.headers.map(one => one.name + ": " + one.value).join("\n")));
          if (body(message)) part.append(make("pre", body(message)));
          for (const block of part.querySelectorAll("pre")) block.tabIndex = 0;
          return part;
        }
        function details(entry) {
          const row = make("tr"), cell = make("td"), actions = make("p"), sides = make("div", undefined, "sides");
          cell.colSpan = 5;
          actions.append(copy("Copy as curl", curl(entry)), " ", save("Save as a case", "case-" + entry.number + ".json", caseOf(entry)));
          cell.append(actions);
          for (const finding of entry.findings) {
            const lines = ["rule", "place", "contract", "expected", "actual"]
              .filter(name => finding[name] !== undefined).map(name => name + ": " + finding[name]);
            cell.append(make("p", finding.message, "bad"), make("pre", lines.join("\n")));
          }
          sides.append(side("Request", entry.request));
          if (entry.response) sides.append(side("Response", entry.response));
          cell.append(sides);
          row.append(cell);
          return row;
        }
        const matches = row => row.dataset.text.includes(byId("search").value.toLowerCase()) &&
          row.dataset.status.startsWith(byId("status").value) && row.dataset.violation.startsWith(byId("violation").value);
        function show(entry) {
          const row = make("tr"), request = make("td"), open = make("button", undefined, "open");
          row.dataset.text = [entry.method, entry.url, entry.status, entry.case, entry.fault, entry.operation,
            entry.request.body, entry.response && entry.response.body].join(" ").toLowerCase();
          row.dataset.status = entry.status;
          row.dataset.violation = entry.findings.some(finding => finding.severity === "error") ||
            !entry.operation && !entry.browser ? "bad" : "good";
          open.append(make("code", entry.method + " " + target(entry)));
          open.setAttribute("aria-expanded", "false");
          let opened = null;
          open.onclick = () => {
            if (opened) { opened.remove(); opened = null; } else { opened = details(entry); row.after(opened); }
            open.setAttribute("aria-expanded", String(!!opened));
          };
          row.hideDetails = () => { if (opened) open.onclick(); };
          request.append(open);
          const findings = entry.findings.length
            ? make("td", entry.findings[0].message + (entry.findings[0].place ? " (" + entry.findings[0].place + ")" : "") +
              (entry.findings.length > 1 ? ", and " + (entry.findings.length - 1) + " more" : ""), "bad")
            : entry.browser ? make("td", "sent by the browser itself", "quiet")
            : make("td", entry.operation ? "none" : "undocumented operation", entry.operation ? "good" : "bad");
          const names = [entry.case, entry.fault && "fault " + entry.fault].filter(Boolean).join(", ");
          row.append(make("td", new Date(entry.time).toLocaleTimeString()), request, make("td", String(entry.status)),
            make("td", names || "—", names ? "" : "quiet"), findings);
          row.hidden = !matches(row);
          const rows = byId("requests");
          rows.prepend(row);
          while (rows.rows.length > 500) rows.deleteRow(-1);
        }
        for (const id of ["search", "status", "violation"]) byId(id).oninput = () => {
          for (const row of [...byId("requests").rows]) {
            if (row.dataset.text === undefined) continue;
            row.hidden = !matches(row);
            if (row.hidden) row.hideDetails();
          }
        };
        function operationRow(one) {
          const row = make("tr"), name = make("td"), cell = make("td"), select = make("select");
          name.append(make("code", one.method + " " + one.path), make("span", " " + one.operation, "quiet"));
          const statuses = one.responses.map(response => response.status).filter(status => /^\d+$/.test(status));
          const choices = [["", "as documented"], ...statuses.map(status => ["code=" + status, status])];
          if (!statuses.some(status => status >= 500)) choices.push(["fault=unavailable", "503, unavailable"]);
          choices.push(["wait=5", "slow, 5 s"], ["fault=reset-on-accept", "drop the connection"]);
          for (const [value, label] of choices) {
            const option = make("option", label);
            option.value = value;
            select.append(option);
          }
          select.setAttribute("aria-label", "Next response of " + one.method + " " + one.path);
          select.onchange = () => {
            changes += 1;
            const body = { operation: one.contract + "#" + one.operation, ...(select.value ? { prefer: select.value } : {}) };
            fetch("next", { method: "PUT", body: JSON.stringify(body) }).then(refresh, lost);
          };
          cell.append(select);
          row.append(make("td"), name, cell);
          row.key = one.contract + "#" + one.operation;
          row.select = select;
          return row;
        }
        const lost = () => { byId("problem").textContent = "The mock does not respond. Start it again, then reload this page."; };
        const refresh = () => update().catch(lost);
        async function update() {
          const before = changes, read = async name => (await fetch(name)).json();
          const [coverage, next, status] = [await read("coverage"), await read("next"), await read("status")];
          const sum = numbers => numbers.reduce((total, number) => total + number, 0);
          byId("summary").textContent = coverage.requests + " requests; " + coverage.operations.called + " of " +
            coverage.operations.documented + " operations called; " + sum(coverage.documented.map(one => one.broken)) +
            " with violations, " + sum(coverage.undocumented.map(one => one.requests)) + " undocumented";
          const rows = byId("operations");
          if (JSON.stringify(documented.map(one => one.operation)) !== JSON.stringify(coverage.documented.map(one => one.operation))) {
            rows.replaceChildren(...coverage.documented.map(operationRow));
          }
          documented = coverage.documented;
          [...rows.rows].forEach((row, index) => {
            row.cells[0].textContent = documented[index].requests || "none";
            if (before === changes) row.select.value = next[row.key] || "";
          });
          byId("problem").textContent = (status.problems || []).join("\n");
        }
        let due = null;
        const soon = () => { if (!due) due = setTimeout(() => { due = null; refresh(); }, 300); };
        fetch("requests").then(answer => answer.text()).then(text => {
          for (const line of text.split("\n").filter(Boolean).slice(-200)) show(JSON.parse(line));
          new EventSource("requests").onmessage = event => { show(JSON.parse(event.data)); soon(); };
          refresh();
        }, lost);
        setInterval(refresh, 5000);
        byId("reset").onclick = () => fetch("reset", { method: "POST" }).then(refresh, lost);
        byId("clear").onclick = () => fetch("requests", { method: "DELETE" }).then(() => {
          byId("requests").replaceChildren();
          refresh();
        }, lost);
        </script>
        </html>
        """#
}
