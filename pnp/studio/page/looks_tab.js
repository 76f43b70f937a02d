// A card as others have it: in every theme of its game, with every colour vision, printed in grey.

import { faceAddress } from "./api.js";
import { fill, h } from "./dom.js";
import { componentOf, faceElement } from "./face.js";
import { on, store } from "./store.js";
import { seen, VISIONS } from "./vision.js";
import { t } from "./words.js";

const WIDTH = 150;

export function pieceLooks(place, piece) {
  const component = componentOf(piece);
  const scale = Math.min(WIDTH / component.width, 210 / component.height);
  const side = store.place.side === "back" && piece.back !== "" ? "back" : "front";
  const faces = [];
  const inTheme = (theme) => {
    const face = faceElement(piece, side, scale, { lazy: true });
    const image = face.querySelector("img");
    face.refresh = () => (image.src = faceAddress(store.game.id, face.side, { theme, again: String(Date.now()) }));
    face.refresh();
    faces.push(face);
    return h("figure", {}, seen("", face), h("figcaption", { text: theme || t("vision_usual") }));
  };
  const seenAs = (name) => {
    const face = faceElement(piece, side, scale);
    faces.push(face);
    return h("figure", {}, seen(name, face), h("figcaption", { text: t(`vision_${name}`) }));
  };
  fill(place,
    h("h3", { text: t("themes") }),
    h("div", { class: "looks" }, ["", ...store.game.themes].map(inTheme)),
    h("h3", { text: t("seen_as") }),
    h("div", { class: "looks" }, Object.keys(VISIONS).map(seenAs)),
  );
  return on("faces", (sides) => faces.filter((each) => each.side in sides).forEach((each) => each.refresh()));
}
