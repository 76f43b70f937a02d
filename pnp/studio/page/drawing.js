// A drawing as the page knows it: its objects built of what the studio told, their boxes, names, looks and moves.

import { svg } from "./dom.js";
import { t } from "./words.js";

const INSTRUCTIONS = ["show-if", "fill", "stroke", "art", "icon", "fit", "font", "size", "min", "align", "valign", "leading", "lines", "hyphenate"];
const SPLIT = new RegExp(`(?:^|[\\s_;,]+)(${INSTRUCTIONS.join("|")})[\\s_]*:[\\s_]*`, "g");
const SEEN = new Set(["g", "svg", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan", "image", "use", "defs", "linearGradient", "radialGradient", "stop", "clipPath", "symbol", "mask", "pattern"]);
/** What objects are called that have no name. */
const KINDS = { rect: "design_add_box", ellipse: "design_add_ellipse", circle: "design_add_ellipse", image: "design_add_art", text: "role_text", g: "tag_g" };
/** Ids of a drawing are apart from those of the page. */
const OWN = "drawn-";

/** Return the declarations of a style as a map, in their order. */
export const styleOf = (text) => new Map((text ?? "").split(";").map((each) => each.split(/:(.*)/s).slice(0, 2).map((part) => part?.trim())).filter(([name, value]) => name && value));
export const styleText = (style) => [...style].map(([name, value]) => `${name}:${value}`).join(";");

/** Return what a name says: { name, instructions } as docs/inkscape.md has them. */
export function parsedName(label) {
  const found = [...label.matchAll(SPLIT)];
  const instructions = new Map(found.map((each, index) => [each[1], label.slice(each.index + each[0].length, found[index + 1]?.index ?? label.length).trim().replace(/[;,]$/, "")]));
  return { name: (found.length ? label.slice(0, found[0].index) : label).trim(), instructions };
}
export const writtenName = ({ name, instructions }) => [name, ...[...instructions].map(([key, value]) => `${key}: ${value}`)].filter(Boolean).join(" ");

/** Return what an object is called in the lists. */
export function calledOf(each) {
  const { name, instructions } = parsedName(each.label);
  const kind = t(KINDS[each.tag] ?? "tag_shape");
  const id = each.id?.replace(/^[a-z]+(?=\d[\d-]*$)/, `${kind} `); // such as rect17
  return (name || instructions.get("icon") || (!each.label && id) || kind).replaceAll("_", " ");
}

/** Build the objects in a group; return those that can be seen, each with its `node`. */
export function build(holder, objects) {
  const nodes = new Map([[0, holder]]);
  objects.forEach((each, number) => {
    each.number = number;
    each.node = null;
    const parent = nodes.get(each.parent);
    if (number === 0 || !parent || !SEEN.has(each.tag)) return;
    const { style, id, href, ...attributes } = each.attributes;
    const node = svg(each.tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value.replaceAll(/url\(\s*['"]?#/g, `url(#${OWN}`));
    if (id) node.setAttribute("id", OWN + id);
    if (href) node.setAttribute("href", href.startsWith("#") ? `#${OWN}${href.slice(1)}` : href);
    for (const [name, value] of styleOf(style)) node.style.setProperty(name, value.replaceAll(/url\(\s*['"]?#/g, `url(#${OWN}`));
    if (each.text.trim()) node.append(each.text);
    parent.append(node);
    each.node = node;
    nodes.set(number, node);
  });
}

/** Return the objects that can be picked: what lies in layers, or in the page; the topmost first. */
export function things(objects) {
  const isHolder = (number) => number === 0 || (objects[number].layer && isHolder(objects[number].parent));
  return objects.filter((each) => each.node && !each.layer && isHolder(each.parent) && !["defs", "clipPath", "mask", "symbol", "pattern", "linearGradient", "radialGradient"].includes(each.tag)).reverse();
}

export const layers = (objects) => objects.filter((each) => each.layer && each.node).reverse();
export const isGuide = (objects, each) => each.number > 0 && (/^guides?$/i.test(each.label || each.id) || isGuide(objects, objects[each.parent] ?? { number: 0 }));
export const isLocked = (objects, each) => each.number > 0 && (each.locked || isLocked(objects, objects[each.parent]));
export const isHidden = (each) => styleOf(each.attributes.style).get("display") === "none" || each.attributes.display === "none";
export const childrenOf = (objects, each) => objects.filter((other) => other.parent === each.number);

/** Return the box around points. */
export function around(points) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Return the box of an object in mm: { x, y, width, height, corners }, by the matrix of what it is in. */
export function boxOf(each, root) {
  const box = each.node.getBBox();
  const matrix = root.getScreenCTM().inverse().multiply(each.node.getScreenCTM());
  const corners = [[box.x, box.y], [box.x + box.width, box.y], [box.x + box.width, box.y + box.height], [box.x, box.y + box.height]].map(([x, y]) => {
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return [point.x, point.y];
  });
  return { ...around(corners), corners, angle: (Math.atan2(corners[1][1] - corners[0][1], corners[1][0] - corners[0][0]) * 180) / Math.PI };
}

export const round = (value) => Number(value.toFixed(4));
const numbered = (node, name) => Number.parseFloat(node.getAttribute(name) ?? "0") || 0;
const matrixOf = (node) => DOMMatrix.fromMatrix(node.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix());

function written(matrix) {
  const { a, b, c, d, e, f } = matrix;
  if (Math.abs(a - 1) + Math.abs(b) + Math.abs(c) + Math.abs(d - 1) < 1e-6) return Math.abs(e) + Math.abs(f) < 1e-6 ? null : `translate(${round(e)} ${round(f)})`;
  return `matrix(${[a, b, c, d, e, f].map((each) => Number(each.toFixed(6))).join(" ")})`;
}

/** Return the attributes of an object after a matrix of mm was laid over it; `toMm` is that from its surroundings to mm. */
export function transformed(each, over, toMm) {
  const local = toMm.inverse().multiply(over).multiply(toMm);
  const own = matrixOf(each.node);
  const moves = Math.abs(local.a - 1) + Math.abs(local.b) + Math.abs(local.c) + Math.abs(local.d - 1) < 1e-9;
  const plain = own.isIdentity;
  const straight = Math.abs(local.b) + Math.abs(local.c) < 1e-9;
  const at = (x, y) => [round(local.a * x + local.e), round(local.d * y + local.f)].map(String);
  if (plain && straight && ["rect", "image", "svg"].includes(each.tag)) {
    const [x, y] = at(numbered(each.node, "x"), numbered(each.node, "y"));
    const size = moves ? {} : { width: String(round(numbered(each.node, "width") * local.a)), height: String(round(numbered(each.node, "height") * local.d)) };
    return { x, y, ...size };
  }
  if (plain && straight && (each.tag === "circle" || each.tag === "ellipse")) {
    const [cx, cy] = at(numbered(each.node, "cx"), numbered(each.node, "cy"));
    if (moves) return { cx, cy };
    if (each.tag === "ellipse") return { cx, cy, rx: String(round(numbered(each.node, "rx") * local.a)), ry: String(round(numbered(each.node, "ry") * local.d)) };
    if (Math.abs(local.a - local.d) < 1e-6) return { cx, cy, r: String(round(numbered(each.node, "r") * local.a)) };
  }
  if (plain && moves && each.tag === "text" && ![...each.node.children].some((child) => child.hasAttribute("x") || child.hasAttribute("y"))) {
    const [x, y] = at(numbered(each.node, "x"), numbered(each.node, "y"));
    return { x, y };
  }
  return { transform: written(local.multiply(own)) };
}

/** Return the matrix from what an object is in to mm. */
export const surroundings = (each, root) => DOMMatrix.fromMatrix(root.getScreenCTM().inverse().multiply(each.node.parentNode.getScreenCTM()));

/** Return the text that says how the words of an object look: itself, or that in its group; null for none. */
export function textIn(objects, each) {
  if (each.tag === "text") return each;
  if (each.tag !== "g") return null;
  return childrenOf(objects, each).find((child) => child.tag === "text") ?? null;
}

/** Return the box of words in a group, null for none. */
export const frameIn = (objects, each) => (each.tag === "g" && textIn(objects, each) ? childrenOf(objects, each).find((child) => child.tag === "rect") ?? null : null);

const light = (colour) => colour.map((each) => (each <= 10 ? each / 3294.6 : ((each / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0.05);
const ratio = (one, other) => Math.max(one / other, other / one);

/** Return the least contrast of a colour with what fills a tenth of the pixels or more, its own kind left out. */
export function contrastIn(pixels, colour) {
  const own = light([1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)));
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const key = ((pixels[at] >> 4) << 8) | ((pixels[at + 1] >> 4) << 4) | (pixels[at + 2] >> 4);
    const known = counts.get(key) ?? counts.set(key, [0, 0, 0, 0]).get(key);
    [1, pixels[at], pixels[at + 1], pixels[at + 2]].forEach((each, part) => (known[part] += each));
  }
  const grounds = [...counts.values()].filter(([count]) => count > pixels.length / 40).map(([count, ...sums]) => ratio(own, light(sums.map((each) => each / count))));
  const others = grounds.filter((each) => each > 1.1);
  return others.length ? Math.min(...others) : 1;
}

/** Return a length in whole steps of a grid; as it is without one. */
export const onGrid = (at, grid) => (grid ? Math.round(at / grid) * grid : at);

/** Return how a box moves to near lines, else to the grid (mm, 0 for none), and the lines: { by: [x, y], lines }. */
export function snapped(box, lines, reach, grid) {
  const found = { by: [0, 0], lines: [] };
  for (const [axis, key, size] of [[0, "x", "width"], [1, "y", "height"]]) {
    const own = [box[key], box[key] + box[size] / 2, box[key] + box[size]];
    let best = null;
    for (const line of lines[axis])
      for (const mine of own) if (Math.abs(line - mine) < (best?.far ?? reach)) best = { far: Math.abs(line - mine), by: line - mine, line };
    if (best) {
      found.by[axis] = best.by;
      found.lines.push([axis, best.line]);
    } else found.by[axis] = onGrid(own[0], grid) - own[0];
  }
  return found;
}
