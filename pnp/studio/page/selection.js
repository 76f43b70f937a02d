// What can be done with several cards that are selected: print or export these, set a field, duplicate, delete.

import { get, post, reason } from "./api.js";
import { bad, button, fill, h, opened, option } from "./dom.js";
import { go, on, rowsApi, store } from "./store.js";
import { asLabel, t } from "./words.js";

/** Return the bar: { element, show(keys) }; `clear()` ends the selection. */
export function selectionBar({ clear }) {
  const count = h("strong", { role: "status", "aria-live": "polite" });
  const said = h("span", { class: "selection-said", role: "status" });
  const element = h("div", { class: "selection", role: "toolbar", named: "selection", hidden: true },
    count,
    h("button", { class: "plain", named: "clear_selection", title: t("clear_selection"), text: "×", onclick: clear }),
    button("view_print", () => print(""), { class: "primary" }),
    button("export_these", () => print("shop")),
    button("set_copies", () => setField(keys, "copies", send)),
    button("set_field", () => setField(keys, "", send)),
    button("copy_card", () => each((ids) => ({ add: ids.map((id) => ({ like: id, after: ids.at(-1) })) }))),
    button("data_delete", () => each((ids) => ({ remove: ids })).then((done) => done && clear()), { class: "bad" }),
    said);
  let keys = [];

  const print = (way) => {
    store.picked = keys;
    go({ view: "print", way });
  };

  async function send(body, component) {
    try {
      const done = await post(rowsApi(component), body);
      fill(said, t("saved", { what: done.what }));
      return true;
    } catch (refused) {
      fill(said, bad("span", reason(refused)));
      return false;
    }
  }

  /** Send what `body` makes of the ids of each component; say whether all went well. */
  async function each(body) {
    for (const [component, ids] of byComponent(keys)) if (!(await send(body(ids), component))) return false;
    return true;
  }

  return {
    element,
    show(now) {
      if (now.join() !== keys.join()) fill(said);
      keys = now;
      element.hidden = !keys.length;
      count.textContent = t("selected", { count: keys.length });
    },
  };
}

/** Return the ids of cards by their component. */
const byComponent = (keys) => [...Map.groupBy(keys.map((key) => key.split("/")), ([component]) => component)].map(([component, all]) => [component, all.map(([, id]) => id)]);

/** Ask for a value of a field and set it on all cards. */
async function setField(keys, name, send) {
  const parts = byComponent(keys);
  const columns = new Map();
  for (const [component] of parts) {
    const table = await get(rowsApi(component)).catch(() => ({}));
    for (const each of table.columns ?? []) if (!each.fixed) columns.set(each.name, each);
  }
  if (!columns.has("copies")) columns.set("copies", { name: "copies", one_of: [], known: [] });
  const offered = h("datalist", { id: "set-known" });
  const value = h("input", { type: "text", list: "set-known", autocomplete: "off" });
  const offer = () => {
    const { one_of, known } = columns.get(field.value) ?? { one_of: [], known: [] };
    fill(offered, (one_of.length ? one_of : known).map((each) => option(String(each))));
  };
  const field = h("select", { required: true, onchange: offer }, ["", ...columns.keys()].map((each) => option(each, asLabel(each))));
  field.value = columns.has(name) ? name : "";
  offer();
  const form = h("form", { onsubmit: async (event) => {
    event.preventDefault();
    for (const [component, ids] of parts) if (!(await send({ cells: Object.fromEntries(ids.map((id) => [id, { [field.value]: value.value }])) }, component))) break;
    dialog.close();
  } },
    h("h2", { id: "set-title", text: t("set_title", { count: keys.length }) }),
    h("label", { class: "labelled" }, h("span", { text: t("design_field") }), field),
    h("label", { class: "labelled" }, h("span", { text: t("set_value") }), value), offered,
    h("div", { class: "line" }, h("button", { class: "primary", text: t("set_apply") }), button("cancel", () => dialog.close(), { type: "button" })));
  const dialog = opened({ class: "set-dialog", "aria-labelledby": "set-title" }, form);
  (name ? value : field).focus();
}

on("game", () => (store.picked = null));
