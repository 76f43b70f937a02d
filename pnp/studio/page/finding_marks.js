// What is wrong with each piece: a mark on its tile, and the list in its panel.

import { fill, h, quiet } from "./dom.js";
import { findingItem, severityIcon } from "./finding_item.js";
import { on, store } from "./store.js";
import { t } from "./words.js";

let byPiece = new Map();

function index() {
  const pairs = store.findings.flatMap((finding) => finding.pieces.map((piece) => [piece, finding]));
  byPiece = new Map([...Map.groupBy(pairs, ([piece]) => piece)].map(([piece, some]) => [piece, some.map(([, finding]) => finding)]));
}

/** Return the findings that are about a piece, "component/id". */
export const findingsOf = (piece) => byPiece.get(piece) ?? [];

/** Return how many errors and warnings there are, in words. */
export function tally(findings) {
  const errors = findings.filter((each) => each.severity === "error").length;
  const warnings = findings.length - errors;
  return [errors && t("errors", { count: errors }), warnings && t("warnings", { count: warnings })].filter(Boolean).join(", ");
}

let marks = 0;

/** Return the mark of a piece with something wrong; it comes and goes by itself. */
export function findingMark(piece) {
  const mark = h("span", { class: "finding-mark", id: `finding-mark-${marks++}`, dataset: { marked: `${piece.component}/${piece.id}` } });
  show(mark);
  queueMicrotask(() => mark.closest('[role="gridcell"], button, a')?.setAttribute("aria-describedby", mark.id));
  return mark;
}

function show(mark) {
  const found = findingsOf(mark.dataset.marked);
  mark.hidden = found.length === 0;
  if (!found.length) return fill(mark);
  const worst = found.some((each) => each.severity === "error") ? "error" : "warning";
  mark.title = tally(found);
  fill(mark, severityIcon(worst), h("span", { "aria-hidden": "true", text: String(found.length) }), h("span", { class: "unseen", text: tally(found) }));
  return mark;
}

export function pieceFindings(place, piece) {
  const list = () => {
    const found = findingsOf(`${piece.component}/${piece.id}`);
    fill(place, found.length ? h("ul", { class: "finding-list" }, found.map((each) => findingItem(each, { cards: false }))) : quiet("p", t("all_well")));
  };
  list();
  return on("findings", list);
}

on("findings", () => {
  index();
  document.querySelectorAll("[data-marked]").forEach(show);
});
