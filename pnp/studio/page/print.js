// The print view: what to print, how many sheets that takes, the sheets, and files to download.

import { get, latest, post } from "./api.js";
import { button, fill, h, quietly } from "./dom.js";
import { jobPanel, trouble, once } from "./print_job.js";
import { moreFields, paperField, remember, remembered, sinceField, targetField, USUAL } from "./print_form.js";
import { sheetStrip } from "./sheets.js";
import { addressOf, go, on, store } from "./store.js";
import { t } from "./words.js";

const WAYS = ["home", "changed", "shop"];

export function print(place) {
  const strip = sheetStrip();
  const job = jobPanel((made) => describe(made));
  const sum = h("p", { class: "sum", role: "status", "aria-live": "polite" });
  const details = h("div", { class: "details" });
  const fields = h("div", { class: "paperline" });
  const some = h("p", { class: "some", hidden: true });
  const open = h("p", { class: "hint" });
  const begin = h("button", { class: "primary big", hidden: true, onclick: () => make() });
  const more = h("details", { class: "morechoices" }, h("summary", { text: t("print_more") }), h("div", {}));
  const ways = h("fieldset", { class: "ways" }, h("legend", { class: "unseen", text: t("print_way") }));
  fill(place, h("div", { class: "print" },
    h("div", { class: "choose" }, h("h2", {}), some, ways, fields, begin, open, sum, details, more), job.element, strip.element));
  let [form, choice, way, asked, allGames] = [null, { ...USUAL }, WAYS.includes(store.place.way) ? store.place.way : WAYS[0], null, false];

  const game = () => form?.games.find((each) => each.name === store.game?.id);
  const wanted = () => {
    const { nothing, ...rest } = choice;
    const sheets = { ...rest, games: allGames ? [] : [game().name], since: "", target: "", dpi: 0 };
    if (allGames) Object.assign(sheets, { components: [], pieces: "", theme: "", language: "" });
    if (way === "changed") sheets.since = rest.since;
    if (way === "shop") {
      const { games, components, pieces, theme, language } = sheets;
      Object.assign(sheets, USUAL, { games, components, pieces, theme, language, target: rest.target, dpi: rest.dpi });
    }
    return sheets;
  };
  const titleOf = (name) => [...form.papers, ...(game()?.sheets ?? [])].find((each) => each.name === name)?.title ?? name;
  const wordsOf = (made) => ({
    game: made.games.map((name) => form.games.find((each) => each.name === name)?.title ?? name).join(", ") || t("print_all_games"),
    paper: titleOf(made.papers[0]),
    target: form.targets.find((each) => each.name === made.target)?.title ?? "",
    since: form.versions.some((each) => each.name === made.since && each.kind === "build") ? t("print_since_build") : made.since,
  });
  const describe = (made) => (form ? t(`print_made_${made.target ? "shop" : made.since ? "changed" : "home"}`, wordsOf(made)) : "");
  const label = () => {
    const some = way === "home" && !allGames && store.picked?.length;
    begin.textContent = t(some ? "print_begin_some" : `print_begin_${way}`, { ...wordsOf(wanted()), count: some });
  };
  const troubled = (error) => {
    sum.textContent = "";
    begin.disabled = true;
    strip.show(null, null);
    fill(details, trouble(error));
  };
  const count = async () => {
    asked?.abort();
    asked = new AbortController();
    const mine = asked;
    if (choice.nothing) return troubled({ message: t("print_nothing_chosen") });
    if (way === "changed" && !choice.since) return troubled({ message: t("print_since_nothing") });
    const now = wanted();
    sum.classList.add("old");
    if (!sum.textContent) sum.textContent = t("print_counting");
    try {
      const plan = await post("api/print/plan", now);
      if (mine !== asked) return;
      show(now, plan);
    } catch (error) {
      if (mine === asked) troubled(error);
    } finally {
      if (mine === asked) sum.classList.remove("old");
    }
  };
  /** The pages to read come a moment later: their rules have to be typeset to be counted. */
  const countReading = async (now, place) => {
    try {
      const pages = await post("api/print/reading", now);
      const papers = [...Map.groupBy(pages.filter((each) => each.sheets), (each) => each.paper).values()];
      fill(place, papers.map((some) => h("li", { text: t("print_reading", { ...some[0], count: some.reduce((sum, each) => sum + each.sheets, 0) }) })));
      place.hidden = !papers.length;
    } catch {
      place.hidden = true; // the PDF will have them all the same
    }
  };
  const show = (now, plan) => {
    const bad = plan.findings.some((each) => each.severity === "error");
    const stocks = plan.stocks.map((each) => t("print_stock", { count: each.sheets, stock: each.title, paper: each.paper }));
    if (way === "shop") sum.textContent = bad ? "" : t("print_ready");
    else sum.textContent = plan.sheets ? t("print_sum", { sheets: t("print_sheets", { count: plan.sheets }), pages: t("print_pages", { count: plan.pages }) }) : t("print_no_sheets");
    const reading = h("ul", { class: "stocks", hidden: true });
    if (way === "home" && plan.sheets && !bad) countReading(now, reading);
    begin.disabled = bad || (!plan.sheets && !plan.take_out && way !== "shop" && !now.cut.length);
    fill(details,
      plan.sheets > 0 && h("ul", { class: "stocks" }, stocks.map((each) => h("li", { text: each }))),
      reading,
      job.findings(plan.findings),
      plan.notes.length > 0 && h("ul", { class: "notes quiet" }, plan.notes.map((each) => h("li", { text: each }))));
    once(details, ".made");
    strip.show(now, plan);
  };
  const soon = quietly(count, 200);
  const set = (part, { quiet = false } = {}) => {
    Object.assign(choice, part);
    if (quiet) return;
    remember(choice);
    label();
    soon();
  };
  const make = () => job.begin(wanted());
  const found = () => job.resume(store.game?.id, way).catch(() => {});
  const showOpen = () => {
    const count = store.game ? store.findings.filter((each) => each.severity === "error").length : 0;
    open.hidden = !count;
    fill(open, `${t("print_open_errors", { count })} `, h("a", { href: addressOf({ view: "findings", only: "error" }), text: t("view_findings") }));
  };

  const showSome = () => {
    some.hidden = !store.picked?.length;
    fill(some, t("print_some", { count: store.picked?.length ?? 0 }), button("print_all_of_it", () => {
      store.picked = null;
      set({ pieces: "" });
      draw();
    }, { class: "plain" }));
  };
  const draw = () => {
    const known = game();
    showSome();
    place.querySelector("h2").textContent = known ? t("print_title", { game: known.title }) : t("view_print");
    begin.hidden = !known || known.errors > 0;
    more.hidden = begin.hidden;
    showOpen();
    fill(fields);
    if (begin.hidden) {
      strip.show(null, null);
      fill(details, known && h("p", { text: t("print_errors", known) }));
      sum.textContent = "";
      return;
    }
    fill(fields, way === "changed" && sinceField(form, choice, set),
      way === "shop" ? targetField(form, choice, set) : paperField(form, known, choice, (name) => set({ papers: [name] })));
    more.hidden = way === "shop";
    fill(more.lastElementChild,
      form.games.length > 1 && h("label", { class: "check" },
        h("input", { type: "checkbox", checked: allGames, onchange: (event) => {
          allGames = event.target.checked;
          showFields();
          set({});
        } }), h("span", { text: t("print_every_game", { count: form.games.length }) })),
      moreFields(form, known, choice, set));
    showFields();
    label();
    count();
  };
  const showFields = () => more.querySelectorAll(".ofgame").forEach((each) => {
    each.hidden = allGames;
  });
  const drawWays = () => fill(ways, h("legend", { class: "unseen", text: t("print_way") }), WAYS.map((name) => h("label", { class: "way" }, h("input", { type: "radio", name: "way", value: name, checked: name === way, onchange: () => {
      way = name;
      go({ way: name === WAYS[0] ? "" : name }, { instead: true });
      if (form) draw();
      found();
    } }), h("span", { text: t(`print_way_${name}`) }))));
  const ask = latest();
  const begun = async () => {
    const isLatest = ask();
    try {
      const now = await get("api/print/form");
      if (!isLatest()) return;
      form = now;
      draw();
    } catch (error) {
      if (isLatest()) troubled(error);
    }
  };
  const another = () => {
    choice = { ...USUAL, ...remembered(), theme: store.theme };
    found();
    if (form) draw();
  };
  const saved = () => {
    begun().then(found);
  };
  choice = { ...USUAL, ...remembered(), theme: store.theme, pieces: store.picked?.join(", ") ?? "" };
  drawWays();
  begun().then(found);
  const ends = [on("game", another), on("project", () => store.game || another()), on("findings", showOpen), on("pieces", quietly(saved, 400)), on("print", (made) => made.ended && begun()), strip.end, job.end];
  return () => {
    asked?.abort();
    ends.forEach((end) => end());
  };
}
