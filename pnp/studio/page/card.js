// The panel of the open card: its faces, and a tab for each thing to do.

import { about } from "./about.js";
import { art } from "./art.js";
import { button, fill, h, isPlain } from "./dom.js";
import { cardRules } from "./card_rules.js";
import { stage } from "./stage.js";
import { pieceFindings } from "./finding_marks.js";
import { go, on, store } from "./store.js";
import { values } from "./values.js";
import { t } from "./words.js";

/** The tabs by name: each shows a piece in an element and returns what ends it. */
const tabs = { about, findings: pieceFindings, values, art, rules: cardRules };

/** Return the panel, which is hidden while no card is open. */
export function cardPanel() {
  const panel = h("aside", { class: "card", id: "card", tabindex: "-1", named: "card", hidden: true });
  const view = stage({ step: (by) => step(by), turned: () => turn() });
  const title = h("h2", {});
  const number = h("span", { class: "quiet" });
  const back = h("button", { named: "previous", title: t("previous"), text: "‹", onclick: () => step(-1) });
  const next = h("button", { named: "next", title: t("next"), text: "›", onclick: () => step(1) });
  const large = h("button", { class: "plain icon expand", "aria-pressed": "false", named: "whole_window", title: t("whole_window"), onclick: () => {
    const whole = panel.classList.toggle("large");
    large.setAttribute("aria-pressed", String(whole));
  } });
  const sides = h("div", { class: "segments", role: "group", named: "sides" });
  const list = h("div", { class: "tablist", role: "tablist", named: "card" });
  const place = h("div", { class: "tab", id: "card-tab", role: "tabpanel", tabindex: "-1" });
  fill(panel,
    h("div", { class: "head" }, back, next, h("div", { class: "called" }, title, number), large, h("button", { class: "plain", named: "close", title: t("close"), text: "×", onclick: close })),
    h("div", { class: "look" }, view.element, h("div", { class: "under" }, view.tools, sides)),
    h("div", { class: "card-more" }, list, place),
  );
  let chosen = "about";
  let end = () => {};
  let piece = null;
  let side = "front";
  let shown = "";

  function close() {
    const from = panel.contains(document.activeElement);
    go({ piece: "" });
    if (from) setTimeout(() => document.querySelector('.grid [tabindex="0"]')?.focus());
  }

  function step(by) {
    const order = store.order.length ? store.order : [...store.pieces.keys()];
    const to = order[order.indexOf(store.place.piece) + by];
    if (to) go({ piece: to }, { instead: true });
  }

  function turn(to = side === "front" ? "back" : "front") {
    if (to === "back" && piece.back === "") return;
    side = to;
    view.show(piece, side);
    showSides();
  }

  function showSides() {
    sides.hidden = piece.back === "";
    fill(sides, ["front", "back"].map((name) => button(name, () => turn(name), { "aria-pressed": String(name === side) })));
  }

  function showTabs() {
    const names = Object.keys(tabs);
    const choose = (name) => {
      chosen = name;
      shown = "";
      show();
      list.querySelector('[aria-selected="true"]').focus();
    };
    fill(list,
      names.map((name) =>
        button(`tab_${name}`, () => choose(name), { role: "tab", id: `tab-${name}`, "aria-selected": String(name === chosen), "aria-controls": "card-tab", tabindex: name === chosen ? 0 : -1, onkeydown: (event) => {
          const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (by) choose(names[(names.indexOf(chosen) + by + names.length) % names.length]);
        } }),
      ),
    );
    list.hidden = names.length < 2;
    place.setAttribute("aria-labelledby", `tab-${chosen}`);
  }

  function show() {
    const now = store.pieces.get(store.place.piece) ?? null;
    panel.hidden = !now;
    document.body.classList.toggle("open", Boolean(now));
    const other = now && (!piece || now.id !== piece.id || now.component !== piece.component);
    const { front, back: rear, ...told } = now ?? {};
    const same = JSON.stringify([store.game?.id, store.theme, chosen, told]);
    if (now && !other) piece = now;
    if (same === shown) return;
    shown = same;
    end();
    end = () => {};
    piece = now;
    if (!now) return;
    if (other) side = store.place.side === "back" && now.back !== "" ? "back" : "front";
    title.textContent = now.name;
    showWhere();
    view.show(now, side);
    showSides();
    showTabs();
    fill(place);
    end = tabs[chosen](place, now);
  }

  function showWhere() {
    const index = store.order.indexOf(store.place.piece);
    number.textContent = index < 0 ? "" : t("of_all", { number: index + 1, all: store.order.length });
    back.disabled = index <= 0;
    next.disabled = index < 0 || index === store.order.length - 1;
  }

  for (const kind of ["place", "pieces", "game"])
    on(kind, () => {
      show();
      if (piece) showWhere();
    });
  on("faces", (faces) => view.refresh(faces));
  panel.addEventListener("keydown", (event) => {
    const arrows = event.target === panel && isPlain(event) ? { ArrowLeft: -1, ArrowRight: 1 } : {};
    const by = { PageUp: -1, PageDown: 1, ...arrows }[event.key];
    if (!by || event.target.closest("textarea, select")) return;
    event.preventDefault();
    step(by);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && store.place.piece && !event.defaultPrevented && !event.target.closest?.("dialog, [popover]")) close();
  });
  return panel;
}
