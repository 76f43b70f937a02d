// A face on the page: cut to its outline, at any scale, redrawn when it changes.

import { faceAddress } from "./api.js";
import { h, noteFace } from "./dom.js";
import { linesOf, percent, withBleed } from "./overlays.js";
import { store } from "./store.js";
import { t } from "./words.js";

/** Return the component of a piece of the game in view. */
export const componentOf = (piece) => store.game.components.find((each) => each.id === piece.component);

/**
 * Return the picture of a side of a piece, `scale` px to the mm, with `side`, `resize(scale)`, `refresh()` and
 * `renew()`, which does that where the face may have changed. `bleed` shows its bleed, outside of its box. A `lazy` one
 * is empty until `load()`, which resolves when there is something to see; `asked` says whether that was called.
 */
export function faceElement(piece, side, scale, { bleed = false, lazy = false } = {}) {
  const component = componentOf(piece);
  const { width, height } = component;
  const name = `${piece.component}/${piece.id}.${side}`;
  const image = h("img", {
    alt: "",
    draggable: "false",
    decoding: "async",
    style: withBleed(component),
  });
  const box = h("span", { class: bleed ? "face bleeds" : "face", role: "img", "aria-label": `${piece.name}, ${side}`, dataset: { name: piece.name } }, image, linesOf(component, side));
  if (piece.colour) box.style.setProperty("--face", piece.colour);
  if (!bleed) {
    if (component.outline.length) {
      // The back of an outline is its mirror image.
      const points = component.outline.map(([x, y]) => `${percent(side === "back" ? width - x : x, width)} ${percent(y, height)}`);
      box.style.clipPath = `polygon(${points.join(",")})`;
    } else box.style.borderRadius = `${percent(component.corner, width)} / ${percent(component.corner, height)}`;
  }
  let seen = () => {};
  box.side = name;
  box.asked = false;
  box.resize = (size) => {
    box.style.width = `${width * size}px`;
    box.style.height = `${height * size}px`;
  };
  const latest = () => store.pieces.get(`${piece.component}/${piece.id}`) ?? piece;
  const known = () => latest()[side];
  let key = null;
  box.refresh = () => {
    box.asked = true;
    key = known();
    image.src = faceAddress(store.game.id, name, { key, theme: store.theme });
    mark();
  };
  /** Say on the face that it is how the piece looked before something went wrong with it. */
  const mark = () => {
    const stale = latest().stale?.includes(side) ?? false;
    box.classList.toggle("stale", stale);
    box.title = stale ? t("stale_face") : "";
  };
  box.renew = () => {
    mark();
    if (!box.asked) return;
    if ((key && known() !== key) || box.classList.contains("missing")) box.refresh();
    else key = known();
  };
  box.load = () => {
    const there = new Promise((resolve) => (seen = resolve));
    box.refresh();
    return there;
  };
  image.onerror = () => {
    box.classList.remove("shown");
    box.classList.add("missing");
    seen();
  };
  image.onload = () => {
    box.classList.remove("missing");
    box.classList.add("shown");
    noteFace();
    seen();
  };
  box.resize(scale);
  if (!lazy) box.refresh();
  return box;
}
