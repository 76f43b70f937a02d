// The frame of the page: bar, views, and the panel of the card that is open.

import { listenForFiles } from "./art_drop.js";
import { fill, h } from "./dom.js";
import { cardPanel } from "./card.js";
import { compare } from "./compare.js";
import { eye } from "./eye.js";
import { findings, unreadable } from "./findings.js";
import { print } from "./print.js";
import { historyButtons } from "./history.js";
import { rules } from "./rules.js";
import { addressOf, begin, go, on, readAgain, store } from "./store.js";
import { table } from "./table.js";
import { loadWords, t } from "./words.js";

/** The views by name, in the order of their tabs: each mounts into an element and returns its end. */
const views = { table, findings, compare, rules, print };

function bar() {
  const games = h("select", { "aria-label": t("game"), onchange: () => go({ game: games.value }) });
  const looks = h("select", { "aria-label": t("look"), onchange: () => go({ theme: looks.value }) });
  const tabs = h("nav", { class: "tabs", "aria-label": t("views") });
  const show = () => {
    const known = store.project?.games ?? [];
    fill(games, known.map((each) => h("option", { value: each.id, text: each.title })));
    games.value = store.game?.id ?? "";
    games.hidden = known.length === 0;
    fill(looks, ["", ...(store.game?.themes ?? [])].map((each) => h("option", { value: each, text: each || t("usual_look") })));
    looks.value = store.theme;
    looks.hidden = looks.length < 2;
    fill(
      tabs,
      store.game && Object.keys(views).map((name) =>
        h("a", { href: addressOf({ view: name }), "aria-current": store.place.view === name ? "page" : null, text: t(`view_${name}`) }),
      ),
    );
    document.title = store.game ? `${store.game.title} · ${t("studio")}` : t("studio");
  };
  for (const kind of ["project", "game", "place"]) on(kind, show);
  return h("header", { class: "bar" }, h("h1", {}, t("studio")), games, looks, tabs, h("div", { class: "tools", id: "tools" }, eye(), historyButtons()));
}

function notices() {
  const place = h("div", { class: "notices", role: "status", "aria-live": "polite" });
  const show = () =>
    fill(
      place,
      !store.connected && h("p", { class: "notice bad", text: t("lost") }),
      store.project?.gone && h("p", { class: "notice bad", text: t("folder_gone", store.project) }),
      store.connected && store.trouble && h("p", { class: "notice bad" },
        store.trouble.sentence,
        store.trouble.hint && h("span", { class: "quiet", text: ` ${store.trouble.hint} ` }),
        h("button", { text: t("try_again"), onclick: readAgain }),
      ),
      store.game && !store.readable && h("div", { class: "notice" }, h("p", { class: "bad", text: t("broken", { title: store.game.title }) }), unreadable()),
    );
  for (const kind of ["connected", "pieces", "game", "findings", "trouble"]) on(kind, show);
  return place;
}

function main() {
  const place = h("main", { id: "content", tabindex: "-1" }, h("p", { class: "loading quiet", role: "status", text: t("reading") }));
  let shown = null;
  let end = () => {};
  const show = () => {
    const name = store.place.view in views ? store.place.view : "table";
    if (name === shown) return;
    end();
    fill(place);
    shown = name;
    place.className = `view-${name}`;
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
listenForFiles();
await begin();
