(() => {
    "use strict";
    const element = (id) => document.getElementById(id);
    const make = (name, kind, text) => {
        const node = document.createElement(name);
        if (kind) node.className = kind;
        if (text !== undefined) node.textContent = text;
        return node;
    };
    const [form, query, found, list] = ["filter", "query", "found", "list"].map(element);

    // The data is the text of the noscript element, which contains the markup of each case. All text is escaped, so no
    // line of text looks like the start of a case.

    const entities = { lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'", "#96": "`" };
    const plain = (text) => text.replace(/&(lt|gt|quot|amp|#39|#96);/g, (_, name) => entities[name]);
    const head = new RegExp('^class="(\\w+)" id="([^"]*)" data-operation="([^"]*)"'
        + '(?: data-status="([^"]*)")?(?: data-problems="([^"]*)")?(?: data-time="([^"]*)")?><summary>([^]*?)</summary>');
    const cases = [];
    const opening = "<details ";
    for (const chunk of element("data").textContent.split(`\n${opening}`).slice(1)) {
        const match = head.exec(chunk);
        if (!match) continue;
        const [, group, anchor, operation, status, problems, time, title] = match;
        cases.push({
            group, anchor, chunk, time, number: cases.length,
            status: status ?? (group === "failed" ? group : "passed"),
            operation: plain(operation), title: plain(title),
            problems: problems ? problems.split(" ").map((number) => element(`problem-${number}`)) : [],
        });
    }
    const anchors = new Map(cases.map((one) => [one.anchor, one]));
    const messageOf = (one) => {
        const match = /<p class="message">([^]*?)<\/p>/.exec(one.chunk) || /<p class="reason">([^]*?)<\/p>/.exec(one.chunk);
        return match ? plain(match[1]) : "";
    };
    const textOf = (one) => {
        // The searchable text is created at the first search.
        one.text ??= plain((opening + one.chunk).replace(/<[^>]*>/g, " ")).toLowerCase();
        return one.text;
    };

    // The list consists of blocks, which are rendered when they come near the viewport.

    const blockSize = 50;
    let shown = [];
    let onlyProblem = null;
    const near = new IntersectionObserver((entries) => {
        for (const entry of entries) if (entry.isIntersecting) draw(entry.target);
    }, { rootMargin: "1200px 0px" });

    function draw(block) {
        if (block.firstChild) return;
        near.unobserve(block);
        const start = Number(block.dataset.start);
        for (const one of shown.slice(start, start + blockSize)) block.append(row(one));
        block.style.minHeight = "";
    }

    function row(one) {
        const details = make("details", `case ${one.group}`);
        details.id = one.anchor;
        const summary = make("summary");
        const title = make("span", "title", one.title);
        summary.append(make("span", "status", one.status), title);
        const message = messageOf(one);
        if (message) summary.append(make("span", "said", message));
        if (one.time) summary.append(make("span", "time", one.time));
        details.append(summary);
        details.addEventListener("toggle", () => { if (details.open) fill(details, one); });
        return details;
    }

    function refresh() {
        const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
        const group = form.elements.group.value;
        const [operation, rule, blame] = ["operation", "rule", "blame"].map((id) => element(id).value);
        const narrowed = words.length || operation || rule || blame || onlyProblem;
        // If no group is chosen, only a search lists cases. A passing run thus shows no long list of passed cases.
        shown = cases.filter((one) => (group === "all" || one.group === group || (!group && narrowed))
            && (!operation || one.operation === operation)
            && (!rule || one.problems.some((problem) => problem?.dataset.rule === rule))
            && (!blame || one.problems.some((problem) => problem?.dataset.blame === blame))
            && (!onlyProblem || one.problems.includes(onlyProblem))
            && words.every((word) => textOf(one).includes(word)));
        near.disconnect();
        list.replaceChildren();
        for (let start = 0; start < shown.length; start += blockSize) {
            const block = make("div", "block");
            block.dataset.start = start;
            block.style.minHeight = `${Math.min(blockSize, shown.length - start) * 2.9}rem`;
            list.append(block);
            near.observe(block);
        }
        for (const block of [...list.children].slice(0, 2)) draw(block);
        found.textContent = !group && !narrowed ? `${cases.length} cases passed. Search, or choose a group.`
            : `${shown.length} of ${cases.length} cases` + (onlyProblem ? `: ${onlyProblem.querySelector(".message").textContent}` : "");
        element("clear").hidden = !narrowed;
    }

    /** Shows and opens a case, and resets the filter if it hides the case. */
    function reveal(one) {
        if (!shown.includes(one)) {
            clear();
            if (form.elements.group.value !== one.group) form.elements.group.value = one.group;
            refresh();
        }
        const block = list.children[Math.floor(shown.indexOf(one) / blockSize)];
        draw(block);
        const details = element(one.anchor);
        details.open = true;
        fill(details, one);
        details.scrollIntoView();
        details.firstChild.focus({ preventScroll: true });
    }

    function clear() {
        onlyProblem = null;
        query.value = "";
        for (const id of ["operation", "rule", "blame"]) element(id).value = "";
    }

    // Shows a case with all details.

    function fill(details, one) {
        if (details.dataset.filled) return;
        details.dataset.filled = "yes";
        const template = document.createElement("template");
        template.innerHTML = opening + one.chunk.slice(0, one.chunk.lastIndexOf("</details>") + 10);
        const content = template.content.firstChild;
        content.querySelector("summary").remove();
        const pointers = [...content.querySelectorAll("[data-pointer]")].map((node) => node.dataset.pointer);
        content.querySelectorAll("section.finding").forEach(drawFinding);
        content.querySelectorAll("section.exchange").forEach((section) => drawExchange(section, pointers));
        const link = make("a", "link", "Link to this case");
        link.href = `#${one.anchor}`;
        content.querySelector(".at").append(" ", link);
        if (one.group === "failed" && !content.querySelector("section.exchange")) {
            content.append(make("p", "left", "See report.json."));
        }
        details.append(...content.childNodes);
    }

    /** Shows the last exchange of a problem's first case in the problem's card. */
    function showExchange(card) {
        const one = card.open && !card.dataset.filled && anchors.get(card.querySelector(".examples a")?.hash.slice(1));
        if (!one) return;
        card.dataset.filled = "yes";
        const template = document.createElement("template");
        template.innerHTML = opening + one.chunk.slice(0, one.chunk.lastIndexOf("</details>") + 10);
        const section = [...template.content.querySelectorAll("section.exchange")].at(-1);
        if (!section) return;
        const number = card.id.replace("problem-", "");
        const place = template.content.querySelector(`section.finding[data-problem="${number}"] [data-pointer]`);
        drawExchange(section, place ? [place.dataset.pointer] : []);
        card.append(section);
    }

    function drawFinding(section) {
        const message = section.querySelector(".message");
        message.dir = "auto";
        message.prepend(make("span", `who ${section.dataset.blame}`, section.dataset.blame), " ");
        const values = ["expected", "actual"].map((kind) => section.querySelector(`pre.${kind}`));
        if (values.some(Boolean)) {
            const box = make("div", "values");
            (values[0] || values[1]).before(box);
            box.append(...values.filter(Boolean));
            drawDifference(box);
        }
        const problem = section.dataset.problem && element(`problem-${section.dataset.problem}`);
        const terms = make("dl");
        const term = (name, kind) => {
            const own = section.querySelector(`:scope > .${kind}`);
            const shared = problem && problem.querySelector(`dl > .${kind}`);
            if (!own) return shared && terms.append(shared.cloneNode(true));
            const line = make("div", kind);
            const value = make("dd");
            value.append(...own.childNodes);
            line.append(make("dt", "", name), value);
            own.remove();
            terms.append(line);
        };
        term("Contract", "contract");
        term("Where", "where");
        term("Next", "advice");
        term("Rule", "rule");
        section.append(terms);
        const curl = section.querySelector("pre.curl");
        if (curl) section.append(withCopyButton(curl));
    }

    function withCopyButton(pre) {
        const box = make("div", "copied");
        const button = make("button", "copy", "Copy");
        button.type = "button";
        button.setAttribute("aria-label", "Copy the curl command");
        button.addEventListener("click", () => copy(button, pre));
        box.append(pre, button);
        return box;
    }

    async function copy(button, pre) {
        let isDone = false;
        try {
            await navigator.clipboard.writeText(pre.textContent);
            isDone = true;
        } catch {
            // The page has no access to the clipboard, so select the line and let the browser copy it.
            getSelection().selectAllChildren(pre);
            isDone = document.execCommand("copy");
        }
        button.textContent = isDone ? "Copied" : "Selected";
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
    }

    // Shows expected and actual lines beside each other.

    function drawDifference(box) {
        const [expected, actual] = ["expected", "actual"].map((kind) => box.querySelector(`pre.${kind}`));
        for (const pre of [expected, actual]) {
            if (pre) pre.before(make("span", `label ${pre.className}`, pre.className));
        }
        box.classList.toggle("both", Boolean(expected && actual));
        if (!expected || !actual) return;
        const [left, right] = [expected, actual].map((pre) => pre.textContent.split("\n"));
        if (left.length * right.length > 250000) return;
        const [leftOut, rightOut] = [[], []];
        const pairs = align(left, right);
        for (const [one, other] of pairs) {
            const isSame = one !== null && other !== null && one === other;
            leftOut.push(lineOf(one, other, isSame));
            rightOut.push(lineOf(other, one, isSame));
        }
        expected.replaceChildren(...leftOut);
        actual.replaceChildren(...rightOut);
    }

    function lineOf(text, other, isSame) {
        const line = make("span", text === null ? "line none" : isSame ? "line" : "line changed");
        if (text === null) line.textContent = " ";
        // The digits of status codes have no meaning of their own.
        else if (isSame || other === null || [text, other].every((one) => /^([1-5][\dX]{2}(, )?)+$/.test(one))) line.textContent = text || " ";
        else {
            const letters = [...text];
            const others = [...other];
            const least = Math.min(letters.length, others.length);
            let start = 0;
            while (start < least && letters[start] === others[start]) start += 1;
            let end = 0;
            while (end < least - start && letters.at(-1 - end) === others.at(-1 - end)) end += 1;
            if ((start + end) / Math.max(1, least) < 0.3) line.textContent = text;
            else {
                line.append(letters.slice(0, start).join(""), make("mark", "", letters.slice(start, letters.length - end).join("")),
                    end ? letters.slice(-end).join("") : "");
            }
        }
        return line;
    }

    /** Returns pairs of lines; null for a missing line. */
    function align(left, right) {
        const width = right.length + 1;
        const lengths = new Uint32Array((left.length + 1) * width);
        for (let i = left.length - 1; i >= 0; i -= 1) {
            for (let j = right.length - 1; j >= 0; j -= 1) {
                lengths[i * width + j] = left[i] === right[j] ? lengths[(i + 1) * width + j + 1] + 1
                    : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
            }
        }
        const pairs = [];
        let [i, j] = [0, 0];
        let removed = [];
        let added = [];
        const flush = () => {
            for (let k = 0; k < Math.max(removed.length, added.length); k += 1) pairs.push([removed[k] ?? null, added[k] ?? null]);
            removed = [];
            added = [];
        };
        while (i < left.length || j < right.length) {
            if (i < left.length && j < right.length && left[i] === right[j]) {
                flush();
                pairs.push([left[i], right[j]]);
                i += 1;
                j += 1;
            } else if (i < left.length && (j === right.length || lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])) {
                removed.push(left[i]);
                i += 1;
            } else {
                added.push(right[j]);
                j += 1;
            }
        }
        flush();
        return pairs;
    }

    // Shows a request with its response.

    function drawExchange(section, pointers) {
        for (const kind of ["request", "response"]) {
            const pre = section.querySelector(`pre.${kind}`);
            if (!pre) continue;
            const [start, ...fields] = pre.textContent.split("\n");
            const box = make("div", `message ${kind}`);
            box.append(make("p", "part", kind === "request" ? "Request" : "Response"));
            const lines = make("pre", "head");
            lines.append(make("b", "", start));
            for (const field of fields) {
                const colon = field.indexOf(": ");
                lines.append("\n", make("span", "name", field.slice(0, colon + 1)), field.slice(colon + 1));
            }
            box.append(lines);
            const body = pre.nextElementSibling?.matches("pre.body") ? pre.nextElementSibling : null;
            pre.replaceWith(box);
            if (body) {
                body.remove();
                box.append(...drawBody(body, kind === "response" ? pointers : []));
            }
        }
        if (section.dataset.times) section.append(waterfall(section.dataset.times.split(" ").map(Number)));
    }

    function drawBody(pre, pointers) {
        const type = (pre.dataset.type || "").toLowerCase();
        const isCut = "cut" in pre.dataset;
        const size = `${pre.dataset.size} byte${pre.dataset.size === "1" ? "" : "s"}`;
        const note = make("p", "left", isCut ? `Truncated; ${size} in total. See report.json for more.` : size);
        if ("base64" in pre.dataset) {
            if (type.startsWith("image/") && !isCut) {
                const image = make("img");
                image.alt = `The received ${type.split(";")[0]}`;
                image.src = `data:${type.split(";")[0]};base64,${pre.textContent}`;
                return [image, note];
            }
            note.textContent = `${size} of binary data in base64${isCut ? ", truncated" : ""}`;
            return [pre, note];
        }
        const text = pre.textContent;
        const start = text.trimStart()[0];
        if (start === "{" || start === "[") pre.replaceChildren(...prettyJSON(text, pointers));
        else if (start === "<" && !isCut) pre.textContent = prettyXML(text);
        return [...folded(pre), note];
    }

    /** Collapses long bodies. */
    function folded(pre) {
        const lines = pre.textContent.split("\n").length;
        if (lines <= 40) return [pre];
        pre.classList.add("long");
        const button = make("button", "more", `Show all ${lines} lines`);
        button.type = "button";
        button.addEventListener("click", () => {
            pre.classList.remove("long");
            button.remove();
        });
        return [pre, button];
    }

    /** Formats JSON by tokens, which keeps digits and duplicate keys, also in truncated JSON. */
    function prettyJSON(text, pointers) {
        const tokens = text.match(/"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g) || [];
        const out = [];
        const stack = [];
        const marked = [];
        let buffer = "";
        const put = (node) => (marked.length ? marked.at(-1).node.append(node) : out.push(node));
        const flush = () => {
            if (buffer) put(buffer);
            buffer = "";
        };
        const here = () => stack.map((level) => `/${level.isArray ? level.index : level.key}`).join("");
        const indent = () => { buffer += `\n${"  ".repeat(stack.length)}`; };
        const begin = () => {
            if (pointers.some((pointer) => pointer && pointer === here())) {
                flush();
                marked.push({ node: make("mark"), depth: stack.length });
            }
        };
        const end = () => {
            if (marked.length && marked.at(-1).depth === stack.length) {
                flush();
                const { node } = marked.pop();
                put(node);
            }
        };
        tokens.forEach((token, index) => {
            const level = stack.at(-1);
            if (token === "{" || token === "[") {
                begin();
                buffer += token;
                stack.push({ isArray: token === "[", index: 0, key: "", isKey: token === "{" });
                if (tokens[index + 1] !== "}" && tokens[index + 1] !== "]") indent();
            } else if (token === "}" || token === "]") {
                stack.pop();
                if (tokens[index - 1] !== "{" && tokens[index - 1] !== "[") indent();
                buffer += token;
                end();
            } else if (token === ",") {
                buffer += token;
                if (level) {
                    level.index += 1;
                    level.isKey = !level.isArray;
                }
                indent();
            } else if (token === ":") {
                buffer += ": ";
                if (level) level.isKey = false;
            } else if (level?.isKey) {
                try { level.key = JSON.parse(token).replace(/~/g, "~0").replace(/\//g, "~1"); } catch { level.key = token; }
                buffer += token;
            } else {
                begin();
                buffer += token;
                end();
            }
        });
        flush();
        while (marked.length) {
            const { node } = marked.pop();
            put(node);
        }
        return out;
    }

    /** Formats XML with a tag per line. */
    function prettyXML(text) {
        let depth = 0;
        return text.replace(/>\s*</g, ">\n<").split("\n").map((line) => {
            const trimmed = line.trim();
            if (/^<\//.test(trimmed)) depth = Math.max(0, depth - 1);
            const indented = "  ".repeat(depth) + trimmed;
            if (/^<[A-Za-z][^>]*[^/]?>/.test(trimmed) && !/\/>$/.test(trimmed) && !/<\//.test(trimmed)
                && !/^<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b/i.test(trimmed)) depth += 1;
            return indented;
        }).join("\n");
    }

    function waterfall(ends) {
        const names = ["DNS lookup", "Connection", "TLS handshake", "Waiting", "Receiving"];
        const total = ends.at(-1) || 1;
        const box = make("div", "waterfall");
        let before = 0;
        ends.forEach((end, index) => {
            if (end <= before) return;
            const line = make("div", "phase");
            const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
            drawing.setAttribute("viewBox", "0 0 1000 10");
            drawing.setAttribute("preserveAspectRatio", "none");
            drawing.setAttribute("aria-hidden", "true");
            const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
            for (const [name, value] of [["x", before / total * 1000], ["y", 0], ["width", Math.max(2, (end - before) / total * 1000)], ["height", 10]]) {
                bar.setAttribute(name, value);
            }
            drawing.append(bar);
            line.append(make("span", "", names[index]), drawing, make("span", "time", `${(end - before).toPrecision(2) * 1} ms`));
            box.append(line);
            before = end;
        });
        return box;
    }

    // Handles links, filters, keys and printing.

    function follow() {
        const fragment = location.hash.slice(1);
        const one = anchors.get(fragment) || anchors.get(`case=${encodeURIComponent(decodeURIComponent(fragment.replace(/^case=/, "")))}`);
        if (one) return reveal(one);
        const match = /^(problem|operation)=(.*)$/.exec(fragment);
        if (!match) {
            const target = element(fragment);
            for (let parent = target; parent; parent = parent.parentElement) {
                if (parent.tagName === "DETAILS") parent.open = true;
            }
            target?.scrollIntoView();
            return;
        }
        clear();
        form.elements.group.value = "all";
        if (match[1] === "problem") onlyProblem = element(`problem-${match[2]}`);
        else element("operation").value = decodeURIComponent(match[2]);
        refresh();
        element("cases").scrollIntoView();
    }

    function options(id, values) {
        for (const value of [...new Set(values)].sort()) element(id).append(new Option(value));
        element(id).hidden = element(id).options.length < 3;
    }

    for (const radio of form.elements.group) {
        const count = radio.value === "all" ? cases.length : cases.filter((one) => one.group === radio.value).length;
        radio.nextElementSibling.append(" ", make("span", "number", count));
        radio.closest("label").hidden = count === 0;
    }
    const cards = [...document.querySelectorAll(".problem")];
    options("operation", cases.map((one) => one.operation));
    options("rule", cards.map((card) => card.dataset.rule));
    options("blame", cards.map((card) => card.dataset.blame));
    document.querySelectorAll(".problem .values").forEach(drawDifference);
    document.querySelectorAll(".problem > pre.curl").forEach((pre) => pre.parentElement.append(withCopyButton(pre)));
    for (const card of cards) {
        card.addEventListener("toggle", () => showExchange(card));
        if (card.open) showExchange(card);
    }
    for (const heading of document.querySelectorAll("th[data-operation]")) {
        const link = make("a", "", heading.textContent);
        link.href = `#operation=${encodeURIComponent(heading.dataset.operation)}`;
        heading.replaceChildren(link);
    }
    form.elements.group.value = ["failed", "warned", "idle"].find((group) => cases.some((one) => one.group === group)) ?? "";
    form.hidden = false;
    form.addEventListener("input", refresh);
    form.addEventListener("submit", (event) => event.preventDefault());
    element("clear").addEventListener("click", () => { clear(); refresh(); query.focus(); });
    document.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && event.target === query) {
            clear();
            refresh();
            query.blur();
        }
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
        if (event.key === "/") {
            event.preventDefault();
            query.focus();
        } else if (event.key === "j" || event.key === "k") {
            const rows = [...list.querySelectorAll("summary")];
            const index = rows.indexOf(document.activeElement);
            const next = rows[index + (event.key === "j" ? 1 : -1)] || rows[index < 0 ? 0 : index];
            next?.focus();
            next?.scrollIntoView({ block: "nearest" });
        }
    });
    // When printed, the page shows each problem with its exchange, and each listed case as a line.
    addEventListener("beforeprint", () => {
        for (const block of list.children) draw(block);
        document.querySelectorAll("main details:not(.case)").forEach((details) => { details.open = true; });
        cards.forEach(showExchange);
    });
    addEventListener("hashchange", follow);
    refresh();
    if (location.hash) follow();
})();
