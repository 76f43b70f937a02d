// The rules as elements: sections of blocks, every text with its sentence.

import { h, quiet } from "./dom.js";
import { gameApi, store } from "./store.js";
import { t } from "./words.js";

const STATES = { kept: "✓", broken: "✗", unreadable: "✗", missing: "✗", judged: "○", dropped: "–", ruling: "§" };

/** The mark and the words of what came of a claim. */
export const stateMark = (state) => h("span", { class: `state ${state}`, title: t(`claim_${state}`), role: "img", "aria-label": t(`claim_${state}`), text: STATES[state] });

const themed = () => (store.theme ? `?theme=${encodeURIComponent(store.theme)}` : "");

/** Where a card opens: in the table, or beside the rules. */
export const cardAddress = (piece, view = "table") => `#/${encodeURI(store.game.id)}/${view}/${encodeURI(piece)}${themed()}`;

/** Return the words of a line: bold, italic, icons, links. `jump` goes to another place of the summary. */
function runs(line, icons, jump) {
  return (line?.runs ?? []).map((run) => {
    if (run.piece) return h("a", { class: "piece", href: cardAddress(run.piece, "rules"), dataset: { piece: run.piece }, text: run.words });
    if (run.to) return h("button", { class: "plain link", text: run.words, onclick: () => jump(run.to) });
    if (run.icon) return icons.has(run.icon) ? h("img", { class: "sign", alt: run.words, src: iconAddress(run.icon) }) : run.words;
    let words = run.words;
    if (run.italic) words = h("em", {}, words);
    if (run.bold) words = h("strong", {}, words);
    return words;
  });
}

const iconAddress = (name) => gameApi(`rules/icons/${encodeURIComponent(name)}.svg`);

/**
 * Return the sections of a summary. `known` is what the studio answered; `open(id, chip)` shows or hides what stands
 * behind a sentence.
 */
export function sections(known, open, jump) {
  const icons = new Set(known.icons);
  const words = (line) => runs(line, icons, jump);
  let chips = 0;

  const chip = (id, name = "") => {
    const said = known.sentences[id];
    if (!said) return null;
    const claims = Object.entries(said.claims ?? {});
    const state = said.broken ? "broken" : claims.some(([, each]) => each === "kept") ? "kept" : claims[0]?.[1];
    const [first] = claims.map(([each]) => each);
    const label = name || (!claims.length ? (known.promises ? t("no_claim") : "⋯") : claims.length > 1 ? t("claims_more", { first, count: claims.length - 1 }) : first);
    chips += 1;
    const button = h(
      "button",
      {
        class: "chip",
        id: `chip-${chips}`,
        "aria-expanded": "false",
        "aria-label": t("behind", { claims: claims.map(([each]) => each).join(", ") || t("no_claim"), name }),
        dataset: { sentence: id },
        onclick: () => open(id, button),
      },
      state ? stateMark(state) : null,
      label,
    );
    return [
      said.broken && h("span", { class: "badge bad", text: t("claim_broken") }),
      said.unapproved && h("span", { class: "badge", text: t("not_approved") }),
      button,
    ];
  };

  const classes = (id) => {
    const said = known.sentences[id];
    return `said${said?.broken ? " broken" : ""}${said?.unapproved ? " waiting" : ""}`;
  };

  const said = (tag, line, ...before) =>
    line?.sentence
      ? h(tag, { class: classes(line.sentence), dataset: { sentence: line.sentence } }, h("span", { class: "words" }, before, words(line)), h("span", { class: "chips" }, chip(line.sentence)))
      : h(tag, {}, before, words(line));

  /**
   * The chips of what stands in rows or in facts, with these names: one for each sentence that stands in several, where it
   * comes first, and one for those that state the same.
   */
  const seen = new Set();
  const together = (lines, names, apart = false) => {
    const once = new Map();
    const alike = new Set();
    const ids = lines.map((line) => line.sentence).filter(Boolean);
    lines.forEach(({ sentence: id }, index) => {
      if (!id || seen.has(id)) return;
      seen.add(id);
      const several = apart || ids.indexOf(id) !== ids.lastIndexOf(id);
      const said = known.sentences[id];
      const claims = Object.keys(said?.claims ?? {}).join();
      if (!several && !said?.unapproved && alike.has(claims)) return;
      if (!several) alike.add(claims);
      once.set(id, several ? (names[index] ?? "") : "");
    });
    return once.size ? h("p", { class: "chips together" }, [...once].map(([id, name]) => h("span", {}, chip(id, name)))) : null;
  };

  const cell = (tag, line, more = {}) => h(tag, { class: line?.sentence ? classes(line.sentence) : null, dataset: line?.sentence ? { sentence: line.sentence } : {}, ...more }, words(line));

  const facts = (block) => [
    block.facts?.length && h("dl", {}, block.facts.map(([label, line]) => h("div", {}, h("dt", { text: label }), cell("dd", line)))),
    together((block.facts ?? []).map(([, line]) => line), (block.facts ?? []).map(([label]) => label), true),
  ];

  const card = (block) => h("article", { class: block.kind, id: block.anchor, dataset: { piece: block.piece } },
      h(block.kind === "piece" ? "h4" : "h3", {}, h("a", { class: "piece", href: cardAddress(block.piece, "rules"), dataset: { piece: block.piece }, text: block.title })),
      quiet("p", block.count),
      facts(block),
      (block.lines ?? []).map((line) => said("p", line)),
      block.see && h("p", { class: "quiet" }, `${t("see")} `, words(block.see)),
    );

  const table = (block) => {
    const lines = (block.rows ?? []).flat();
    const heads = block.head ?? [];
    const names = (block.rows ?? []).flatMap((row) => row.map((_, index) => heads[index]?.runs?.map((run) => run.words).join("") ?? ""));
    return [
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": block.title ?? t("table_of_rules") },
        h("table", {},
          block.title && h("caption", { text: block.title }),
          h("thead", {}, h("tr", {}, heads.map((line) => (line.runs?.length ? cell("th", line, { scope: "col" }) : h("td"))))),
          h("tbody", {}, (block.rows ?? []).map((row) => h("tr", {}, row.map((line) => cell("td", line))))),
        ),
      ),
      together([...heads, ...lines], [...heads.map(() => ""), ...names]),
    ];
  };

  const ruling = (block) => {
    const [question, holds, reason] = block.lines ?? [];
    const sentence = question?.sentence || holds?.sentence;
    return h("article", { class: `ruling ${sentence ? classes(sentence) : ""}`, id: block.anchor, dataset: { sentence: sentence ?? "" } },
      h("p", {}, h("strong", {}, `${block.title} `), words(question), h("span", { class: "chips" }, sentence && chip(sentence))),
      h("p", { class: "holds" }, words(holds), reason?.runs && h("span", { class: "quiet" }, " ", words(reason)), block.see && h("span", { class: "quiet" }, ` ${t("see")} `, words(block.see))),
    );
  };

  const term = (block) =>
    said(
      "p",
      block.lines?.[0],
      block.icon && icons.has(block.icon) && h("img", { class: "sign", alt: "", src: iconAddress(block.icon) }),
      h("strong", {}, ` ${block.title} `),
    );

  const make = {
    paragraph: (block) => said("p", block.lines[0]),
    heading: (block) => {
      const [line] = block.lines;
      const about = known.sentences[line.sentence];
      const heading = about?.unapproved || about?.claims ? said("h3", line) : h("h3", {}, words(line));
      heading.id = block.anchor;
      return heading;
    },
    points: (block) => h("ul", {}, block.lines.map((line) => said("li", line))),
    steps: (block) => h("ol", {}, block.lines.map((line) => said("li", line))),
    table,
    component: card,
    piece: card,
    ruling,
    term,
  };

  return known.sections.map((section) => h("section", { id: section.anchor, "aria-label": section.title },
      h("h2", { tabindex: "-1", text: section.title }),
      section.blocks.map((block) => h("div", { class: "block" }, make[block.kind](block))),
    ),
  );
}
