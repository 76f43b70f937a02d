// The panel beside the table: fields with few values, how many pieces have each, and a tick for what is shown.

import { fill, h } from "./dom.js";
import { byNature, chosen, counted, folded, matching, parsed } from "./query.js";
import { asLabel, t } from "./words.js";

const FINDINGS = "finding";

/** Return the panel: { element, show(entries, names, query) }; `asked(field, value)` when a tick changes. */
export function filterPanel({ asked }) {
  const element = h("div", { class: "filters", role: "group", named: "filters" });
  const closed = new Set();

  const field = (name, title, entries, query) => {
    const terms = parsed(query);
    const wanted = chosen(terms, name);
    const others = matching(entries, terms.filter((term) => !(term.field === folded(name) && term.how === "=" && !term.not)));
    const counts = counted(others, name);
    const values = [...counted(entries, name).keys()].sort(byNature);
    const rows = values.map((value) => {
      const count = counts.get(value) ?? 0;
      const tick = h("input", {
        type: "checkbox",
        checked: wanted.includes(value),
        disabled: count === 0 && !wanted.includes(value),
        dataset: { field: name, value },
        onchange: () => asked(name, value),
      });
      return h("label", { class: count ? "choice" : "choice none" }, tick, h("span", { class: "value", text: value }), h("span", { class: "number", text: String(count) }));
    });
    return h("details", { open: !closed.has(name), ontoggle: ({ target }) => (target.open ? closed.delete(name) : closed.add(name)) },
      h("summary", { text: title }),
      rows,
    );
  };

  return {
    element,
    show(entries, names, query) {
      const focused = document.activeElement?.closest?.(".filters") ? { ...document.activeElement.dataset } : null;
      const top = element.scrollTop;
      const known = [["component", t("component")], [FINDINGS, t("findings")], ["changed", t("changed")], ...names.map((name) => [name, asLabel(name)])];
      fill(element,
        known
          .filter(([name], index) => index > 2 || counted(entries, name).size > (name === "component" ? 1 : 0))
          .map(([name, title]) => field(name, title, entries, query)),
      );
      element.scrollTop = top;
      if (focused?.field)
        element.querySelector(`[data-field="${CSS.escape(focused.field)}"][data-value="${CSS.escape(focused.value)}"]`)?.focus();
    },
  };
}
