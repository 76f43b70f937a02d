// The rules: contents, text with what stands behind it, and beside it the cards it speaks of or the typeset pages.

import { get, reason } from "./api.js";
import { approve, findingList, showUnapproved } from "./approve.js";
import { bad, fill, h, quiet, quietly } from "./dom.js";
import { componentOf, faceElement } from "./face.js";
import { rulePages } from "./rules_pages.js";
import { cardAddress, sections } from "./rules_text.js";
import { segments } from "./segments.js";
import { behind } from "./sentence.js";
import { gameApi, on, store } from "./store.js";
import { t } from "./words.js";

const MOST = 12;
const FEW = 3;
/** How wide and high a card beside the text is, in px: in a strip below it on a small screen. */
const SIDE = { wide: [150, 210], usual: [118, 165], narrow: [66, 84] };

export function rules(place) {
  const contents = h("nav", { class: "contents", named: "contents" });
  const text = h("article", { class: "text" });
  const shown = h("div", { class: "spoken-of" });
  const caption = h("h2", { class: "cards-title" });
  const choice = segments("beside", ["cards", "pages"]);
  const pages = rulePages((id) => page.goTo(id));
  const beside = h("aside", { class: "side-cards" }, choice.element, caption, shown, pages.element);
  const told = h("div", { class: "told", role: "status" });
  const view = h("div", { class: "rules" }, contents, text, beside, told);
  fill(place, view);
  const page = new Page({ place, contents, text, shown, caption, told, pages, choice: choice.element });
  const showBeside = () => {
    page.paged = choice.chosen() === "pages";
    choice.mark();
    view.classList.toggle("paged", page.paged);
    beside.setAttribute("aria-label", t(page.paged ? "pages_beside" : "cards_beside"));
    if (page.paged && store.game) pages.read();
    page.fit();
  };
  const pointed = (event) => {
    const over = event.target.closest?.("[data-piece]")?.dataset.piece;
    page.light(over ?? "");
  };
  const ends = [
    on("game", () => page.read(true)),
    on("pieces", () => page.read()),
    on("faces", (sides) => page.faces.filter((each) => each.side in sides).forEach((each) => each.refresh())),
    on("place", () => {
      page.light("");
      if ((choice.chosen() === "pages") !== page.paged) showBeside();
    }),
  ];
  const followed = quietly(() => page.follow(), 120);
  const asked = () => page.goTo(store.sentence);
  place.addEventListener("scroll", followed, { passive: true });
  for (const kind of ["pointerover", "focusin"]) view.addEventListener(kind, pointed);
  text.addEventListener("click", (event) => page.clicked(event));
  text.addEventListener("keydown", (event) => page.pressed(event));
  text.addEventListener("focusin", (event) => page.focused(event));
  addEventListener("sentence", asked);
  const resized = new ResizeObserver(quietly(() => page.fit()));
  resized.observe(place);
  const grown = new ResizeObserver(followed);
  grown.observe(text);
  page.read();
  showBeside();
  return () => {
    page.ended = true;
    place.removeEventListener("scroll", followed);
    removeEventListener("sentence", asked);
    resized.disconnect();
    grown.disconnect();
    ends.forEach((end) => end());
  };
}

class Page {
  constructor(parts) {
    Object.assign(this, parts);
    this.known = null;
    this.faces = [];
    this.pieces = [];
    this.opened = null;
    this.ended = false;
    this.asked = 0;
  }

  /** Ask for the rules and show them where they were scrolled to; of another game, from its beginning. */
  async read(anew = false) {
    if (!store.game) return fill(this.text, h("p", { text: store.project.gone ? "" : t("no_game_yet") }));
    const asked = ++this.asked;
    if (anew || !this.known) fill(this.text, quiet("p", t("reading_rules")));
    let known;
    try {
      known = await get(gameApi("rules"));
    } catch (refused) {
      if (asked === this.asked && !this.ended) fill(this.text, bad("p", reason(refused)));
      return;
    }
    if (asked !== this.asked || this.ended) return;
    const { scrollTop } = this.place;
    const opened = anew ? null : this.opened;
    this.opened = null;
    this.known = known;
    this.show();
    this.place.scrollTop = anew ? 0 : scrollTop;
    if (opened && known.sentences[opened.id]) this.goTo(opened.id, { quiet: true });
    this.pieces = [];
    if (store.sentence) this.goTo(store.sentence);
    this.light("", true);
    this.follow();
    if (this.paged) this.pages.read();
    setTimeout(() => this.follow(), 150); // sections out of sight take their places in the first frames
  }

  show() {
    const { known } = this;
    const jump = (anchor) => this.jump(anchor);
    const written = sections(known, (id, chip) => this.open(id, chip), jump);
    fill(
      this.contents,
      h("details", { open: this.place.clientWidth > 700 }, h("summary", { text: t("contents") }), h("ul", {}, known.sections.map((each) => h("li", {}, h("button", { class: "plain", dataset: { anchor: each.anchor }, onclick: () => jump(each.anchor) }, each.title, this.waits(each)))))),
    );
    this.choice.hidden = !written.length;
    fill(this.text, this.state(), written.length ? written : h("p", { text: t("no_rules") }));
  }

  /** Whether something in a section waits for approval or is broken. */
  waits(section) {
    const ids = new Set(JSON.stringify(section).match(/(?<="sentence": ?")[^"]+/g) ?? []);
    const some = [...ids].map((id) => this.known.sentences[id]).filter((each) => each?.unapproved || each?.broken);
    return some.length ? h("span", { class: some.some((each) => each.broken) ? "dot bad" : "dot", title: t("waiting_here", { count: some.length }), text: ` ${some.length}` }) : null;
  }

  /** What is found and what is not approved, above the text. */
  state() {
    const { known } = this;
    const list = h("div", { class: "unapproved" });
    const count = known.unapproved;
    const opens = h("button", {
      "aria-expanded": "false",
      text: !known.recorded ? t("look_nothing_approved") : count ? t("look_unapproved", { count }) : t("look_faces"),
      onclick: () => {
        const open = opens.getAttribute("aria-expanded") !== "true";
        opens.setAttribute("aria-expanded", String(open));
        if (open) showUnapproved(list, known, () => this.read());
        else fill(list);
      },
    });
    const before = this.text.querySelector(".rules-state");
    const kept = before?.dataset.game === store.game.id ? before.querySelector(".unapproved") : null;
    const still = kept?.childElementCount ? kept : list;
    if (still === kept) opens.setAttribute("aria-expanded", "true");
    return h("header", { class: "rules-state", dataset: { game: store.game.id } },
      h("h2", { text: t("rules_of", { title: store.game.title }) }),
      quiet("p", known.promises),
      known.sections.length > 0 && !known.current && bad("p", t("rules_broken")),
      known.findings.length ? h("details", { open: known.findings.length <= FEW }, h("summary", { class: "bad", text: t("rules_findings", { count: known.findings.length }) }), findingList(known.findings, (id) => this.goTo(id))) : null,
      known.sections.length ? [opens, still] : null,
    );
  }

  tell(words) {
    fill(this.told, h("p", { text: words }));
    this.hush();
  }

  hush = quietly(() => fill(this.told), 5000);

  chip(id) {
    return [...this.text.querySelectorAll(".chip")].find((each) => each.dataset.sentence === id) ?? null;
  }

  /** Show what stands behind a sentence below its block, or hide it. */
  open(id, chip, { near = chip, again = false } = {}) {
    const before = this.opened;
    this.close();
    if (!near || (before?.near === near && !again)) return this.follow();
    const element = behind(id, this.known.sentences[id]?.unapproved, {
      show: (other) => this.goTo(other),
      approve: async (names, button) => {
        const told = h("div", { role: "status" });
        button.after(told);
        button.disabled = true;
        if (!(await approve(names, told))) button.disabled = false;
        else {
          await this.read();
          this.tell(t("approved_now"));
          this.chip(id)?.focus({ preventScroll: true });
        }
      },
    });
    chip?.setAttribute("aria-expanded", "true");
    (near.closest(".said:not(td, dd, th), .ruling") ?? near.closest(".block")).after(element);
    if (element.previousElementSibling?.matches("li")) {
      const item = h("li", { class: "holder" });
      element.replaceWith(item);
      item.append(element);
    }
    this.opened = { id, chip, near, element };
    for (const each of this.text.querySelectorAll(".said")) each.classList.toggle("open", each.dataset.sentence === id);
    this.follow();
  }

  close() {
    if (!this.opened) return;
    this.opened.chip?.setAttribute("aria-expanded", "false");
    (this.opened.element.closest("li.holder") ?? this.opened.element).remove();
    for (const each of this.text.querySelectorAll(".said.open")) each.classList.remove("open");
    this.opened = null;
  }

  clicked(event) {
    if (event.target.closest("a, button, summary, .behind, .rules-state") || String(getSelection())) return;
    const said = event.target.closest("[data-sentence]");
    if (!said?.dataset.sentence) return;
    const chip = said.querySelector(".chip") ?? this.chip(said.dataset.sentence);
    this.open(said.dataset.sentence, chip, { near: chip && said.contains(chip) ? chip : said });
  }

  /** Escape hides what stands behind a sentence. */
  pressed(event) {
    if (event.key !== "Escape" || !this.opened || !event.target.closest(".behind, .chip")) return;
    event.preventDefault();
    const { chip } = this.opened;
    this.close();
    chip?.focus();
    this.follow();
  }

  focused(event) {
    const id = event.target.closest(".chip")?.dataset.sentence;
    if (id && !this.opened) this.besideSentence(id);
  }

  /** Go to a sentence and show what stands behind it; quietly, it is shown and nothing moves. */
  goTo(id, { quiet = false } = {}) {
    if (!this.known) return; // read() comes back to it
    store.sentence = quiet ? store.sentence : "";
    const chip = id ? this.chip(id) : null;
    const near = chip ?? [...this.text.querySelectorAll("[data-sentence]")].find((each) => each.dataset.sentence === id);
    if (!near) return;
    if (this.opened?.near !== near) this.open(id, chip, { near, again: true });
    if (quiet) return;
    (near.closest(".said, .block") ?? near).scrollIntoView({ block: "center" });
    if (!chip) near.tabIndex = -1;
    near.focus({ preventScroll: true });
  }

  jump(anchor) {
    const target = document.getElementById(anchor);
    if (!target) return;
    target.scrollIntoView({ block: "start" });
    const head = target.matches("h2, h3") ? target : target.querySelector("h2, h3, h4, button");
    if (head && !head.matches("button")) head.tabIndex = -1;
    head?.focus({ preventScroll: true });
  }

  /** Show the cards of the sentence that is open, or of those in view; mark the section in view in the contents. */
  follow() {
    if (!this.known || this.ended) return;
    const box = this.place.getBoundingClientRect();
    const inView = (each, low, high) => {
      const { top, bottom } = each.getBoundingClientRect();
      return bottom > box.top + low * box.height && top < box.top + high * box.height;
    };
    const here = [...this.text.querySelectorAll(":scope > section")].find((each) => inView(each, 0.15, 1));
    for (const each of this.contents.querySelectorAll("[data-anchor]")) {
      if (each.dataset.anchor === here?.id) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
    }
    if (this.opened) return this.besideSentence(this.opened.id);
    const seen = [...this.text.querySelectorAll("[data-sentence], article[data-piece]")].filter((each) => inView(each, 0.02, 0.85));
    const kept = (name) => [...new Set(seen.map((each) => each.dataset[name]).filter(Boolean))];
    this.pages.show(kept("sentence")[0]);
    this.beside(this.spoken(kept("sentence"), kept("piece")), t("cards_in_view"));
  }

  besideSentence(id) {
    this.pages.show(id);
    const pieces = this.spoken([id]);
    const count = this.known.sentences[id]?.count ?? 0;
    this.beside(pieces, t(count > pieces.length ? "cards_of_sentence_some" : "cards_of_sentence", { shown: pieces.length, count }), this.known.sentences[id]?.named);
  }

  /** The pieces that are explained here and that sentences speak of: those that they name, then a few that they count. */
  spoken(ids, explained = []) {
    const said = ids.map((id) => this.known.sentences[id]).filter(Boolean);
    const named = new Set([...explained, ...said.flatMap((each) => (each.pieces ?? []).slice(0, each.named ?? 0))]);
    for (const each of said) {
      if (named.size >= MOST) break;
      for (const piece of (each.pieces ?? []).slice(0, ids.length > 1 ? 2 : MOST)) named.add(piece);
    }
    return [...named].slice(0, MOST);
  }

  /** Show the cards as large as there is room for now. */
  fit() {
    this.pieces = [];
    this.follow();
  }

  /** Show these cards beside the text; the first are `named` by the sentence that is open. */
  beside(pieces, title, named = 0) {
    const here = pieces.filter((each) => store.pieces.has(each));
    fill(this.caption, here.length ? title : t("no_cards_here"));
    for (const [index, each] of [...this.shown.children].entries()) each.classList.toggle("named", index < named);
    if (here.join() === this.pieces.join()) return;
    this.pieces = here;
    this.faces = [];
    const [width, height] = SIDE[this.place.clientWidth <= 640 ? "narrow" : this.shown.clientWidth > 600 ? "wide" : "usual"];
    fill(
      this.shown,
      here.map((address, index) => {
        const piece = store.pieces.get(address);
        const component = componentOf(piece);
        const face = faceElement(piece, "front", Math.min(width / component.width, height / component.height));
        this.faces.push(face);
        return h("a", { class: index < named ? "spoken named" : "spoken", href: cardAddress(address), "aria-label": t("open_in_table", { name: piece.name }), dataset: { piece: address } }, face, h("span", { class: "name", text: piece.name }));
      }),
    );
  }

  /** Light up a piece wherever it is spoken of; without one, that which is open. */
  light(piece, again = false) {
    const lit = piece || store.place.piece;
    if (lit === this.lit && !again) return;
    this.lit = lit;
    for (const each of this.place.querySelectorAll("[data-piece]")) each.classList.toggle("lit", lit !== "" && each.dataset.piece === lit);
    for (const each of this.text.querySelectorAll(".said")) {
      const said = this.known?.sentences[each.dataset.sentence];
      each.classList.toggle("speaks", Boolean(lit && said?.pieces?.slice(0, said.named ?? 0).includes(lit)));
    }
  }
}
