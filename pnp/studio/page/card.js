// The panel of the card that is open: its faces, and a tab for each thing that can be done with it.

import { fill, h } from "./dom.js";
import { cardRules } from "./card_rules.js";
import { componentOf, faceElement } from "./face.js";
import { go, on, store } from "./store.js";
import { values } from "./values.js";
import { t } from "./words.js";

/** The tabs by name: each shows a piece in an element and returns what ends it. */
const tabs = { about, values, rules: cardRules };

function about(place, piece) {
  fill(
    place,
    h("dl", { class: "facts" }, Object.entries(piece.fields).map(([name, value]) => [
      h("dt", { text: name }),
      h("dd", { text: typeof value === "object" ? JSON.stringify(value) : String(value) }),
    ])),
    h("p", { class: "quiet", text: `${piece.file}:${piece.line}` }),
  );
  return () => {};
}

/** Return the panel, which is hidden while no card is open. */
export function cardPanel() {
  const panel = h("aside", { class: "card", "aria-label": t("card"), hidden: true });
  let chosen = "about";
  let end = () => {};
  let faces = [];
  const show = () => {
    end();
    end = () => {};
    const piece = store.pieces.get(store.place.piece);
    panel.hidden = !piece;
    faces = [];
    if (!piece) return;
    const component = componentOf(piece);
    const scale = Math.min(240 / component.width, 330 / component.height);
    faces = ["front", ...(piece.back === "" ? [] : ["back"])].map((side) => faceElement(piece, side, scale));
    const place = h("div", { class: "tab", role: "tabpanel", "aria-label": t(`tab_${chosen}`) });
    const buttons = Object.keys(tabs).map((name) =>
      h("button", {
        role: "tab",
        "aria-selected": String(name === chosen),
        text: t(`tab_${name}`),
        onclick: () => {
          chosen = name;
          show();
        },
      }),
    );
    fill(
      panel,
      h("div", { class: "head" },
        h("h2", { text: piece.name }),
        h("button", { class: "plain", "aria-label": t("close"), text: "×", onclick: () => go({ piece: "" }) }),
      ),
      h("div", { class: "faces" }, faces),
      h("div", { class: "tablist", role: "tablist", "aria-label": t("card") }, buttons),
      place,
    );
    end = tabs[chosen](place, piece);
  };
  for (const kind of ["place", "pieces", "game"]) on(kind, show);
  on("faces", (sides) => faces.filter((each) => each.side in sides).forEach((each) => each.refresh()));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && store.place.piece && !event.defaultPrevented) go({ piece: "" });
  });
  return panel;
}
