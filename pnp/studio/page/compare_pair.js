// A side of a piece as it was and is: side by side, one over the other, in turn, or with marks.

import { faceAddress } from "./api.js";
import { h, quiet } from "./dom.js";
import { componentOf, faceElement } from "./face.js";
import { lookOf, since } from "./since.js";
import { store } from "./store.js";
import { t } from "./words.js";

export const MODES = ["beside", "swipe", "blink", "marked"];

const ROOM = { width: 230, height: 320 };

const addressOf = (folder, side, ending, more = {}) =>
  `${folder}/${encodeURIComponent(store.game.id)}/${side}.${ending}?${new URLSearchParams({ since: since.name, theme: store.theme, ...more })}`;

/** The address of a side as it was, null where nobody knows. */
function before(name, old) {
  if (lookOf(since.name)) return faceAddress(store.game.id, name, { theme: store.theme });
  return old === null ? null : addressOf("before", old, "svg");
}

const absent = (text, { width, height }, scale) => h("span", { class: "absent quiet", style: { width: `${width * scale}px`, height: `${height * scale}px` }, text });

function face(piece, side, scale, address) {
  const box = faceElement(piece, side, scale, { lazy: true });
  const image = box.querySelector("img");
  image.loading = "lazy";
  if (address) {
    box.refresh = () => {};
    image.src = address;
    box.classList.add("shown");
    return box;
  }
  if (lookOf(since.name)) image.src = faceAddress(store.game.id, box.side, { theme: lookOf(since.name) });
  else box.refresh();
  box.classList.add("shown");
  return box;
}

/** Return both states of a side of a piece that is told as changed, new or gone, in one of MODES. */
export function comparePair(told, { side, old }, mode) {
  const piece = store.pieces.get(`${told.component}/${told.id}`) ?? told;
  const component = componentOf(told);
  if (!component) return quiet("p", t("component_gone"));
  const scale = Math.min(ROOM.width / component.width, ROOM.height / component.height, 3.8);
  const name = `${told.component}/${told.id}.${side}`;
  const address = told.state === "new" ? null : before(name, old);
  const [was, now] = lookOf(since.name) ? [t("vision_usual"), lookOf(since.name)] : [t("was"), t("now")];
  const one = () => (address ? face(piece, side, scale, address) : absent(t(told.state === "new" ? "was_not_there" : "face_not_known"), component, scale));
  const other = () => (told.state === "gone" ? absent(t("is_gone"), component, scale) : face(piece, side, scale));
  const figure = (shown, caption) => h("figure", {}, shown, h("figcaption", { text: caption }));
  if (mode === "beside" || !address || told.state === "gone") return h("div", { class: "pair" }, figure(one(), was), figure(other(), now));
  if (mode === "marked" && !lookOf(since.name)) {
    const { width, height, bleed } = component;
    const image = h("img", { class: "marked", loading: "lazy", alt: t("marked_alt", { name: told.name, side: t(side) }), src: addressOf("difference", name, "png", { was: old, now: piece[side] ?? "" }), style: { width: `${(width + 2 * bleed) * scale}px`, height: `${(height + 2 * bleed) * scale}px` } });
    image.onerror = () => image.replaceWith(absent(t("no_difference"), component, scale));
    return h("div", { class: "pair" }, figure(image, t("mode_marked")));
  }
  const [under, over] = [one(), other()];
  over.classList.add("over-face");
  const stack = h("div", { class: mode === "swipe" ? "stacked swipe" : "stacked", style: { width: `${component.width * scale}px`, height: `${component.height * scale}px` } }, under, over);
  if (mode === "swipe") {
    const slider = h("input", { type: "range", min: 0, max: 100, value: 50, "aria-label": t("swipe", { name: told.name }), oninput: () => stack.style.setProperty("--at", `${slider.value}%`), style: { width: `${component.width * scale}px` } });
    stack.style.setProperty("--at", "50%");
    return h("div", { class: "pair" }, h("figure", {}, stack, slider, h("figcaption", {}, h("span", { text: was }), h("span", { text: now }))));
  }
  const button = h("button", { class: "small turn", "aria-pressed": "false", text: t("show_was", { was }) });
  const turn = (to) => {
    stack.classList.toggle("was", to);
    button.setAttribute("aria-pressed", String(to));
    caption.textContent = to ? was : now;
  };
  const caption = h("span", { text: now });
  button.onclick = () => turn(!stack.classList.contains("was"));
  stack.turn = turn;
  return h("div", { class: "pair" }, h("figure", {}, stack, h("figcaption", {}, caption, button)));
}

export const wordChanges = ({ words }) =>
  words.length
    ? h("ul", { class: "word-changes" }, words.map(({ before: from, was, now, after }) => h("li", {}, from ? `${from} ` : "", was ? h("del", {}, h("span", { class: "unseen", text: `${t("was")}: ` }), was) : null, was && now ? " " : "", now ? h("ins", {}, h("span", { class: "unseen", text: `${t("now")}: ` }), now) : null, after ? ` ${after}` : ""),
      ))
    : null;
