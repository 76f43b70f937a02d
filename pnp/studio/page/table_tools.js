// The tools above the table: search, filters, order, groups, sides and zoom.

import { button, fill, h, option, quiet } from "./dom.js";
import { go, store } from "./store.js";
import { asLabel, t } from "./words.js";
import { LEAST, measureScreen, MOST } from "./zoom.js";

/** What others put into the line: functions that return an element. */
export const moreTools = [];

const SHOWN_FILTERS = "pnp filters";
const WIDE = 1400;
const STEPS = 100;
const slot = (zoom) => Math.round((STEPS * Math.log(zoom / LEAST)) / Math.log(MOST / LEAST));
const zoomAt = (step) => LEAST * (MOST / LEAST) ** (step / STEPS);

/** Return { element, begin(), show({ names, zoom }) }; `filtered(open)` is called when the filters come or go. */
export function tableTools({ zoomTo, zoomNow, search, filtered, status }) {
  const sort = h("select", { onchange: () => go({ sort: sort.value }) });
  const group = h("select", { onchange: () => go({ group: group.value === "component" ? "" : group.value }) });
  const sides = ["front", "back", "both"].map((side) =>
    button(side, () => go({ side: side === "front" ? "" : side }), { dataset: { side } }),
  );
  const slider = h("input", { type: "range", min: 0, max: STEPS, named: "zoom", oninput: () => zoomTo(zoomAt(Number(slider.value))) });
  const percent = h("button", { class: "percent", title: t("true_size"), onclick: () => zoomTo(100) });
  const filters = button("filters", () => {
    const open = filters.getAttribute("aria-expanded") === "false";
    if (innerWidth >= WIDE) localStorage.setItem(SHOWN_FILTERS, open ? "open" : "closed");
    showFilters(open);
  }, { class: "toggle", "aria-controls": "filters" });
  const arrange = button("arrange", () => {
    const open = arrange.getAttribute("aria-expanded") === "false";
    arrange.setAttribute("aria-expanded", String(open));
    choices.classList.toggle("open", open);
  }, { class: "toggle narrow", "aria-expanded": "false", "aria-controls": "arrange" });
  const choices = h("div", { class: "choices", id: "arrange" },
    h("label", {}, quiet("span", t("group")), group),
    h("label", {}, quiet("span", t("sort")), sort),
    h("div", { class: "segments", role: "group", named: "sides" }, sides),
    h("div", { class: "zoom", role: "group", named: "zoom" },
      h("button", { named: "zoom_out", text: "−", onclick: () => zoomTo(zoomNow() / 1.25) }),
      slider,
      h("button", { named: "zoom_in", text: "+", onclick: () => zoomTo(zoomNow() * 1.25) }),
      percent,
      h("button", { class: "plain icon ruler", title: t("measure"), named: "measure", onclick: () => measureScreen(() => zoomTo(zoomNow())) }),
    ),
    moreTools.map((tool) => tool()),
  );
  const element = h("div", { class: "table-tools" }, search.element, filters, arrange, status, choices);

  const showFilters = (open) => {
    filters.setAttribute("aria-expanded", String(open));
    filtered(open);
  };
  return {
    element,
    begin() {
      showFilters(innerWidth >= WIDE && localStorage.getItem(SHOWN_FILTERS) !== "closed");
    },
    show({ names, zoom }) {
      options(sort, [["", t("as_written")], ...names.flatMap((name) => [[name, t("upwards", { field: asLabel(name) })], [`-${name}`, t("downwards", { field: asLabel(name) })]])], store.place.sort ?? "");
      options(group, [["component", t("component")], ["none", t("ungrouped")], ...names.filter((name) => name !== "component").map((name) => [name, asLabel(name)])], store.place.group || "component");
      for (const each of sides) each.setAttribute("aria-pressed", String(each.dataset.side === (store.place.side || "front")));
      slider.value = slot(zoom);
      slider.setAttribute("aria-valuetext", `${Math.round(zoom)} %`);
      percent.textContent = `${Math.round(zoom)} %`;
      percent.setAttribute("aria-label", t("true_size_now", { zoom: Math.round(zoom) }));
    },
  };
}

function options(select, known, value) {
  const now = JSON.stringify(known);
  if (select.dataset.known !== now) {
    fill(select, known.map((each) => option(...each)));
    select.dataset.known = now;
  }
  select.value = value;
}
