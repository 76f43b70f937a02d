// The Compare view: pieces that are not as they were, with both faces and the words that changed.

import { approve } from "./approve.js";
import { bad, button, emptyState, fill, h, quiet } from "./dom.js";
import { comparePair, MODES, wordChanges } from "./compare_pair.js";
import { segments } from "./segments.js";
import { lookOf, since, sinceChoice } from "./since.js";
import { go, on, store, tell } from "./store.js";
import { t } from "./words.js";

const MOST = 60;
const BLINK = 900;
const STATES = ["all", "changed", "new", "gone"];

export function compare(place) {
  const list = h("div", { class: "compared" });
  const said = h("p", { class: "state", role: "status" });
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let most = MOST;
  let timer = 0;
  const mode = segments("mode", MODES);
  const state = segments("became", STATES);
  const play = button("blink_by_itself", () => blink(!timer), { "aria-pressed": "false" });
  const table = button("in_table", () => go({ view: "table", q: "change=changed,new" }));

  const told = h("div", { role: "status" });
  const allow = (more) => button("approve_now", async ({ target }) => {
    target.disabled = true;
    const done = await approve(["*"], told);
    target.disabled = false;
    if (!done) return;
    go({ since: "approved" });
    tell("project");
    tell("pieces");
  }, more);
  const again = allow();

  function blink(wanted) {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", String(wanted));
    if (!wanted) return;
    let was = false;
    timer = setInterval(() => {
      was = !was;
      for (const each of list.querySelectorAll(".stacked")) each.turn?.(was);
    }, BLINK);
  }

  function row(told) {
    const key = `${told.component}/${told.id}`;
    const sides = told.sides.length ? told.sides : [{ side: "front", old: null, words: [] }];
    const [was, now] = told.copies;
    return h("li", { class: "compared-piece" },
      h("h3", {}, store.pieces.has(key) ? h("button", { class: "plain", "aria-label": t("open_card", { name: told.name }), text: told.name, onclick: () => go({ piece: key }) }) : told.name, " ", lookOf(since.name) ? null : h("span", { class: `became ${told.state}`, text: t(`became_${told.state}`) })),
      told.kinds.length ? quiet("p", told.kinds.map((each) => t(`kind_${each}`)).join(", ")) : null,
      was !== null && now !== null && was !== now ? h("p", { text: t("copies_changed", { was, now }) }) : null,
      told.state === "changed" && !told.sides.length && was !== now && !told.kinds.length
        ? null
        : sides.map((side) => h("div", { class: "compared-side" }, sides.length > 1 || side.side === "back" ? quiet("p", t(side.side)) : null, comparePair(told, side, mode.chosen()), wordChanges(side))),
    );
  }

  function show() {
    mode.mark();
    state.mark();
    const isLook = Boolean(lookOf(since.name));
    state.element.hidden = isLook || !since.pieces.length;
    if (since.pieces.length) fill(told);
    again.hidden = since.name !== "approved" || !since.pieces.length;
    table.hidden = isLook || !since.pieces.some((each) => each.state !== "gone");
    mode.element.hidden = !since.pieces.length;
    mode.element.querySelector("[data-value=marked]").hidden = isLook;
    play.hidden = mode.chosen() !== "blink" || still.matches || !since.pieces.length;
    if (play.hidden) blink(false);
    const chosen = since.pieces.filter((each) => state.chosen() === "all" || each.state === state.chosen());
    fill(said, tellState());
    const titles = new Map((store.game?.components ?? []).map((each) => [each.id, each.title]));
    const shown = chosen.slice(0, most);
    const groups = [...new Set(shown.map((each) => each.component))];
    const same = since.name && !since.trouble && !since.reading && !isLook && !since.pieces.length;
    fill(list,
      !since.name && emptyState("⇄", t("since_unchosen"), t("choose_since"), allow({ class: "primary" })),
      same && emptyState("✓", t("nothing_changed"), t("nothing_changed_hint")),
      groups.map((component) => h("section", {}, h("h2", { text: titles.get(component) ?? component }), h("ul", {}, shown.filter((each) => each.component === component).map(row)))),
      chosen.length > shown.length ? h("button", { text: t("show_more", { count: chosen.length - shown.length }), onclick: () => {
        most += 4 * MOST;
        show();
      } }) : null,
    );
  }

  function tellState() {
    if (!since.name) return "";
    if (since.trouble) return [bad("span", since.trouble.message), since.trouble.hint ? quiet("span", ` ${since.trouble.hint}`) : null];
    if (since.reading) return quiet("span", t("comparing"));
    if (lookOf(since.name)) return t("looks_beside", { name: lookOf(since.name) });
    if (!since.pieces.length) return "";
    return STATES.slice(1).map((each) => [each, since.pieces.filter((one) => one.state === each).length]).filter(([, count]) => count).map(([each, count]) => t(`count_${each}`, { count })).join(", ");
  }

  fill(place, h("div", { class: "compare-view" }, h("div", { class: "compare-head" }, sinceChoice({ atOnce: true }), said, mode.element, state.element, play, table, again), told, list));
  let placed = "";
  const ends = [
    on("since", () => show()),
    on("place", () => {
      const now = JSON.stringify([store.place.mode, store.place.became]);
      if (now !== placed) show();
      placed = now;
    }),
    on("game", () => (most = MOST)),
    () => clearInterval(timer),
  ];
  show();
  return () => ends.forEach((end) => end());
}
