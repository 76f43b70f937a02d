// What is known of a piece: its fields in full, what it is, and where it is written.

import { fill, h, quiet } from "./dom.js";
import { componentOf } from "./face.js";
import { asLabel, t } from "./words.js";

const COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const mm = (length) => Math.round(length * 10) / 10;

function shown(value) {
  if (value === null || value === "") return quiet("span", t("nothing"));
  if (typeof value === "boolean") return h("span", { text: t(value ? "yes" : "no") });
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each !== "object" || each === null)) return h("span", { text: value.join(", ") });
    return h("ul", { class: "plain-list" }, value.map((each) => h("li", {}, shown(each))));
  }
  if (typeof value === "object") return facts(Object.entries(value));
  const swatch = COLOUR.test(value) ? h("span", { class: "swatch", style: { background: value } }) : null;
  return h("span", {}, swatch, String(value));
}

const facts = (pairs) => h("dl", { class: "facts" }, pairs.map(([name, value]) => [h("dt", { text: asLabel(name) }), h("dd", {}, shown(value))]));

export function about(place, piece) {
  const component = componentOf(piece);
  fill(place,
    facts(Object.entries(piece.fields)),
    h("dl", { class: "facts rest" }, [
      [t("component"), component.title],
      [t("size"), t("millimetres", { width: mm(component.width), height: mm(component.height) })],
      [t("number"), t("copies", { count: piece.copies })],
      [t("id"), `${piece.component}/${piece.id}`],
      [t("written"), `${piece.file}:${piece.line}`],
    ].map(([name, value]) => [h("dt", { text: name }), h("dd", { text: value })])),
  );
  return () => {};
}
