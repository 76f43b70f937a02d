// A face on the page: cut to its outline, at any scale, redrawn when it changes.

import { faceAddress } from "./api.js";
import { h } from "./dom.js";
import { store } from "./store.js";

/** Return the component of a piece of the game in view. */
export const componentOf = (piece) => store.game.components.find((each) => each.id === piece.component);

/**
 * Return the picture of a side of a piece, `scale` px to the mm; the element has `side` and `refresh()`. Its bleed lies
 * outside of the box that it takes up; `bleed` shows it.
 */
export function faceElement(piece, side, scale, { bleed = false } = {}) {
  const component = componentOf(piece);
  const name = `${piece.component}/${piece.id}.${side}`;
  const extra = component.bleed * scale;
  const [width, height] = [component.width * scale, component.height * scale];
  const image = h("img", {
    alt: "",
    draggable: "false",
    decoding: "async",
    width: Math.round(width + 2 * extra),
    height: Math.round(height + 2 * extra),
    style: { left: `${-extra}px`, top: `${-extra}px`, width: `${width + 2 * extra}px`, height: `${height + 2 * extra}px` },
  });
  const box = h(
    "span",
    { class: bleed ? "face bleeds" : "face", role: "img", "aria-label": `${piece.name}, ${side}`, style: { width: `${width}px`, height: `${height}px` } },
    image,
  );
  if (!bleed) {
    if (component.outline.length) {
      // The back of an outline is its mirror image.
      const points = component.outline.map(([x, y]) => `${(side === "back" ? component.width - x : x) * scale}px ${y * scale}px`);
      box.style.clipPath = `polygon(${points.join(",")})`;
    } else box.style.borderRadius = `${component.corner * scale}px`;
  }
  box.side = name;
  box.refresh = () => {
    const known = store.pieces.get(`${piece.component}/${piece.id}`) ?? piece;
    image.src = faceAddress(store.game.id, name, { key: known[side], theme: store.theme });
  };
  image.onerror = () => box.classList.add("missing");
  image.onload = () => box.classList.remove("missing");
  box.refresh();
  return box;
}
