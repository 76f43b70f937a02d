// The frame of the page: bar, views, and the panel of the card that is open.

import { listenForFiles } from "./art_drop.js";
import { bad, button, fill, h, option, quiet } from "./dom.js";
import { cardPanel } from "./card.js";
import { eye } from "./eye.js";
import { unreadable } from "./findings.js";
import { undoButtons } from "./undo.js";
import { keysButton } from "./keys.js";
import { addressOf, begin, go, on, readAgain, store } from "./store.js";
import { table } from "./table.js";
import { loadWords, t } from "./words.js";

/** The views by name, in the order of their tabs: each mounts into an element and returns its end. */
const views = {
  table: async () => table,
  grid: async () => (await import("./data_grid.js")).dataGrid,
  design: async () => (await import("./design.js")).design,
  rules: async () => (await import("./rules.js")).rules,
  findings: async () => (await import("./findings.js")).findings,
  compare: async () => (await import("./compare.js")).compare,
  print: async () => (await import("./print.js")).print,
};
const home = async () => (await import("./home.js")).home;

function bar() {
  const games = h("select", { named: "game", onchange: () => go({ game: games.value }) });
  const looks = h("select", { named: "look", onchange: () => go({ theme: looks.value }) });
  const tabs = h("nav", { class: "tabs", named: "views" });
  const [name, ...rest] = t("studio").split(" ");
  const brand = h("a", { class: "brand", title: t("to_start") }, name, h("span", { text: ` ${rest.join(" ")}` }));
  const tools = h("div", { class: "tools", id: "tools" }, eye(), undoButtons(), keysButton());
  const show = () => {
    const known = store.project?.games ?? [];
    const inside = Boolean(store.game) && store.place.view !== "home";
    brand.href = addressOf({ view: "home" });
    fill(games, known.map((each) => option(each.id, each.title)));
    games.value = store.game?.id ?? "";
    games.hidden = !inside;
    fill(looks, ["", ...(store.game?.themes ?? [])].map((each) => option(each, each || t("vision_usual"))));
    looks.value = store.theme;
    looks.hidden = !inside || looks.length < 2;
    tools.hidden = !inside;
    fill(tabs,
      inside && Object.keys(views).map((name) => h("a", { href: addressOf({ view: name }), "aria-current": store.place.view === name ? "page" : null, text: t(`view_${name}`) }),
      ),
    );
    tabs.hidden = !inside;
    tabs.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    document.title = inside ? `${store.game.title} · ${t("studio")}` : t("studio");
  };
  for (const kind of ["project", "game", "place"]) on(kind, show);
  return h("header", { class: "bar" }, h("h1", {}, brand), games, looks, tabs, tools);
}

function notices() {
  const place = h("div", { class: "notices", role: "status", "aria-live": "polite" });
  let [told, where] = ["", ""];
  const show = () => {
    const { view } = store.place;
    if (told !== store.said || where === "home") [told, where] = [store.said, view];
    else if (where !== view) store.said = told = "";
    fill(place,
      !store.connected && h("p", { class: "notice bad", text: t("lost") }),
      store.project?.gone && h("p", { class: "notice bad", text: t("folder_gone", store.project) }),
      store.connected && store.trouble && h("p", { class: "notice bad" },
        store.trouble.sentence,
        store.trouble.hint && quiet("span", ` ${store.trouble.hint} `),
        button("try_again", readAgain),
      ),
      store.said && h("p", { class: "notice" }, store.said, " ", button("close", () => {
        store.said = "";
        show();
      })),
      store.unknown && h("p", { class: "notice", text: t("unknown_game", { name: store.unknown }) }),
      store.game && store.place.piece && store.readable && store.pieces.size > 0 && !store.pieces.has(store.place.piece) &&
        h("p", { class: "notice", text: t("unknown_piece", { name: store.place.piece }) }),
      store.game && !(store.place.view in views) && store.place.view !== "home" && h("p", { class: "notice", text: t("unknown_view", { name: store.place.view }) }),
      store.game && !store.readable && store.place.view !== "home" &&
        h("div", { class: "notice" }, bad("p", t("broken", { title: store.game.title })), unreadable()),
    );
  };
  for (const kind of ["connected", "pieces", "game", "place", "findings", "trouble"]) on(kind, show);
  return place;
}

function main() {
  const loading = h("p", { class: "loading quiet", role: "status", text: t("reading") });
  const place = h("main", { id: "content", tabindex: "-1" }, loading);
  let shown = null;
  let end = () => {};
  const show = async () => {
    const name = store.place.view === "home" || store.place.view in views ? store.place.view : "table";
    if (name === shown) return;
    shown = name;
    const view = await (name === "home" ? home : views[name])();
    if (name !== shown) return;
    end();
    fill(place);
    place.className = `view-${name}`;
    place.scrollTop = 0;
    end = view(place);
  };
  on("place", show);
  return place;
}

await loadWords();
document.body.append(
  h("a", { class: "skip", href: "#content", text: t("skip"), onclick: (event) => {
    event.preventDefault();
    document.getElementById("content").focus();
  } }),
  bar(),
  notices(),
  h("div", { class: "room" }, main(), cardPanel()),
);
listenForFiles();
await begin();
