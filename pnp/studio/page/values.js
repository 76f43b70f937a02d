// The values of a card as a form, what is wrong with them, and what a save changes.

import { get, latest, post, reason } from "./api.js";
import { bad, button, fill, h, quiet, quietly, teller } from "./dom.js";
import { fieldControl } from "./field_controls.js";
import { cardApi, go, on, rowsApi, store } from "./store.js";
import { asLabel, t } from "./words.js";

/** What was typed and is not saved, by game and card: { values, was, everywhere }. */
const drafts = new Map();
let diffOpen = false;
const ABOUT_SOURCES = /^source(\.|$)|(^|\.)claim$/;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const inWords = (value) => (Array.isArray(value) ? value.join(", ") : value === null || value === "" ? t("nothing") : String(value));
const quoted = (value) => (value === null || value === "" ? inWords(value) : t("quoted", { value: inWords(value) }));

addEventListener("beforeunload", (event) => {
  if ([...drafts.values()].some((each) => each.values.size)) event.preventDefault();
});

export function values(place, piece) {
  const name = `${store.game.id}/${piece.component}/${piece.id}`;
  const address = cardApi(piece);
  if (!drafts.has(name)) drafts.set(name, { values: new Map(), was: new Map(), everywhere: new Set(), told: "", focus: null });
  const draft = drafts.get(name);
  const panel = place.closest(".card");
  const rows = new Map();
  const fields = h("div", { class: "value-fields" });
  const said = h("p", { class: "value-said", role: "status" });
  const say = teller(said);
  const general = h("ul", { class: "plain-list value-general", tabindex: "0", hidden: true });
  const diff = h("div", { class: "value-diff", tabindex: "0", role: "region", named: "changes_in_file" });
  const summary = h("summary", {});
  const seen = h("details", { class: "value-changes", open: diffOpen, ontoggle: () => (diffOpen = seen.open) }, summary, diff);
  const save = h("button", { class: "primary", onclick: write });
  const discard = button("discard", forget);
  const bar = h("div", { class: "value-save" }, save, discard, said);
  let form = null;
  let ended = false;
  let pictures = {};
  const [beginForm, beginDraft] = [latest(), latest()];
  say(draft.told);
  draft.told = "";

  // The form.

  async function read() {
    if (ended) return;
    const isLatest = beginForm();
    try {
      const found = await get(`${address}/form`);
      if (ended || !isLatest()) return;
      form = found;
      for (const key of draft.values.keys()) if (!form.fields.some((each) => each.name === key && !each.refused)) draft.values.delete(key);
      show();
      ask();
    } catch (refused) {
      if (!ended && isLatest()) fill(fields, bad("p", refused.message), refused.hint && quiet("p", refused.hint));
    }
  }

  function show() {
    noteFocus();
    const { key, from, to } = draft.focus ?? {};
    draft.focus = null;
    const open = new Set([...fields.querySelectorAll("details[open]")].map((each) => each.dataset.group));
    rows.clear();
    const groups = { written: [], more: [], sources: [], fixed: [] };
    for (const field of form.fields) groups[groupOf(field)].push(row(field));
    const folded = (group) =>
      groups[group].length > 0 &&
      h("details", { dataset: { group }, open: open.has(group) }, h("summary", { text: t(`fields_${group}`, { count: groups[group].length }) }), groups[group]);
    fill(fields, groups.written, folded("more"), folded("sources"), folded("fixed"), ownCard());
    if (key) {
      const again = rows.get(key)?.control;
      again?.focus();
      if (from !== null && from !== undefined && again?.setSelectionRange) again.setSelectionRange(from, to);
    }
    showSave();
  }

  function groupOf(field) {
    if (field.refused) return "fixed";
    if (ABOUT_SOURCES.test(field.name)) return "sources";
    return field.origin === "unwritten" && !["copies", "name"].includes(field.name) && !field.required ? "more" : "written";
  }

  /** Remember where somebody is typing: the form is made anew when its file was saved. */
  function noteFocus() {
    const focused = fields.contains(document.activeElement) ? document.activeElement : null;
    if (focused?.dataset.field) draft.focus = { key: focused.dataset.field, from: focused.selectionStart, to: focused.selectionEnd };
  }

  function row(field) {
    const id = `value-${field.name.replaceAll(/[^\w]/g, "-")}`;
    const value = draft.values.has(field.name) ? draft.values.get(field.name) : field.value;
    const about = h("p", { class: "value-note quiet", id: `${id}-note` });
    const wrong = h("p", { class: "value-finding", id: `${id}-finding`, tabindex: "0", hidden: true });
    const meanwhile = h("div", { class: "value-conflict", role: "alert", hidden: true });
    const element = h("div", { class: "value-field" });
    const known = { field, element, about, wrong, meanwhile, control: null };
    rows.set(field.name, known);
    const where = field.file && h("button", {
      class: "plain value-where",
      title: t("open_in_editor", { file: field.file, line: field.cell || field.line }),
      "aria-label": t("open_field_in_editor", { field: asLabel(field.name), file: field.file, line: field.cell || field.line }),
      text: field.cell || `:${field.line}`,
      onclick: () => openFile(field),
    });
    const out = field.origin === "card" && !field.refused && !field.required && !["name", "id"].includes(field.name) && !field.name.includes(".") &&
      h("button", { class: "plain value-where", title: t("take_value_out"), "aria-label": t("take_value_out_of", { field: asLabel(field.name) }), text: "×", onclick: () => { edited(field, null); show(); } });
    if (field.refused) {
      fill(element, h("div", { class: "value-label" }, h("span", { text: asLabel(field.name) }), where), h("div", { class: "value-fixed", text: inWords(field.shown) }),
        h("p", { class: "value-note quiet", text: [field.refused, field.instead].filter(Boolean).join(": ") }));
      return element;
    }
    const control = fieldControl(field, value, { id, icons: form.icons, edited: (to) => edited(field, to) });
    known.control = control.control;
    control.control.setAttribute("aria-describedby", `${id}-note ${id}-finding`);
    fill(element, h("div", { class: "value-label" }, h("label", { for: id, text: asLabel(field.name) }), out, where), control, about, wrong, meanwhile);
    showRow(known);
    return element;
  }

  function showRow({ field, element, about, meanwhile }) {
    const changed = draft.values.has(field.name);
    element.classList.toggle("changed", changed);
    const others = t("and_others", { names: field.shared.slice(0, 3).join(", "), count: field.shared.length });
    const notes = [];
    if (field.becomes_own) notes.push(t("from_defaults"));
    else if (field.shared.length) notes.push(t("also_changes", { others }));
    if (!same(field.value, field.shown) && field.kind === "text" && field.shown !== null && field.shown !== "" && !changed) notes.push(t("shown_as", { shown: inWords(field.shown) }));
    if (field.name === "copies" && draft.values.get("copies") === 0) notes.push(t("no_copies"));
    if (field.low !== null || field.high !== null) notes.push(t("from_to", { low: field.low ?? "…", high: field.high ?? "…" }));
    const all = field.becomes_own && changed && h("label", { class: "value-all" },
      h("input", { type: "checkbox", checked: draft.everywhere.has(field.name), onchange: (event) => {
        draft.everywhere[event.target.checked ? "add" : "delete"](field.name);
        ask();
      } }),
      t("for_all", { count: field.shared.length + 1 }));
    fill(about, notes.join(" "), all);
    about.hidden = !notes.length && !all;
    const conflict = changed && !same(draft.was.get(field.name), field.value);
    meanwhile.hidden = !conflict;
    if (conflict)
      fill(meanwhile, h("p", { text: t("changed_meanwhile", { now: quoted(field.value), was: quoted(draft.was.get(field.name)) }) }),
        button("keep_mine", () => { draft.was.set(field.name, field.value); showRow(rows.get(field.name)); showSave(); ask(); }),
        button("take_theirs", () => { drop(field.name); show(); ask(); }));
  }

  function ownCard() {
    if (form.makes.length) return null;
    const { id, component } = piece;
    return h("div", { class: "copy-row" },
      button("copy_card", () => act({ add: [{ like: id, after: id }] }, (done) => go({ piece: `${component}/${done.added[0]}` }))),
      button("remove_card", () => act({ remove: [id] }, () => go({ piece: "" })), { class: "bad" }));
  }

  async function act(given, then) {
    try {
      then(await post(rowsApi(piece.component), given));
    } catch (refused) {
      say(reason(refused), true);
    }
  }

  // Editing.

  function edited(field, to) {
    if (same(to, field.value) || (field.kind === "boolean" && to === field.shown && field.origin !== "unwritten") || (to === "" && field.value === null)) drop(field.name);
    else {
      if (!draft.values.has(field.name)) draft.was.set(field.name, field.value);
      draft.values.set(field.name, to);
    }
    say("");
    showRow(rows.get(field.name));
    showSave();
    ask();
  }

  function drop(key) {
    draft.values.delete(key);
    draft.was.delete(key);
    draft.everywhere.delete(key);
  }

  const body = () => ({ values: Object.fromEntries(draft.values), was: Object.fromEntries(draft.was), everywhere: [...draft.everywhere] });

  /** Ask what would come of the values: lines of files, findings, faces. */
  let blocked = false;
  const ask = quietly(async () => {
    const isLatest = beginDraft();
    let told = { files: [], findings: [], faces: {} };
    blocked = false;
    try {
      if (draft.values.size) told = await post(`${address}/draft?${new URLSearchParams({ theme: store.theme })}`, body());
    } catch (refused) {
      blocked = true; // it cannot be saved at all
      told.findings = [{ field: "", severity: "error", message: refused.message, hint: refused.hint }];
    }
    if (ended || !isLatest()) return;
    showFindings(told.findings);
    showDiff(told.files);
    if (told.piece && told.piece !== piece.id) say(t("new_id", { id: told.piece }));
    showFaces(told.faces);
  }, 250);

  const isBad = ({ severity }) => severity === "error";
  const inFull = ({ message, hint }) => [message, hint].filter(Boolean).join(" · ");

  function showFindings(found) {
    for (const { field, wrong, control } of rows.values()) {
      const own = found.filter((each) => each.field === field.name);
      wrong.hidden = !own.length;
      wrong.className = `value-finding ${own.some(isBad) ? "bad" : "warn"}`;
      fill(wrong, own.map((each) => h("span", { text: inFull(each) })));
      control?.setAttribute("aria-invalid", String(own.some(isBad)));
    }
    const others = found.filter((each) => !rows.has(each.field));
    general.hidden = !others.length;
    fill(general, others.map((each) => h("li", { class: isBad(each) ? "bad" : "warn", text: inFull(each) })));
    bar.classList.toggle("wrong", found.some(isBad));
    showSave();
  }

  function showDiff(files) {
    seen.hidden = !files.length;
    const count = files.reduce((sum, file) => sum + file.lines.filter((line) => line.kind === "in").length, 0);
    summary.textContent = t("changes_count", { count, files: files.map((file) => file.name.split("/").at(-1)).join(", ") });
    fill(diff, files.map((file) => [
      quiet("p", file.name),
      h("pre", {}, file.lines.map((line) => h("span", { class: line.kind }, h("span", { class: "sign", "aria-hidden": "true", text: { in: "+", out: "−", gap: "⋯" }[line.kind] ?? " " }),
          h("span", { class: "unseen", text: line.kind === "in" ? t("comes_in") : line.kind === "out" ? t("goes_out") : "" }), line.text, "\n"))),
    ]));
  }

  function showFaces(svgs) {
    for (const each of Object.values(pictures)) URL.revokeObjectURL(each);
    const before = Object.keys(pictures);
    pictures = Object.fromEntries(Object.entries(svgs).map(([side, svg]) => [side, URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }))]));
    placeFaces(before);
  }

  function placeFaces(before = []) {
    for (const face of panel?.querySelectorAll(".face") ?? []) {
      const side = face.side?.split(".").at(-1);
      const image = face.querySelector("img");
      if (pictures[side] && image.src !== pictures[side]) image.src = pictures[side];
      else if (!pictures[side] && before.includes(side)) face.refresh();
      face.classList.toggle("draft", Boolean(pictures[side]));
    }
  }
  const turned = new MutationObserver(() => Object.keys(pictures).length && placeFaces());
  if (panel) turned.observe(panel, { childList: true, subtree: true });

  // Saving.

  function showSave() {
    const count = draft.values.size;
    save.disabled = blocked || !count || [...rows.values()].some((each) => !each.meanwhile.hidden);
    save.textContent = bar.classList.contains("wrong") && count && !blocked ? t("save_anyway") : t(count ? "save" : "save_none", { count });
    discard.hidden = !count;
  }

  async function write() {
    if (save.disabled) return;
    const sent = body();
    save.disabled = true;
    try {
      const done = await post(`${address}/values`, sent);
      for (const [key, value] of Object.entries(sent.values)) if (same(draft.values.get(key), value)) drop(key);
      draft.told = t("saved", { what: done.what });
      say(draft.told);
      if (done.piece && done.piece !== piece.id) go({ piece: `${piece.component}/${done.piece}` });
      else await read();
    } catch (refused) {
      if (ended) return;
      say(reason(refused), true);
      if (refused.answer.conflicts) await read();
      else showSave();
    }
  }

  function forget() {
    for (const key of [...draft.values.keys()]) drop(key);
    say("");
    show();
    ask();
  }

  async function openFile(field) {
    try {
      await post("api/open", { file: field.file });
    } catch (refused) {
      say(reason(refused), true);
    }
  }

  const keys = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    document.activeElement?.dispatchEvent(new Event("change"));
    write();
  };
  addEventListener("keydown", keys);
  const unheard = on("pieces", read);
  fill(place, fields, h("div", { class: "value-outcome" }, general, seen, bar));
  seen.hidden = true;
  showSave();
  read();
  return () => {
    noteFocus();
    ended = true;
    turned.disconnect();
    removeEventListener("keydown", keys);
    unheard();
    for (const each of Object.values(pictures)) URL.revokeObjectURL(each);
    if (!draft.values.size && !draft.focus && !draft.told) drafts.delete(name);
  };
}
