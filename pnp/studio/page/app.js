// The frame of the page: bar, views, and the panel of the card that is open.

import { fill, h } from "./dom.js";
import { cardPanel } from "./card.js";
import { print } from "./print.js";
import { historyButtons } from "./history.js";
import { rules } from "./rules.js";
import { begin, go, on, store } from "./store.js";
import { table } from "./table.js";
import { loadWords, t } from "./words.js";

/** The views by name, in the order of their tabs: each mounts into an element and returns what ends it. */
const views = { table, rules, print };

function bar() {
  const games = h("select", { "aria-label": t("game"), onchange: () => go({ game: games.value, piece: "", theme: "" }) });
  const looks = h("select", { "aria-label": t("look"), onchange: () => go({ theme: looks.value }) });
  const tabs = h("nav", { class: "tabs", "aria-label": t("views") });
  const show = () => {
    const known = store.project.games;
    fill(games, known.map((each) => h("option", { value: each.id, text: each.title })));
    games.value = store.game?.id ?? "";
    fill(looks, ["", ...(store.game?.themes ?? [])].map((each) => h("option", { value: each, text: each || t("usual_look") })));
    looks.value = store.theme;
    looks.hidden = looks.length < 2;
    fill(
      tabs,
      Object.keys(views).map((name) =>
        h("a", {
          href: `#/${store.game?.id}/${name}${store.theme ? `?theme=${store.theme}` : ""}`,
          "aria-current": store.place.view === name ? "page" : null,
          text: t(`view_${name}`),
        }),
      ),
    );
  };
  for (const kind of ["project", "game", "place"]) on(kind, show);
  return h("header", { class: "bar" }, h("h1", {}, t("studio")), games, looks, tabs, h("div", { class: "tools", id: "tools" }, historyButtons()));
}

function notices() {
  const place = h("div", { class: "notices", role: "status", "aria-live": "polite" });
  const show = () =>
    fill(
      place,
      !store.connected && h("p", { class: "notice bad", text: t("lost") }),
      store.game && !store.readable && h("p", { class: "notice bad", text: t("broken", { title: store.game.title }) }),
    );
  for (const kind of ["connected", "pieces", "game"]) on(kind, show);
  return place;
}

function main() {
  const place = h("main", { id: "content", tabindex: "-1" });
  let shown = null;
  let end = () => {};
  const show = () => {
    const name = store.place.view in views ? store.place.view : "table";
    if (name === shown) return;
    end();
    fill(place);
    shown = name;
    end = views[name](place);
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
await begin();
