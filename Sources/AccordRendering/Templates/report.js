(() => {
    "use strict";
    const form = document.getElementById("filter");
    const query = document.getElementById("query");
    const found = document.getElementById("found");
    const entries = [...document.querySelectorAll("[data-group]")];
    const groups = [...document.querySelectorAll("section.group")];
    let texts = null;

    function filter() {
        const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
        const wanted = form.elements.group.value;
        const isNarrowed = words.length > 0 || wanted !== "all";
        // Read once, and only when somebody searches: with thousands of cases it takes a moment.
        if (words.length > 0 && !texts) texts = entries.map((entry) => entry.textContent.toLowerCase());
        let count = 0;
        entries.forEach((entry, index) => {
            const shown = (wanted === "all" || entry.dataset.group === wanted)
                && words.every((word) => texts[index].includes(word));
            entry.hidden = !shown;
            if (shown) count += 1;
        });
        for (const group of groups) {
            const isEmpty = !group.querySelector("[data-group]:not([hidden])");
            group.hidden = isNarrowed && isEmpty;
            const details = group.querySelector(":scope > details");
            if (details && isNarrowed) details.open = !isEmpty;
        }
        found.textContent = isNarrowed ? `${count} of ${entries.length} cases` : "";
    }

    /** Opens what a link's target is folded into. */
    function unfold() {
        const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        if (!target) return;
        for (let parent = target.parentElement; parent; parent = parent.parentElement) {
            if (parent.tagName === "DETAILS") parent.open = true;
        }
        target.scrollIntoView();
    }

    async function copy(button) {
        const code = button.parentElement.querySelector("code");
        let isDone = false;
        try {
            await navigator.clipboard.writeText(code.textContent);
            isDone = true;
        } catch {
            // No clipboard for pages of this origin: select the line, and let the browser copy what is selected.
            getSelection().selectAllChildren(code);
            isDone = document.execCommand("copy");
        }
        button.textContent = isDone ? "Copied" : "Selected";
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
    }

    form.hidden = false;
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const button of document.querySelectorAll("button.copy")) {
        button.hidden = false;
        button.addEventListener("click", () => copy(button));
    }
    document.addEventListener("keydown", (event) => {
        if (event.key === "/" && !event.target.closest("input")) {
            event.preventDefault();
            query.focus();
        }
    });
    addEventListener("hashchange", unfold);
    if (location.hash) unfold();
})();
