// Lines over every face: cut, safe, bleed and fold. Switched on and off for all.

import { svg } from "./dom.js";
import { tell } from "./store.js";

const KEPT = "pnp lines";

/** The lines by name, as components have them, with the key that switches each. */
export const LINES = { trim: "t", safe: "s", bleed: "b", fold: "f" };

const chosen = new Set((localStorage.getItem(KEPT) ?? "").split(" ").filter((each) => each in LINES));

export const isShown = (name) => chosen.has(name);

/** Show a line or not, on every face of the page. */
export function showLine(name, shown) {
  if (shown) chosen.add(name);
  else chosen.delete(name);
  localStorage.setItem(KEPT, [...chosen].join(" "));
  mark();
  tell("lines");
}

function mark() {
  for (const name of Object.keys(LINES)) document.documentElement.classList.toggle(`line-${name}`, chosen.has(name));
}

export const percent = (part, whole) => `${(100 * part) / whole}%`;

/** Return where a face with its bleed lies, in a box as large as the cut. */
export const withBleed = ({ width, height, bleed }) => ({ left: percent(-bleed, width), top: percent(-bleed, height), width: percent(width + 2 * bleed, width), height: percent(height + 2 * bleed, height) });

/** Return the lines of a side of a component as a drawing that fills its face; the page says which are seen. */
export function linesOf(component, side) {
  const { width, height, bleed } = component;
  // The back of a piece is its mirror image.
  const transform = side === "back" ? `matrix(-1 0 0 1 ${width} 0)` : null;
  return svg(
    "svg",
    {
      class: "lines",
      viewBox: `${-bleed} ${-bleed} ${width + 2 * bleed} ${height + 2 * bleed}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
      style: withBleed(component),
    },
    Object.entries(component.lines).map(([name, d]) => ["halo", "over"].map((kind) => svg("path", { class: `${kind} ${name}`, d, transform }))),
  );
}

export const sampleLine = (name) => svg("svg", { class: "sample", viewBox: "0 0 30 10", "aria-hidden": "true" }, ["halo", "over"].map((kind) => svg("path", { class: `${kind} ${name}`, d: "M1 5H29" })));

mark();
