// Choices that stand in the address: of a few values, as buttons beside each other, and of a component.

import { button, fill, h } from "./dom.js";
import { go, store } from "./store.js";
import { t } from "./words.js";

/** Return { chosen(), element, mark() } of a name in the address; the first of the values is the usual one. */
export function segments(name, values) {
  const chosen = () => (values.includes(store.place[name]) ? store.place[name] : values[0]);
  const buttons = values.map((value) => button(`${name}_${value}`, () => go({ [name]: value === values[0] ? "" : value }, { instead: true }), { dataset: { value } }));
  const mark = () => buttons.forEach((each) => each.setAttribute("aria-pressed", String(each.dataset.value === chosen())));
  mark();
  return { chosen, element: h("div", { class: "segments", role: "group", "aria-label": t(name) }, buttons), mark };
}

/** Return { element, read() }; that returns the component that the address names, else the first of cards, null for none. */
export function componentChoice() {
  const element = h("select", { named: "component", onchange: () => go({ part: element.value }) });
  return {
    element,
    read() {
      const all = store.game?.components ?? [];
      const chosen = all.find((each) => each.id === store.place.part) ?? all.find((each) => each.kind === "cards") ?? all[0] ?? null;
      fill(element, all.map((each) => h("option", { value: each.id, text: each.title, selected: each === chosen })));
      element.hidden = all.length < 2;
      return chosen;
    },
  };
}
