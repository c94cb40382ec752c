(() => {
    "use strict";
    const root = document.body.dataset.root || "";

    // Tabs. Without JavaScript, all panels are visible.
    const groups = [...document.querySelectorAll(".tabs")];
    const kept = (() => { try { return localStorage.getItem("accord-tab"); } catch { return null; } })();
    function choose(name) {
        for (const group of groups) {
            for (const tab of group.querySelectorAll("[role=tab]")) {
                const isChosen = tab.textContent === name;
                tab.setAttribute("aria-selected", isChosen);
                tab.tabIndex = isChosen ? 0 : -1;
                document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
            }
        }
        try { localStorage.setItem("accord-tab", name); } catch { /* Without storage, the choice applies only to this page. */ }
    }
    groups.forEach((group, index) => {
        const list = document.createElement("div");
        list.className = "tablist";
        list.setAttribute("role", "tablist");
        list.setAttribute("aria-label", group.dataset.label);
        [...group.querySelectorAll("[data-tab]")].forEach((panel, number) => {
            const tab = document.createElement("button");
            tab.type = "button";
            tab.textContent = panel.dataset.tab;
            tab.id = `tab-${index}-${number}`;
            panel.id = `panel-${index}-${number}`;
            tab.setAttribute("role", "tab");
            tab.setAttribute("aria-controls", panel.id);
            panel.setAttribute("role", "tabpanel");
            panel.setAttribute("aria-labelledby", tab.id);
            tab.addEventListener("click", () => choose(tab.textContent));
            list.append(tab);
        });
        list.addEventListener("keydown", (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (!step) return;
            const tabs = [...list.children];
            const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
            choose(next.textContent);
            next.focus();
            event.preventDefault();
        });
        group.prepend(list);
        group.classList.add("ready");
    });
    if (groups.length > 0) choose(["HTTP", "curl", "Swift", "JavaScript", "Python"].includes(kept) ? kept : "HTTP");

    for (const block of document.querySelectorAll("main pre")) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "copy";
        button.textContent = "Copy";
        button.addEventListener("click", async () => {
            const code = block.querySelector("code");
            let isDone = false;
            try {
                await navigator.clipboard.writeText(code.textContent);
                isDone = true;
            } catch {
                // The page has no access to the clipboard, so select the text and let the browser copy it.
                getSelection().selectAllChildren(code);
                isDone = document.execCommand("copy");
            }
            button.textContent = isDone ? "Copied" : "Selected";
            setTimeout(() => { button.textContent = "Copy"; }, 2000);
        });
        block.append(button);
    }

    // Close the menu on a phone, because it would fill the screen.
    const menu = document.querySelector(".menu details");
    if (menu && matchMedia("(max-width: 52rem)").matches) menu.open = false;

    const form = document.getElementById("search");
    const query = document.getElementById("query");
    const hits = document.getElementById("hits");
    const entries = (window.accordEntries || []).map((entry) => ({
        ...entry, low: `${entry.title} ${entry.kind} ${entry.text}`.toLowerCase(), name: entry.title.toLowerCase(),
    }));
    let selected = -1;
    function show(found, words) {
        selected = found.length > 0 ? 0 : -1;
        hits.replaceChildren(...found.map((entry, index) => {
            const item = document.createElement("li");
            item.id = `hit-${index}`;
            item.setAttribute("role", "option");
            item.dataset.url = entry.url;
            item.textContent = entry.title;
            const kind = document.createElement("span");
            kind.className = "kind";
            kind.textContent = entry.kind;
            item.append(kind);
            item.addEventListener("mousedown", (event) => { event.preventDefault(); open(item); });
            return item;
        }));
        if (words.length > 0 && found.length === 0) {
            const item = document.createElement("li");
            item.className = "none";
            item.setAttribute("role", "option");
            item.setAttribute("aria-disabled", "true");
            item.textContent = "No results";
            hits.append(item);
        }
        hits.hidden = words.length === 0;
        query.setAttribute("aria-expanded", String(!hits.hidden));
        mark();
    }
    function mark() {
        [...hits.children].forEach((item, index) => item.setAttribute("aria-selected", String(index === selected)));
        if (selected < 0) { query.removeAttribute("aria-activedescendant"); return; }
        query.setAttribute("aria-activedescendant", hits.children[selected].id);
        hits.children[selected].scrollIntoView({ block: "nearest" });
    }
    function open(item) {
        location.href = root + item.dataset.url;
        show([], []);
        query.blur();
    }
    function search() {
        const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
        if (words.length === 0) { show([], []); return; }
        const rank = (entry) => entry.name === words.join(" ") ? 0 : entry.name.startsWith(words[0]) ? 1 : entry.name.includes(words[0]) ? 2 : 3;
        const found = entries.filter((entry) => words.every((word) => entry.low.includes(word)));
        found.sort((left, right) => rank(left) - rank(right));
        show(found.slice(0, 30), words);
    }
    form.hidden = false;
    query.addEventListener("input", search);
    query.addEventListener("focus", search);
    query.addEventListener("blur", () => show([], []));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        if (selected >= 0) open(hits.children[selected]);
    });
    query.addEventListener("keydown", (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step && selected >= 0) {
            selected = (selected + step + hits.children.length) % hits.children.length;
            mark();
            event.preventDefault();
        } else if (event.key === "Escape") {
            query.value = "";
            show([], []);
        }
    });
    document.addEventListener("keydown", (event) => {
        if (event.key === "/" && !event.target.closest("input, textarea")) {
            event.preventDefault();
            query.focus();
        }
    });
})();
