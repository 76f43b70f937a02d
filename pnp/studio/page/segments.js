// A choice of a few values that stands in the address, as buttons beside each other.

import { button, h } from "./dom.js";
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
