// What to print and how: the common case in one line, everything else below "More choices".

import { fill, h, option, quiet } from "./dom.js";
import { store } from "./store.js";
import { t } from "./words.js";

export const USUAL = {
  papers: ["a4"], components: [], pieces: "", copies: 0, skip_first: 0, backs: "long-edge", marks: "outside", theme: "",
  language: "", printer: "", printer_type: "", finish: [], margin: "", cut: [], pack: true, rules: true, since: "", target: "", dpi: 0,
};
/** What is remembered for a project: how things are printed, and not which of them. */
const REMEMBERED = ["papers", "backs", "marks", "printer", "printer_type", "finish", "margin", "cut", "pack", "rules"];

const place = () => `pnp print ${store.project.root}`;

export function remembered() {
  const kept = JSON.parse(localStorage.getItem(place())) ?? {};
  return Object.fromEntries(REMEMBERED.filter((name) => typeof kept[name] === typeof USUAL[name] && kept[name] !== null).map((name) => [name, kept[name]]));
}

export const remember = (choice) => localStorage.setItem(place(), JSON.stringify(Object.fromEntries(REMEMBERED.map((name) => [name, choice[name]]))));

let ids = 0;

function labelled(words, control, about = "") {
  control.id ||= `field-${(ids += 1)}`;
  const hint = about && h("span", { class: "quiet hint", id: `${control.id}-about`, text: about });
  if (hint) control.setAttribute("aria-describedby", hint.id);
  return h("div", { class: "field" }, h("label", { for: control.id, text: words }), control, hint);
}

const options = (known) => known.map((each) => option(each.name, each.title));
const titled = (name, given) => ({ ...given, title: t(`print_${name}_${given.name}`.replaceAll("-", "_")) });

function select(words, known, value, changed, { about = true } = {}) {
  const box = h("select", {}, options(known));
  box.value = known.some((each) => each.name === value) ? value : known[0]?.name;
  const field = labelled(words, box, about ? " " : "");
  const show = () => {
    const chosen = known.find((each) => each.name === box.value);
    if (about) field.querySelector(".hint").textContent = chosen?.about ?? "";
  };
  box.onchange = () => {
    show();
    changed(box.value);
  };
  show();
  return field;
}

function radios(words, known, value, changed) {
  const name = `choice-${(ids += 1)}`;
  return h("fieldset", { class: "radios" }, h("legend", { text: words }), known.map((each) => h("label", { class: "radio" },
      h("input", { type: "radio", name, value: each.name, checked: each.name === value, onchange: () => changed(each.name) }),
      h("span", {}, each.title, each.about && quiet("span", ` ${each.about}`)))));
}

function check(words, value, changed) {
  const box = h("input", { type: "checkbox", checked: value, onchange: () => changed(box.checked) });
  return h("label", { class: "check" }, box, h("span", { text: words }));
}

function text(words, value, changed, about, more = {}) {
  const box = h("input", { type: "text", value, autocomplete: "off", spellcheck: "false", ...more, oninput: () => changed(box.value.trim()) });
  return labelled(words, box, about);
}

function number(words, value, changed, about, most) {
  const box = h("input", { type: "number", min: "0", max: String(most), value: value || "", oninput: () => changed(Math.max(0, Math.min(most, Math.trunc(Number(box.value)) || 0))) });
  return labelled(words, box, about);
}

/** The papers that most people have as buttons, all others in a list, and a size of one's own. */
export function paperField(form, game, choice, changed) {
  const common = form.papers.filter((each) => each.group === "common");
  const others = [...form.papers.filter((each) => each.group !== "common"), ...game.sheets];
  const isCommon = common.some((each) => each.name === choice.papers[0]);
  const isListed = others.some((each) => each.name === choice.papers[0]);
  const list = h("select", { named: "print_other_paper" },
    others.map((each) => option(each.name, `${each.title} (${each.about})`)),
    option("own", t("print_own_size")));
  const own = h("input", { type: "text", named: "print_own_size", placeholder: "200x300mm", spellcheck: "false" });
  list.value = isListed ? choice.papers[0] : isCommon ? others[0].name : "own";
  if (!isCommon && !isListed) own.value = choice.papers[0] ?? "";
  const more = h("span", { class: "others" }, list, own);
  const tell = () => {
    own.hidden = list.value !== "own";
    changed(own.hidden ? list.value : own.value.trim() || "?");
  };
  list.onchange = tell;
  own.oninput = tell;
  own.hidden = list.value !== "own";
  more.hidden = isCommon;
  const known = [...common, { name: "", title: t("print_other_paper"), about: "" }];
  const field = radios(t("print_paper"), known, isCommon ? choice.papers[0] : "", (name) => {
    more.hidden = name !== "";
    if (name) changed(name);
    else tell();
  });
  field.classList.add("papers");
  field.append(more);
  return field;
}

/** Return a field that has no meaning when all games are printed. */
function ofGame(field) {
  field?.classList?.add("ofgame");
  return field;
}

/** Everything else; `set` takes a part of the choice. */
export function moreFields(form, game, choice, set) {
  const parts = new Set(choice.components.length ? choice.components : game.components.map((each) => each.name));
  const components = h("fieldset", { class: "radios" }, h("legend", { text: t("print_components") }), game.components.map((each) => h("label", { class: "radio" },
      h("input", { type: "checkbox", checked: parts.has(each.name), onchange: (event) => {
        if (event.target.checked) parts.add(each.name);
        else parts.delete(each.name);
        const all = parts.size === game.components.length;
        set({ components: all ? [] : game.components.map((one) => one.name).filter((one) => parts.has(one)), nothing: !parts.size });
      } }),
      h("span", {}, each.title, quiet("span", ` ${each.about}`)))));
  const none = { name: "", title: t("none_of_it"), about: "" };
  const one = (known, words) => [{ ...none, title: words }, ...known];
  const names = (known) => known.map((each) => ({ name: each, title: each, about: "" }));
  return h("div", { class: "more" },
    radios(t("print_backs"), form.backs.map((each) => titled("backs", each)), choice.backs, (backs) => set({ backs })),
    game.components.length > 1 && ofGame(components),
    h("div", { class: "fields" },
      game.themes.length > 0 && ofGame(select(t("look"), one(names(game.themes), t("vision_usual")), choice.theme, (theme) => set({ theme }), { about: false })),
      game.languages.length > 0 && ofGame(select(t("print_language"), one(names(game.languages), t("as_written")), choice.language, (language) => set({ language }), { about: false })),
      ofGame(text(t("print_pieces"), choice.pieces, (pieces) => set({ pieces }), t("print_pieces_about"))),
      number(t("print_copies"), choice.copies, (copies) => set({ copies }), t("print_copies_about"), 999),
      number(t("print_skip"), choice.skip_first, (skip_first) => set({ skip_first }), t("print_skip_about"), 9999),
      select(t("print_marks"), form.marks.map((each) => titled("marks", each)), choice.marks, (marks) => set({ marks })),
      select(t("print_printer"), one(form.printers, t("print_printer_any")), choice.printer, (printer) => set({ printer })),
      select(t("print_printer_type"), one(form.printer_types.map((each) => titled("printer_type", each)), t("print_printer_type_any")), choice.printer_type, (printer_type) => set({ printer_type })),
      select(t("print_finish"), one(form.finishes.map((each) => titled("finish", each)), t("none_of_it")), choice.finish[0] ?? "", (finish) => set({ finish: finish ? [finish] : [] })),
      text(t("print_margin"), choice.margin, (margin) => set({ margin }), t("print_margin_about", { margin: form.margin }), { placeholder: `${form.margin}mm` }),
      select(t("print_cut"), one(form.cuts, t("print_cut_none")), choice.cut[0] ?? "", (cut) => set({ cut: cut ? [cut] : [] }))),
    h("div", { class: "checks" },
      check(t("print_pack"), choice.pack, (pack) => set({ pack })),
      check(t("print_rules"), choice.rules, (rules) => set({ rules }))),
    form.set_aside.map((each) => quiet("p", each)));
}

/** Which version to compare with, or which shop to export to, with what there is to know of it. */
export function sinceField(form, choice, set) {
  const known = form.versions.map((each) => ({ name: each.name, title: each.kind === "build" ? t("print_since_build") : each.name, about: t(`print_since_${each.kind}_about`) }));
  if (!known.length) return quiet("p", t("print_since_nothing"));
  if (!known.some((each) => each.name === choice.since)) set({ since: known[0].name }, { quiet: true });
  return select(t("print_since"), known, choice.since, (since) => set({ since }));
}

export function targetField(form, choice, set) {
  const about = h("ul", { class: "quiet about" });
  const show = () => fill(about, form.targets.find((each) => each.name === choice.target)?.about.map((each) => h("li", { text: each })) ?? []);
  if (!form.targets.some((each) => each.name === choice.target)) set({ target: form.targets[0].name }, { quiet: true });
  show();
  return h("div", {},
    select(t("print_target"), form.targets.map((each) => ({ ...each, about: "" })), choice.target, (target) => {
      set({ target });
      show();
    }, { about: false }),
    number(t("print_dpi"), choice.dpi, (dpi) => set({ dpi }), t("print_dpi_about"), 2400),
    about);
}
