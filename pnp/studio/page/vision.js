// How others see the faces: filters for other colour vision and for grey prints.

import { h, svg } from "./dom.js";
import { tell } from "./store.js";

const KEPT = "pnp vision";

/**
 * What becomes of linear red, green and blue. The three of colour vision are those for severity 1.0 of G. M. Machado,
 * M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
 * Transactions on Visualization and Computer Graphics 15 (6), 2009. Grey has the luminance of sRGB (IEC 61966-2-1).
 */
export const VISIONS = {
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
  grey: [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722],
};

/** Return the filters, as a drawing that nobody sees; the page has it once. */
export const visionFilters = () => svg("svg", { class: "vision-filters", width: "0", height: "0", "aria-hidden": "true" },
    Object.entries(VISIONS).map(([name, [a, b, c, d, e, f, g, i, j]]) => svg("filter", { id: `vision-${name}`, "color-interpolation-filters": "linearRGB", x: "0", y: "0", width: "1", height: "1" },
        svg("feColorMatrix", { type: "matrix", values: [a, b, c, 0, 0, d, e, f, 0, 0, g, i, j, 0, 0, 0, 0, 0, 1, 0].join(" ") }),
      ),
    ),
  );

let shown = localStorage.getItem(KEPT) ?? "";

/** How all faces are shown: a name of VISIONS, or "". */
export const visionShown = () => shown;

/** Show all faces as somebody sees them: a name of VISIONS, or "". */
export function showVision(name) {
  shown = name in VISIONS ? name : "";
  localStorage.setItem(KEPT, shown);
  seenAs(document.documentElement, shown);
  tell("vision");
}

/** Show the faces in an element as somebody sees them, whatever holds for the others; "" is as they are. */
function seenAs(element, name) {
  for (const each of ["none", ...Object.keys(VISIONS)]) element.classList.toggle(`seen-${each}`, each === (name || "none"));
  return element;
}

/** Return an element that shows what is in it as somebody sees it. */
export const seen = (name, ...children) => seenAs(h("div", {}, ...children), name);

showVision(shown);
