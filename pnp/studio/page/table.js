// The table: all pieces of the game, searched, filtered, sorted and grouped.

import { post } from "./api.js";
import { button, fill, h, isPlain, quietly } from "./dom.js";
import { filterPanel } from "./filters.js";
import { findingMark, findingsOf } from "./finding_marks.js";
import { pieceGrid, tileMarks } from "./grid.js";
import { facets, fieldNames, grouped, matching, parsed, searched, sorted, suggestions, toggled, unknownFields } from "./query.js";
import { searchBox } from "./search_box.js";
import { selectionBar } from "./selection.js";
import { changeOf, sinceChoice } from "./since.js";
import { gameApi, go, on, store } from "./store.js";
import { moreTools, tableTools } from "./table_tools.js";
import { t } from "./words.js";
import { onZoom, pixelsPerMm, within } from "./zoom.js";

tileMarks.push((piece, side) => (side === "back" && store.place.side === "both" ? null : findingMark(piece)));

tileMarks.push(changeMark);
moreTools.push(sinceChoice);

function changeMark(piece, side) {
  const change = changeOf(`${piece.component}/${piece.id}`);
  return change && !(side === "back" && store.place.side === "both") ? h("span", { class: "change-mark", text: t(`became_${change}`) }) : null;
}

const GAP = 18;
const CAPTION = 26;
const USUAL_ZOOM = 60;
const NARROW = 700;

export function table(place) {
  let entries = [];
  let names = [];
  let shape = "";
  const status = h("p", { class: "status quiet", role: "status", "aria-live": "polite" });
  const empty = h("div", { class: "empty", hidden: true });
  const search = searchBox({ asked: (q) => go({ q }, { instead: true }), offered: (word) => suggestions(entries, names, word) });
  const filters = filterPanel({ asked: (field, value) => go({ q: toggled(search.text(), field, value) }, { instead: true }) });
  const selection = selectionBar({ clear: () => grid.pick([]) });
  const grid = pieceGrid({
    picked: (keys) => selection.show(keys),
    open: (piece, how) => {
      const enter = () => document.getElementById("card")?.focus();
      if (how === "keys" || innerWidth < NARROW) {
        if (store.place.piece === piece) return enter();
        const heard = on("place", () => {
          heard();
          enter(); // the panel shows by now
        });
      }
      go({ piece });
    },
    moved: (piece) => store.place.piece && innerWidth >= NARROW && go({ piece }, { instead: true }),
    inView: (keys, top) => {
      history.replaceState({ top }, "");
      if (store.game) post(gameApi(`in-view?${new URLSearchParams({ theme: store.theme })}`), { pieces: keys }).catch(() => {});
    },
  });
  const tools = tableTools({ zoomTo, zoomNow, search, filtered, status });
  const side = h("div", { class: "beside", id: "filters" }, filters.element);
  const element = h("div", { class: "table" }, tools.element, h("div", { class: "below" }, side, h("div", { class: "pieces-field" }, empty, grid.element, selection.element)));
  fill(place, element);

  function filtered(open) {
    element.classList.toggle("unfiltered", !open);
    if (open) filters.show(entries, facets(entries, names), store.place.q ?? "");
  }

  function zoomNow() {
    const asked = Number(store.place.zoom);
    if (asked) return within(asked);
    if (innerWidth >= NARROW) return usualZoom();
    const width = commonest(entries.map(({ component }) => component.width)) ?? 63;
    return within(Math.floor((((room() - GAP) / 2) * 100) / (width * pixelsPerMm())));
  }

  let usual = { of: "", zoom: USUAL_ZOOM };
  /** As large as all pieces can be and still be seen at once; no smaller than the usual. It stays while cards open. */
  function usualZoom() {
    const of = JSON.stringify([store.game?.id, innerWidth, innerHeight, entries.length]);
    if (of === usual.of || !entries.length || !grid.scroller.clientHeight) return usual.zoom;
    const [width, height] = ["width", "height"].map((side) => commonest(entries.map(({ component }) => component[side])));
    const fits = (zoom) => {
      const scale = (zoom / 100) * pixelsPerMm();
      const across = Math.floor((innerWidth - 40 + GAP) / (width * scale + GAP));
      return Math.ceil(entries.length / Math.max(across, 1)) * (height * scale + CAPTION + GAP) < grid.scroller.clientHeight - 60;
    };
    usual = { of, zoom: [100, 90, 80, 70].find(fits) ?? USUAL_ZOOM };
    return usual.zoom;
  }

  function room() {
    return grid.scroller.clientWidth - 2 * (innerWidth < NARROW ? 12 : 20);
  }

  /** Zoom, and keep what is at a height of the window where it is. */
  function zoomTo(zoom, y = null) {
    const rect = grid.scroller.getBoundingClientRect();
    back = grid.anchor(y === null ? Math.min(120, rect.height / 2) : y - rect.top);
    go({ zoom: String(Math.round(within(zoom) * 10) / 10) }, { instead: true });
  }
  let back = null;
  let lastQuery = store.place.q ?? "";

  function arrange({ fresh = false } = {}) {
    const { q = "", sort = "", group = "component", side: shown = "front" } = store.place;
    const terms = parsed(q);
    const found = matching(entries, terms);
    const groups = grouped(sorted(found, sort), group, t("without", { field: group }));
    store.order = groups.flatMap((each) => each.entries.map((entry) => entry.key));
    search.set(q);
    tools.show({ names, zoom: zoomNow() });
    tell(found, terms);
    if (!element.classList.contains("unfiltered")) filters.show(entries, facets(entries, names), q);
    const perMm = pixelsPerMm();
    const zoom = zoomNow();
    grid.show(groups, {
      width: room(),
      scale: (zoom / 100) * perMm,
      perMm,
      sides: shown === "both" ? 2 : 1,
      side: shown,
      gap: zoom < 35 ? 10 : GAP,
      caption: zoom < 35 ? 0 : CAPTION,
      most: { width: room(), height: zoom < 100 ? Math.max(200, grid.scroller.clientHeight * 0.7) : Infinity },
      opened: store.place.piece,
    }, { fresh });
    back?.();
    back = null;
    if (q !== lastQuery) grid.scroller.scrollTop = 0;
    lastQuery = q;
  }

  function tell(found, terms) {
    const all = entries.length;
    const copies = found.reduce((sum, { piece }) => sum + piece.copies, 0);
    announce(found.length === all ? t("all_pieces", { count: all, copies }) : t("some_pieces", { count: found.length, all, copies }));
    empty.hidden = found.length > 0;
    grid.element.hidden = found.length === 0;
    if (found.length) return;
    const unknown = unknownFields(entries, terms);
    fill(empty,
      all === 0
        ? h("p", { text: store.project.gone ? "" : t(store.game ? (store.readable ? "no_pieces" : "never_readable") : "no_game_yet", { title: store.game?.title }) })
        : [
            h("p", { text: unknown.length ? t("no_field", { field: unknown[0] }) : t("nothing_found") }),
            button("show_every", () => go({ q: "" })),
          ],
    );
  }

  const announce = quietly((text) => (status.textContent = text), 60);

  function readIn({ fresh = false, read = fresh } = {}) {
    const components = new Map((store.game?.components ?? []).map((each) => [each.id, each]));
    entries = [...store.pieces.values()]
      .filter((piece) => components.has(piece.component))
      .map((piece) => {
        const key = `${piece.component}/${piece.id}`;
        return searched(piece, components.get(piece.component), { finding: findingsOf(key).map((each) => each.severity), change: changeOf(key) });
      });
    names = fieldNames(entries);
    const now = JSON.stringify([store.game?.id, store.theme, store.game?.components]);
    const other = fresh || now !== shape;
    shape = now;
    if (other) grid.forget();
    arrange({ fresh: read });
  }

  onZoom(grid.scroller, (factor, x, y) => zoomTo(zoomNow() * factor, y));
  const onKey = (event) => {
    if (!isPlain(event) || event.target.closest?.("input, textarea, select, dialog, .card")) return;
    const does = {
      "/": () => search.focus(),
      "+": () => zoomTo(zoomNow() * 1.25),
      "=": () => zoomTo(zoomNow() * 1.25),
      "-": () => zoomTo(zoomNow() / 1.25),
      0: () => zoomTo(100),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  };
  addEventListener("keydown", onKey);
  const sized = new ResizeObserver(quietly(() => arrange(), 30));
  sized.observe(grid.element.parentElement);
  let placed = "";
  const ends = [
    on("game", () => readIn({ fresh: true })),
    on("pieces", () => readIn({ read: true })),
    on("findings", () => store.place.q?.includes("finding") || !element.classList.contains("unfiltered") ? readIn() : null),
    on("since", () => readIn()),
    on("place", () => {
      const { piece, ...rest } = store.place;
      const now = JSON.stringify(rest);
      if (now !== placed) arrange();
      placed = now;
      grid.mark(piece);
    }),
    on("faces", (sides) => grid.refresh(sides)),
    () => removeEventListener("keydown", onKey),
    () => sized.disconnect(),
  ];
  tools.begin();
  if (store.project) readIn({ read: true });
  grid.mark(store.place.piece);
  if (history.state?.top && !store.place.piece) grid.scroller.scrollTop = history.state.top;
  return () => ends.forEach((end) => end());
}

const commonest = (values) => [...Map.groupBy(values, (each) => each)].sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
