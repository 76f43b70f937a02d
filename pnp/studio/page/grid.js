// The pieces on the table: only the rows in view and a little beyond are in the page.

import { h, quiet } from "./dom.js";
import { faceElement } from "./face.js";
import { wantFaces } from "./face_queue.js";
import { laidOut, neighbour, rowsBetween } from "./layout.js";
import { store } from "./store.js";
import { t } from "./words.js";

/** Of the height of the view: so far above and below are rows ready. */
const BEYOND = 1.2;

/** So many faces that were seen stay as they are, for whoever scrolls back. */
const KEPT_FACES = 400;

/** A deck of so many pieces is looked through too fast for its faces to come. */
const LARGE = 120;

/** In ms: a table that was not scrolled for so long is looked at. */
const STILL = 150;

/** What others put on the tiles: functions that take a piece and a side and return an element or null. */
export const tileMarks = [];

/**
 * Return the grid: { element, scroller, show(groups, look), forget(), refresh(sides), mark(key), pick(keys), anchor(y) }.
 *
 * `open(key, how)` is called for a piece that somebody wants to see, `moved(key)` when the focus goes to one, and
 * `inView(keys)` with those on the screen when they have been there for a moment; `picked(keys)` when others are selected.
 */
export function pieceGrid({ open, moved, inView, picked }) {
  const plane = h("div", { class: "plane", role: "presentation" });
  const band = h("div", { class: "band", "aria-hidden": "true", hidden: true });
  const scroller = h("div", { class: "scroller", role: "presentation" }, band, plane);
  const element = h("div", { class: "grid", role: "grid", named: "pieces", "aria-readonly": "true", "aria-multiselectable": "true" }, scroller);
  let small = null; // previews of a large deck
  const faces = new Map();
  const turned = new Set();
  let layout = { rows: [], height: 0, spots: new Map() };
  let look = null;
  let built = new Map();
  let current = "";
  let waiting = 0;
  const chosen = new Set();
  let pivot = "";

  const sidesOf = (entry) => {
    if (look.side === "both") return entry.piece.back === "" ? ["front"] : ["front", "back"];
    const back = (look.side === "back") !== turned.has(entry.key);
    return [back ? "back" : "front"];
  };

  const faceOf = (entry, side, scale) => {
    if (side === "back" && entry.piece.back === "") return noBack(entry, scale);
    const name = `${entry.key}.${side}`;
    const box = faces.get(name) ?? faceElement(entry.piece, side, scale, { lazy: true });
    box.setAttribute("aria-hidden", "true");
    box.resize(scale);
    if (!faces.delete(name)) small?.dress(box);
    faces.set(name, box); // now the latest
    return box;
  };

  const readSmall = async () => {
    const { previews } = await import("./previews.js");
    small ??= previews();
    small.read();
    faces.forEach(small.dress);
    soon();
  };

  const noBack = ({ component: { width, height } }, scale) => h("span", { class: "no-back", style: { width: `${width * scale}px`, height: `${height * scale}px` }, text: t("no_back") });

  const tile = (each, column) => {
    const { entry } = each;
    const { piece } = entry;
    const sides = sidesOf(entry);
    const label = t(piece.copies === 1 ? "tile" : "tile_copies", { name: piece.name, sides: sides.map((side) => t(side)).join(", "), count: piece.copies });
    return h(
      "div",
      {
        class: ["tile", piece.copies > 1 && "many", chosen.has(entry.key) && "picked"].filter(Boolean).join(" "),
        role: "gridcell",
        "aria-colindex": column + 1,
        "aria-label": label,
        "aria-selected": String(entry.key === look.opened || chosen.has(entry.key)),
        tabindex: entry.key === current ? 0 : -1,
        dataset: { key: entry.key },
        style: { left: `${each.left}px`, width: `${each.width}px` },
      },
      h("span", { class: "pick", "aria-hidden": "true" }),
      h("div", { class: "tile-sides" }, sides.map((side) => h("div", { class: "tile-side" }, faceOf(entry, side, each.scale), tileMarks.map((mark) => mark(piece, side))))),
      look.caption
        ? h("div", { class: "caption" },
            h("span", { class: "name", text: piece.name }),
            piece.copies === 1 ? null : h("span", { class: "count", text: `×${piece.copies}` }),
            each.scale < look.scale * 0.99 ? h("span", { class: "smaller", title: t("shown_smaller"), text: `${Math.round((100 * each.scale) / look.perMm)} %` }) : null,
          )
        : null,
    );
  };

  const build = (index) => {
    const row = layout.rows[index];
    const heading = row.kind === "heading";
    const cells = heading ? headingCell(row.group) : row.tiles.map(tile);
    return h("div", { class: heading ? "row heading" : "row", role: "row", "aria-rowindex": index + 1, style: { top: `${row.top}px`, height: `${row.height}px` } },
      cells,
    );
  };

  const headingCell = ({ title, entries }) => h("div", { role: "rowheader", class: "title" },
      h("h2", { text: title }),
      quiet("span", t("pieces_counted", { count: entries.length })),
    );

  const render = () => {
    waiting = 0;
    if (!look) return;
    const [top, height] = [scroller.scrollTop, scroller.clientHeight];
    const [first, last] = rowsBetween(layout.rows, top - BEYOND * height, top + (1 + BEYOND) * height);
    const wanted = new Set(Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index));
    const focused = layout.spots.get(current);
    if (focused && plane.contains(document.activeElement)) wanted.add(focused[0]);
    for (const [index, row] of built)
      if (!wanted.has(index)) {
        row.remove();
        built.delete(index);
      }
    for (const index of wanted)
      if (!built.has(index)) {
        const row = build(index);
        built.set(index, row);
        const after = [...built.keys()].filter((each) => each > index).sort((one, other) => one - other)[0];
        plane.insertBefore(row, after === undefined ? null : built.get(after));
      }
    for (const name of faces.keys()) {
      if (faces.size <= KEPT_FACES) break;
      if (!faces.get(name).isConnected) faces.delete(name);
    }
    showBand(top);
    if (small) wantSmall(top, height);
    fetchFaces(top, height);
    settled(top, height);
  };

  /** Fetch the small faces that will be in view when they have come, at the speed of the scrolling; then others nearby. */
  const wantSmall = (top, height) => {
    const ahead = speed * small.takes(); // what has come by then is seen longest when it just enters the view
    const at = Math.max(0, Math.min(layout.height - height, top + ahead + Math.max(-height, Math.min(ahead, height))));
    const between = (from, to) => keysOf(...rowsBetween(layout.rows, from, to));
    const [below, above] = [between(at, at + 5 * height), between(at - 4 * height, at + height).reverse()];
    small.want(speed < 0 ? [...above, ...below] : [...below, ...above]);
  };

  const keysOf = (first, last) => layout.rows.slice(first, last).flatMap((row) => row.tiles ?? []).map((each) => each.entry.key);

  const showBand = (top) => {
    const [, after] = rowsBetween(layout.rows, 0, top + 1);
    const row = layout.rows[after - 1];
    const title = row && row.kind === "tiles" ? row.group.title : "";
    band.hidden = !title;
    band.dataset.title = title;
  };

  const fetchFaces = (top, height) => {
    const middle = top + height / 2;
    const far = (index) => Math.abs(layout.rows[index].top + layout.rows[index].height / 2 - middle);
    const boxes = [...built]
      .filter(([index]) => layout.rows[index].kind === "tiles")
      .sort(([one], [other]) => far(one) - far(other))
      .flatMap(([, row]) => [...row.querySelectorAll(".face")]);
    const still = performance.now() - scrolled > STILL;
    wantFaces(still || !small ? boxes : []); // previews and names are seen meanwhile
  };

  let timer = 0;
  const settled = (top, height) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      speed = 0;
      if (small) wantSmall(top, height);
      fetchFaces(top, height);
      const [first, last] = rowsBetween(layout.rows, top, top + height);
      inView(keysOf(first, last), top);
    }, STILL);
  };

  let scrolled = -STILL;
  let [speed, before] = [0, 0]; // px per ms, and where it was
  const soon = () => (waiting ||= requestAnimationFrame(render));

  const rebuild = () => {
    const focused = plane.contains(document.activeElement);
    built.forEach((row) => row.remove());
    built = new Map();
    if (!layout.spots.has(current)) current = layout.spots.keys().next().value ?? "";
    render();
    if (focused) focus(current);
  };

  const reveal = (key) => {
    const spot = layout.spots.get(key);
    if (!spot) return;
    const { top, height } = layout.rows[spot[0]];
    const head = band.hidden ? 0 : 36;
    if (top - head < scroller.scrollTop) scroller.scrollTop = Math.max(0, top - head);
    else if (top + height > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = Math.min(top - head, top + height - scroller.clientHeight);
    render();
  };

  const tileElement = (key) => plane.querySelector(`[data-key="${CSS.escape(key)}"]`);

  const keys = () => [...layout.spots.keys()];

  /** Select these pieces, and no others. */
  const pick = (wanted) => {
    chosen.clear();
    for (const each of wanted) if (layout.spots.has(each)) chosen.add(each);
    for (const each of plane.querySelectorAll(".tile")) {
      each.classList.toggle("picked", chosen.has(each.dataset.key));
      each.setAttribute("aria-selected", String(chosen.has(each.dataset.key) || each.dataset.key === look.opened));
    }
    picked(keys().filter((each) => chosen.has(each)));
  };
  const pickTo = (key) => {
    const all = keys();
    const [one, other] = [all.indexOf(layout.spots.has(pivot) ? pivot : key), all.indexOf(key)];
    pick(all.slice(Math.min(one, other), Math.max(one, other) + 1));
  };
  const toggle = (key) => {
    pivot = key;
    const now = new Set(chosen);
    if (!now.delete(key)) now.add(key);
    pick(now);
  };

  /** Make a piece the one that Tab leads to; return its tile. */
  const enter = (key) => {
    plane.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    current = key;
    reveal(key);
    const found = tileElement(key);
    found?.setAttribute("tabindex", "0");
    return found;
  };

  const focus = (key) => {
    if (layout.spots.has(key)) enter(key)?.focus({ preventScroll: true });
  };

  const turn = (key) => {
    if (look.side === "both") return;
    if (turned.has(key)) turned.delete(key);
    else turned.add(key);
    const spot = layout.spots.get(key);
    const row = spot && built.get(spot[0]);
    if (!row) return;
    tileElement(key).replaceWith(tile(layout.rows[spot[0]].tiles[spot[1]], spot[1]));
    render();
    focus(key);
  };

  scroller.addEventListener(
    "scroll",
    () => {
      const now = performance.now();
      const latest = (scroller.scrollTop - before) / Math.max(now - scrolled, 1);
      speed = now - scrolled > STILL ? 0 : speed + (latest - speed) / 4;
      [scrolled, before] = [now, scroller.scrollTop];
      soon();
    },
    { passive: true },
  );
  new ResizeObserver(soon).observe(scroller);
  plane.addEventListener("click", (event) => {
    const key = event.target.closest(".tile")?.dataset.key;
    if (!key) return;
    focus(key);
    if (event.target.closest(".pick") || event.ctrlKey || event.metaKey) return toggle(key);
    if (event.shiftKey) return pickTo(key);
    pivot = key;
    if (chosen.size) pick([]);
    open(key, "pointer");
  });
  lasso(scroller, plane, (box, add) => {
    const inside = layout.rows.filter((row) => row.tiles && row.top < box.bottom && row.top + row.height > box.top).flatMap((row) =>
      row.tiles.filter((each) => each.left < box.right && each.left + each.width > box.left).map((each) => each.entry.key));
    pick([...(add ? chosen : []), ...inside]);
  });
  plane.addEventListener("keydown", (event) => {
    const key = event.target.closest(".tile")?.dataset.key;
    if (!key || event.altKey || event.metaKey) return;
    if (event.shiftKey && event.key.startsWith("Arrow")) {
      const next = neighbour(layout, key, event.key, scroller.clientHeight * 0.9);
      if (!chosen.size) pivot = key;
      focus(next);
      pickTo(next);
    } else if (event.ctrlKey && event.key.toLowerCase() === "a") pick(keys());
    else if (event.key === "Escape" && chosen.size) pick([]);
    else if (event.ctrlKey && event.key === " ") toggle(key);
    else if (event.key === "Enter") open(key, "keys");
    else if (event.key === " ") turn(key);
    else {
      const press = event.ctrlKey ? `Ctrl+${event.key}` : event.key;
      const next = neighbour(layout, key, press, scroller.clientHeight * 0.9);
      if (next === null) return;
      focus(next);
      moved(next);
    }
    event.preventDefault();
  });

  return {
    element,
    scroller,
    /** Show groups of pieces; `look` as laidOut takes it, and { side, opened, perMm }. */
    show(groups, how, { fresh = false } = {}) {
      faces.forEach((box) => box.renew());
      if (fresh && store.pieces.size >= LARGE) readSmall();
      look = how;
      layout = laidOut(groups, how);
      for (const each of chosen) if (!layout.spots.has(each)) chosen.delete(each);
      picked(keys().filter((each) => chosen.has(each)));
      plane.style.height = `${layout.height}px`;
      element.setAttribute("aria-rowcount", layout.rows.length);
      rebuild();
    },
    /** Forget the faces: they are those of another game. */
    forget() {
      faces.clear();
      turned.clear();
    },
    refresh(sides) {
      for (const name of Object.keys(sides)) if (faces.get(name)?.asked) faces.get(name).refresh();
    },
    mark(key) {
      if (look) look.opened = key;
      plane.querySelector('[aria-selected="true"]:not(.picked)')?.setAttribute("aria-selected", "false");
      if (!layout.spots.has(key)) return;
      tileElement(key)?.setAttribute("aria-selected", "true");
      if (!plane.contains(document.activeElement)) enter(key);
    },
    pick,
    /** Return the piece at a height of the view and how far down it that is, and how to be there again. */
    anchor(y) {
      const at = scroller.scrollTop + y;
      const [first] = rowsBetween(layout.rows, at, at + 1);
      const row = layout.rows.slice(first).find((each) => each.tiles);
      if (!row) return () => {};
      const { key } = row.tiles[0].entry;
      const share = (at - row.top) / row.height;
      return () => {
        const spot = layout.spots.get(key);
        if (!spot) return;
        const now = layout.rows[spot[0]];
        scroller.scrollTop = now.top + share * now.height - y;
        render();
      };
    },
  };
}

/** Call `choose(box, add)` while somebody draws a frame on the ground of the plane. */
function lasso(scroller, plane, choose) {
  let start = null;
  const frame = h("div", { class: "lasso", hidden: true });
  plane.append(frame);
  const at = (event) => {
    const box = plane.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  scroller.addEventListener("pointerdown", (event) => {
    const inside = event.clientX < scroller.getBoundingClientRect().left + scroller.clientWidth;
    if (event.button || event.pointerType === "touch" || !inside || event.target.closest(".tile")) return;
    start = { ...at(event), add: event.shiftKey || event.ctrlKey };
    scroller.setPointerCapture(event.pointerId);
  });
  scroller.addEventListener("pointermove", (event) => {
    if (!start) return;
    const now = at(event);
    const box = { left: Math.min(now.x, start.x), right: Math.max(now.x, start.x), top: Math.min(now.y, start.y), bottom: Math.max(now.y, start.y) };
    if (frame.hidden && box.right - box.left + box.bottom - box.top < 6) return;
    if (!frame.isConnected) plane.append(frame);
    frame.hidden = false;
    Object.assign(frame.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.right - box.left}px`, height: `${box.bottom - box.top}px` });
    choose(box, start.add);
  });
  const end = () => {
    if (start && frame.hidden && !start.add) choose({ left: 0, right: 0, top: 0, bottom: 0 }, false);
    start = null;
    frame.hidden = true;
  };
  for (const kind of ["pointerup", "pointercancel"]) scroller.addEventListener(kind, end);
}
