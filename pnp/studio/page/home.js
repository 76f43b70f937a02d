// The start page: the games of the folder as covers, and how to begin one: from a starter, or of a table.

import { faceAddress, get, post, reason } from "./api.js";
import { bad, button, fill, h, quiet, svg } from "./dom.js";
import { importTable } from "./import_table.js";
import { addressOf, go, on, store, readAgain } from "./store.js";
import { t } from "./words.js";

/** What stands for a starter: shapes in a drawing of 48 x 36. */
const SIGNS = {
  cards: ["M7 8h15v21H7z", "M17 6h15v21H17z", "M27 8h15v21H27z"],
  tiles: ["M14 6l9 5v10l-9 5-9-5V11z", "M32 14l9 5v10l-9 5-9-5V19z"],
  board: ["M6 6h36v25H6z", "M18 6v25M30 6v25M6 18h36"],
  solo: ["M6 8h15v21H6z", "M27 14h14v14H27z", "M31 18h.1M37 24h.1M34 21h.1"],
  spreadsheet: ["M6 6h36v25H6z", "M6 14h36M6 22h36M18 6v25"],
  inkscape: ["M15 5h18v26H15z", "M19 25c4-12 8 2 10-12", "M17 28h14"],
};

async function openGame({ game, said }) {
  await readAgain();
  store.said = said;
  go({ game, view: "table" });
}

export function home(place) {
  const games = h("section", { class: "covers" });
  const begin = h("section", { class: "begin" });
  const table = h("section", { class: "bring" });
  const lead = h("p", { class: "lead" });
  const ways = h("div", { class: "ways-in" }, begin, table);
  const element = h("div", { class: "home" }, h("h1", {}), lead, games, ways);
  let ended = false;
  let importing = false;
  fill(place, element);

  /** What stands for a card that cannot be shown: the first letter of its game. */
  const noFace = ({ title }) => h("span", { class: "none", text: [...title][0] ?? "" });

  function cover(game) {
    const faces = game.cover.map((side) => h("img", { alt: "", loading: "lazy", src: faceAddress(game.id, side), onerror: ({ target }) => target.replaceWith(noFace(game)) }));
    const pieces = game.components.reduce((sum, each) => sum + each.copies, 0);
    return h("a", { class: "cover", href: addressOf({ game: game.id, view: "table" }) },
      h("span", { class: "fan", "aria-hidden": "true" }, faces.length ? faces : noFace(game)),
      h("span", { class: "title", text: game.title }),
      quiet("span", game.readable ? t("pieces_counted", { count: pieces }) : t("cover_broken")));
  }

  function showGames() {
    const { begun, games: known, name } = store.project;
    element.querySelector("h1").textContent = begun ? name : t("begin_here");
    lead.textContent = begun ? "" : t("begin_lead", { name });
    fill(games,
      known.length > 0 && h("h2", { text: t(begun ? "your_games" : "shipped_games") }),
      h("div", { class: "cover-row" }, known.map(cover)));
    element.classList.toggle("begun", begun && known.length > 0);
    element.classList.toggle("first", !begun);
  }

  const field = (label, control) => h("label", { class: "labelled" }, h("span", { text: label }), control);

  async function showBegin() {
    const { starts, endings, tables } = await get("api/start");
    if (ended) return;
    let chosen = "cards";
    const title = h("input", { type: "text", required: true, maxlength: 60, placeholder: "Tea Time", autocomplete: "off" });
    const said = h("p", { class: "said bad", role: "status" });
    const kinds = Object.entries(starts).map(([name, about]) => h("label", { class: "starter" },
        h("input", { type: "radio", name: "starter", value: name, checked: name === chosen, onchange: () => (chosen = name) }),
        svg("svg", { viewBox: "0 0 48 36", "aria-hidden": "true" }, SIGNS[name]?.map((d) => svg("path", { d }))),
        h("strong", { text: t(`start_${name}`) }), quiet("span", about)));
    const form = h("form", { onsubmit: async (event) => {
      event.preventDefault();
      submit.disabled = true;
      try {
        await openGame(await post("api/start/new", { title: title.value, start: chosen }));
      } catch (refused) {
        fill(said, reason(refused));
        submit.disabled = false;
      }
    } });
    const submit = h("button", { class: "primary", text: t("begin_game") });
    fill(form, field(t("title_of_game"), title), h("fieldset", { class: "starters" }, h("legend", { text: t("begin_with") }), kinds), h("div", { class: "line" }, submit, said));
    fill(begin, h("h2", { text: t("new_game") }), form);
    const input = h("input", { type: "file", accept: endings.join(","), onchange: () => input.files[0] && bring(input.files[0]) });
    fill(table, h("h2", { text: t("bring_table") }), h("div", { class: "dropzone" },
      tables.length > 0 && h("div", { class: "here" }, h("p", { text: t("bring_here") }), tables.map((name) => h("button", { class: "primary", text: name, onclick: () => bring({ name, here: true }) }))),
      h("p", { text: t("bring_lead") }),
      button("choose_table", () => input.click()),
      quiet("p", t("bring_kinds"))));
  }

  async function bring(file) {
    if (importing) return;
    importing = true;
    store.said = "";
    await importTable(element, file, { done: openGame, given_up: () => {
      importing = false;
      fill(element, h("h1", {}), lead, games, ways);
      showGames();
    } });
  }

  element.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.stopPropagation();
    element.classList.add("dropping");
  });
  element.addEventListener("dragleave", (event) => element.contains(event.relatedTarget) || element.classList.remove("dropping"));
  element.addEventListener("drop", (event) => {
    element.classList.remove("dropping");
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    event.stopPropagation();
    bring(event.dataTransfer.files[0]);
  });

  const ends = [on("project", () => importing || showGames()), on("pieces", () => importing || showGames())];
  if (store.project) showGames();
  showBegin().catch((refused) => fill(begin, bad("p", refused.message)));
  if (store.dropped) bring(store.dropped);
  store.dropped = null;
  return () => {
    ended = true;
    ends.forEach((end) => end());
  };
}
