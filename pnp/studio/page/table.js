// The table: all components of the game with their pieces.

import { fill, h } from "./dom.js";
import { faceElement } from "./face.js";
import { go, on, store } from "./store.js";
import { t } from "./words.js";

const SCALE = 2.2;

/** Show the table in an element; return what ends it. */
export function table(place) {
  let faces = [];
  const tile = (piece) => {
    const face = faceElement(piece, "front", SCALE);
    faces.push(face);
    return h(
      "button",
      { class: "tile", "aria-label": t("open_card", { name: piece.name }), onclick: () => go({ piece: `${piece.component}/${piece.id}` }) },
      face,
      h("span", { class: "name", text: piece.name }),
    );
  };
  const show = () => {
    faces = [];
    const pieces = [...store.pieces.values()];
    fill(
      place,
      (store.game?.components ?? []).map((component) =>
        h(
          "section",
          { "aria-label": component.title },
          h("h2", { text: t("component_count", { title: component.title, count: component.pieces }) }),
          h("div", { class: "tiles" }, pieces.filter((each) => each.component === component.id).map(tile)),
        ),
      ),
    );
  };
  const ends = [
    on("game", show),
    on("pieces", show),
    on("faces", (sides) => faces.filter((each) => each.side in sides).forEach((each) => each.refresh())),
  ];
  show();
  return () => ends.forEach((end) => end());
}
