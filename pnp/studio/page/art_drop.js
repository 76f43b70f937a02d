// Files that are dropped or chosen: each is checked, shown with its slot, and added.

import { get, post, upload } from "./api.js";
import { bad, button, fill, h, opened, option, quiet } from "./dom.js";
import { faceElement } from "./face.js";
import { gameApi, go, store } from "./store.js";
import { moreTools } from "./table_tools.js";
import { t } from "./words.js";

const CREDIT = "pnp picture credit";
const WORDS = ["credit", "licence", "source"];
const TABLES = /\.(csv|tsv|txt|xlsx|xlsm|ods|json|ya?ml)$/i;
const MOST_BYTES = 100_000_000;
const isReady = ({ chosen, told }) => chosen && told?.slot && !told.refused;
const refusal = ({ message: refused, hint }) => ({ slot: "", refused, hint });
const api = (path) => gameApi(`art/${path}`);
const themed = (path, asked = {}) => `${path}?${new URLSearchParams(store.theme ? { ...asked, theme: store.theme } : asked)}`;

/** Have files chosen; `chosen` is called with them. */
export function askForFiles(chosen, { multiple = false, accept = ".svg,.svgz,.png,.jpg,.jpeg,.webp,image/*" } = {}) {
  const input = h("input", { type: "file", accept, multiple, onchange: () => chosen([...input.files]) });
  input.click();
}

/** Offer to choose pictures beside the table, and listen for files that are dropped; the card that one is dropped on gets it. */
export function listenForFiles() {
  moreTools.push(() => button("art_add", () => store.game && askForFiles(dropped, { multiple: true }), { class: "add-pictures" }));
  let marked = null;
  const mark = (element) => {
    if (element === marked) return;
    marked?.classList.remove("dropping");
    marked = element;
    marked?.classList.add("dropping");
  };
  const bears = (event) => event.dataTransfer?.types.includes("Files") && store.game;
  const under = (event) => event.target.closest?.("[data-key], .card:not([hidden])") ?? document.querySelector("main");
  addEventListener("dragover", (event) => {
    if (!bears(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = document.querySelector("dialog[open]") ? "none" : "copy";
    mark(under(event));
  });
  addEventListener("dragleave", (event) => !event.relatedTarget && mark(null));
  addEventListener("drop", (event) => {
    mark(null);
    if (!bears(event)) return;
    event.preventDefault();
    if (document.querySelector("dialog[open]")) return;
    const files = [...event.dataTransfer.files];
    if (files.length === 1 && TABLES.test(files[0].name)) {
      store.dropped = files[0];
      return go({ view: "home" });
    }
    const key = under(event)?.dataset?.key ?? (event.target.closest?.(".card") ? store.place.piece : "");
    dropped(files, files.length === 1 && store.pieces.has(key) ? { slot: event.target.closest?.(".card")?.querySelector(".art-choice select")?.value ?? "", piece: key } : {});
  });
}

/** Check files and show what would become of them; a single one may be for a `piece`, and a `slot` of it. */
export async function dropped(files, { piece = "", slot = "" } = {}) {
  if (!files.length) return;
  const rows = files.map((file) => ({ file, told: null, piece, wanted: slot || piece, chosen: true, look: URL.createObjectURL(file) }));
  const said = h("p", { class: "art-said", role: "status" });
  const names = h("datalist", { id: "art-names" });
  const remembered = JSON.parse(localStorage.getItem(CREDIT) ?? "{}");
  const credit = Object.fromEntries(WORDS.map((name) => [name, h("input", { type: "text", maxlength: 500, value: remembered[name] ?? "", autocomplete: "off" })]));
  const add = h("button", { class: "primary", disabled: true, onclick: send });
  const asIcons = button("art_as_icons", () => keep("icons", { files: rows.filter((row) => row.chosen && row.told?.id).map((row) => row.told.id) }));
  const dialog = opened({ class: "art-dialog", "aria-labelledby": "art-dialog-title" }, [
    h("h2", { id: "art-dialog-title", text: t("art_dropped", { count: files.length }) }),
    h("div", { class: "art-table", tabindex: "0", role: "region", named: "art_files" },
      h("table", {}, h("thead", {}, h("tr", {}, ["art_file", "art_for", "art_becomes"].map((key) => h("th", { scope: "col", text: t(key) })))), h("tbody", {}, rows.map((row) => (row.element = rowElement(row)))))),
    h("fieldset", {}, h("legend", { text: t("art_credit_for", { count: files.length }) }), WORDS.map((name) => h("label", {}, h("span", { text: t(`art_${name}`) }), credit[name]))),
    said,
    h("div", { class: "art-buttons" }, add, asIcons, button("cancel", () => dialog.close())),
    names,
  ], () => rows.forEach((row) => URL.revokeObjectURL(row.look)));
  show();
  get(themed(api("names"))).then((all) => fill(names, all.map((each) => option(each))), () => {});
  for (const row of rows) await check(row);

  async function check(row) {
    if (row.file.size > MOST_BYTES) row.told = { slot: "", refused: t("art_too_large", { size: Math.round(MOST_BYTES / 1e6) }) };
    else
      try {
        note(row, await upload(themed(`upload/art/${encodeURIComponent(store.game.id)}`, { name: row.file.name, ...(row.wanted ? { for: row.piece || row.wanted } : {}) }), row.file));
        if (slot && row.told.slot !== slot) await choose(row, slot, piece);
      } catch (refused) {
        row.told = refusal(refused);
      }
    show(row);
  }

  /** Note what becomes of a file; of those for one card the first gets it. */
  function note(row, told) {
    row.told = told;
    row.chosen = !rows.some((each) => each !== row && isReady(each) && each.told.slot === told.slot);
  }

  async function choose(row, name, of = "") {
    row.wanted = name;
    if (!row.told?.id) return check(row);
    try {
      const told = await post(themed(api("match")), { id: row.told.id, slot: name, piece: of });
      if (row.wanted !== name) return; // another one was chosen meanwhile
      note(row, told);
    } catch (refused) {
      if (row.wanted !== name) return;
      row.told = { ...row.told, ...refusal(refused) };
    }
    show(row);
  }

  /** Show what has become of a file; somebody may be writing beside the others. */
  function show(row) {
    if (!dialog.open) return;
    const focused = row?.element.contains(document.activeElement);
    row?.element.replaceWith((row.element = rowElement(row)));
    if (focused) row.element.querySelector("[list]").focus();
    const ready = rows.filter(isReady);
    const waiting = rows.some((row) => !row.told);
    add.textContent = waiting ? t("art_checking", { done: rows.filter((row) => row.told).length, all: rows.length }) : t(ready.length < rows.length ? "art_add_some" : "art_add_count", { count: ready.length, all: rows.length });
    add.disabled = waiting || !ready.length;
    asIcons.disabled = waiting || !rows.some((row) => row.chosen && row.told?.id);
  }

  function rowElement(row) {
    const { file, told } = row;
    const target = h("input", { type: "text", list: "art-names", value: told?.slot || row.wanted, "aria-label": t("art_for_file", { file: file.name }), placeholder: t("art_choose_slot"), disabled: !told, onchange: (event) => event.target.value.trim() && choose(row, event.target.value.trim()) });
    const use = h("input", { type: "checkbox", checked: row.chosen, "aria-label": t("art_use_file", { file: file.name }), disabled: !told?.slot || Boolean(told?.refused), onchange: (event) => {
      row.chosen = event.target.checked;
      show();
    } });
    return h("tr", {},
      h("td", {}, h("div", { class: "art-file" }, rows.length > 1 && use, h("img", { alt: "", src: row.look }), h("span", { class: "file-name", text: file.name }))),
      h("td", {}, h("div", { class: "art-file" }, store.pieces.has(told?.piece) && faceElement(store.pieces.get(told.piece), "front", 0.6), h("div", {}, target, told?.title && told.title !== told.slot && quiet("span", told.title)))),
      h("td", {}, becomes(told)),
    );
  }

  function becomes(told) {
    if (!told) return quiet("span", t("art_checking_one"));
    if (told.refused) return [bad("p", told.refused), told.hint && quiet("p", told.hint)];
    if (!told.slot) return h("p", { class: "warn", text: t("art_unmatched") });
    return [
      h("p", { text: told.said }),
      told.done.map((each) => quiet("p", each)),
      told.warnings.map((each) => h("p", { class: "warn", text: each })),
      told.replaces.map((each) => quiet("p", t("art_replaces", { file: each }))),
    ];
  }

  function send() {
    const words = Object.fromEntries(WORDS.map((name) => [name, credit[name].value.trim()]));
    localStorage.setItem(CREDIT, JSON.stringify(words));
    return keep("add", { files: rows.filter(isReady).map(({ told }) => ({ id: told.id, slot: told.slot, piece: told.piece })), ...words });
  }

  async function keep(what, files) {
    add.disabled = true;
    try {
      store.said = t("saved", await post(themed(api(what)), files));
      dialog.close();
    } catch (refused) {
      fill(said, bad("span", refused.message), refused.hint && quiet("span", ` ${refused.hint}`));
      add.disabled = false;
    }
  }
}
