// What changed in the game since an earlier state of it, or in another look.

import { get } from "./api.js";
import { fill, firstFace, h, option, quiet, quietly } from "./dom.js";
import { gameApi, go, on, store, tell } from "./store.js";
import { t } from "./words.js";

/** What a look to compare with is called in the address. */
const LOOK = "look:";

/** { name, pieces, trouble, reading }: pieces that are not as they were, as the studio tells them. */
export let since = { name: "", pieces: [], trouble: null, reading: false };

let states = { game: "", states: [] };
let changes = new Map();
let asked = 0;

/** Return what became of a piece, "component/id": "changed", "new", or null. */
export const changeOf = (key) => changes.get(key) ?? null;

/** Return the theme that the game is compared with, "" when it is no look. */
export const lookOf = (name) => (name.startsWith(LOOK) ? name.slice(LOOK.length) : "");

async function read() {
  const name = store.game ? (store.place.since ?? "") : "";
  const mine = ++asked;
  if (name !== since.name) since = { name, pieces: [], trouble: null, reading: Boolean(name) };
  if (!name) return show([]);
  tell("since");
  if (lookOf(name)) return show(everyPiece());
  try {
    const pieces = await get(gameApi(`since?${new URLSearchParams({ since: name, theme: store.theme })}`));
    if (mine === asked) show(pieces);
  } catch (refused) {
    if (mine === asked) show([], refused);
  }
}

function show(pieces, trouble = null) {
  since = { ...since, pieces, trouble, reading: false };
  const told = lookOf(since.name) ? [] : pieces.filter((each) => each.state !== "gone");
  changes = new Map(told.map((each) => [`${each.component}/${each.id}`, each.state]));
  tell("since");
}

/** Every piece, as it looks in two themes. */
const everyPiece = () =>
  [...store.pieces.values()].map((each) => ({
    component: each.component,
    id: each.id,
    name: each.name,
    state: "changed",
    copies: [each.copies, each.copies],
    kinds: [],
    sides: ["front", ...(each.back === "" ? [] : ["back"])].map((side) => ({ side, old: "", words: [] })),
  }));

/** Return the choice of what to compare with; `atOnce` begins with the newest release, or what was approved. */
export function sinceChoice({ atOnce = false } = {}) {
  const select = h("select", { onchange: () => go({ since: select.value }) });
  const element = h("label", { class: "since", hidden: !atOnce }, quiet("span", t("since")), " ", select);
  let begun = "";
  const options = async () => {
    const game = store.game;
    if (!game) return;
    if (states.game !== game.id) {
      try {
        await firstFace;
        states = { game: game.id, ...(await get(`api/games/${encodeURIComponent(game.id)}/states`)) };
      } catch {
        return;
      }
    }
    if (game !== store.game) return;
    const of = (kind) => states.states.filter((each) => each.kind === kind).map(({ name }) => [name, name === "HEAD" ? t("last_commit") : name === "approved" ? t("as_approved") : name]);
    const looks = game.themes.map((name) => [LOOK + name, name]);
    const groups = [["since_approved", of("approved")], ["since_releases", of("release")], ["since_revisions", of("revision")], ["since_looks", looks]].filter(([, known]) => known.length);
    fill(select, option("", t("nothing_chosen")), groups.map(([title, known]) => h("optgroup", { label: t(title) }, known.map((each) => option(...each)))));
    const now = store.place.since ?? "";
    if (now && ![...select.options].some((each) => each.value === now)) select.append(option(now, now));
    select.value = now;
    element.hidden = !now && !atOnce;
    if (!atOnce || begun === game.id || store.place.view !== "compare") return;
    begun = game.id;
    const first = (of("release")[0] ?? of("approved")[0])?.[0];
    if (!now && first) go({ since: first }, { instead: true });
  };
  for (const kind of ["game", "place", "project"]) on(kind, options);
  options();
  return element;
}

let placed = "";
on("place", () => {
  const now = JSON.stringify([store.game?.id, store.theme, store.place.since]);
  if (now !== placed) read();
  placed = now;
});
const again = quietly(() => store.place.since && read(), 400);
for (const kind of ["pieces", "faces"]) on(kind, again);
on("project", () => (states = { game: "", states: [] }));
