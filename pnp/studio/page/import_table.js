// A table on its way into the project: what each column is, how the cards will look, all to be corrected.

import { get, post, upload } from "./api.js";
import { bad, button, fill, h, option, quiet, quietly } from "./dom.js";
import { store } from "./store.js";
import { asLabel, t } from "./words.js";

/** Show a table in an element; `done(made)` when it is imported, `given_up()` when not. */
export async function importTable(place, file, { done, given_up }) {
  const said = h("p", { class: "said", role: "status" });
  const body = h("tbody", {});
  const faces = h("div", { class: "faces" });
  const decided = h("ul", { class: "quiet" });
  const title = h("input", { type: "text", maxlength: 60, autocomplete: "off", onchange: () => ask() });
  const into = h("select", { onchange: () => ask(placeIt()) });
  const named = h("input", { type: "text", maxlength: 60, autocomplete: "off", onchange: () => ask() });
  const design = h("select", { onchange: () => change({ design: design.value }) });
  const sheet = h("select", { onchange: () => {
    named.value = sheet.value;
    change({ sheet: sheet.value, roles: {} });
  } });
  const sheets = h("label", { class: "labelled", hidden: true }, h("span", { text: t("import_sheet") }), sheet);
  const ofGame = h("label", { class: "labelled" }, h("span", { text: t("title_of_game") }), title);
  const ofCards = h("label", { class: "labelled", hidden: true }, h("span", { text: t("import_named") }), named);
  const finish = button("import_finish", () => bring(), { class: "primary", disabled: true });
  const chosen = { id: "", game: "", sheet: "", design: "", roles: {} };
  let asked = 0;
  let roles = [];
  let addresses = [];

  fill(place,
    h("h1", { text: t("import_title", { file: file.name }) }),
    h("div", { class: "import" },
      h("div", { class: "import-form" },
        h("div", { class: "fields" },
          h("label", { class: "labelled", hidden: !store.project.begun || !store.project.games.length }, h("span", { text: t("import_into") }), into),
          ofGame, sheets, ofCards,
          h("label", { class: "labelled" }, h("span", { text: t("view_design") }), design)),
        h("p", { class: "lead", text: t("import_columns_lead") }),
        h("div", { class: "import-columns" },
          h("table", {}, h("thead", {}, h("tr", {}, ["import_column", "import_samples", "art_becomes"].map((key) => h("th", { scope: "col", text: t(key) })))), body)),
        said,
        h("div", { class: "line" }, finish, button("cancel", () => given_up()))),
      h("div", { class: "import-look" }, h("h2", { text: t("import_look") }), faces, decided)));

  /** Ask for the name of a game only if it is new, and for one of the cards where the game has or may get others. */
  function placeIt() {
    chosen.game = into.value;
    ofGame.hidden = chosen.game !== "";
    ofCards.hidden = chosen.game === "" && sheets.hidden;
  }

  const asItIs = () => ({ ...chosen, title: title.value, named: ofCards.hidden ? "" : named.value });

  function change(part) {
    Object.assign(chosen, part);
    ask();
  }

  const ask = quietly(async () => {
    const mine = (asked += 1);
    faces.classList.add("old");
    try {
      const told = await post("api/start/plan", asItIs());
      if (mine === asked) show(told);
    } catch (refused) {
      if (mine === asked) say(refused);
    }
  }, 120);

  function say({ message, hint }) {
    fill(said, bad("span", [message, hint].filter(Boolean).join(": ")));
    faces.classList.remove("old");
  }

  function show(told) {
    chosen.id = told.id;
    design.value = told.design;
    faces.classList.remove("old");
    finish.disabled = told.findings.length > 0;
    if (told.findings.length) return say(told.findings[0]);
    fill(said);
    chosen.roles = Object.fromEntries(told.columns.map((each) => [each.heading, each.role]));
    sheets.hidden = told.sheets.length < 2;
    fill(sheet, told.sheets.map((each) => option(each, each || t("import_rest"))));
    sheet.value = told.sheet;
    if (!sheets.hidden) chosen.sheet = told.sheet;
    placeIt();
    const focused = document.activeElement?.dataset?.heading;
    fill(body, told.columns.map(column));
    if (focused !== undefined) body.querySelector(`[data-heading="${CSS.escape(focused)}"]`)?.focus();
    for (const each of addresses) URL.revokeObjectURL(each);
    addresses = told.faces.map((each) => URL.createObjectURL(new Blob([each], { type: "image/svg+xml" })));
    fill(faces, addresses.map((each) => h("img", { alt: "", src: each })));
    fill(decided, told.decided.map((each) => h("li", { text: each })));
    finish.textContent = t("import_finish_count", { count: told.cards });
  }

  function column({ heading, samples, role, why }) {
    const select = h("select", { "aria-label": t("import_role_of", { heading }), dataset: { heading }, onchange: () => {
      const others = ["headline", "copies", "art"].includes(select.value) ? Object.entries(chosen.roles).filter(([name, is]) => is === select.value && name !== heading) : [];
      for (const [name] of others) chosen.roles[name] = select.value === "headline" ? "subtitle" : "none";
      chosen.roles[heading] = select.value;
      ask();
    } }, roles.map((each) => option(each, t(`role_${each}`))));
    select.value = role;
    return h("tr", { class: role === "none" ? "left-out" : "" },
      h("th", { scope: "row", text: asLabel(heading) }),
      h("td", { class: "samples" }, h("span", { text: samples.join(" · ") })),
      h("td", {}, select, (role === "corner" || (role === "none" && why)) && quiet("span", role === "corner" ? t("import_corner") : why)));
  }

  async function bring(replace = false) {
    finish.disabled = true;
    try {
      const made = await post("api/start/import", { ...asItIs(), replace });
      if (made.edited) return fill(said, bad("span", made.edited), " ", button("import_replace", () => bring(true)));
      for (const each of addresses) URL.revokeObjectURL(each);
      done(made);
    } catch (refused) {
      say(refused);
    } finally {
      finish.disabled = false;
    }
  }

  try {
    const known = await get("api/start");
    roles = known.roles;
    fill(design, known.designs.map((each) => option(each, t(`design_${each}`))));
    fill(into, option("", t("import_new_game")), store.project.begun && store.project.games.map((each) => option(each.id, each.title)));
    fill(said, t("import_reading"));
    const told = file.here ? await post("api/start/here", { name: file.name }) : await upload(`upload/table?${new URLSearchParams({ name: file.name })}`, file);
    title.value = told.title ?? "";
    named.value = told.named ?? "";
    into.value = told.game ?? "";
    show(told);
  } catch (refused) {
    say(refused);
  }
}
