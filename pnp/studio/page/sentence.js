// What stands behind a sentence: its place, claims, rulings, tests, and the pieces that counted.

import { get, reason } from "./api.js";
import { bad, button, fill, h, quiet } from "./dom.js";
import { editorButton } from "./finding_item.js";
import { cardAddress, stateMark } from "./rules_text.js";
import { gameApi, store } from "./store.js";
import { t } from "./words.js";

/** Where something is written, and a button that opens the file there. */
export const written = (file, line) => h("span", { class: "place" }, h("code", { text: `${file}:${line}` }), " ", editorButton(file, line));

/** The words that were approved and those that stand there now, one text. */
export const changedWords = (changes) => h("p", { class: "changes" }, changes.map(([how, words]) => (how === "same" ? words : h(how === "old" ? "del" : "ins", {}, h("span", { class: "unseen", text: how === "old" ? t("was_removed") : t("was_added") }), words))));

const cards = (pieces) => h("ul", { class: "pieces" },
    pieces.map((each) => h("li", {},
        h("a", { class: "piece", href: cardAddress(each.piece), dataset: { piece: each.piece }, text: each.name }),
        each.copies === 1 ? null : ` × ${each.copies}`,
        each.held ? quiet("span", ` ${each.held}`) : null,
      ),
    ),
  );

const MANY = 8;

function lookedAt(each) {
  const line = [h("code", { text: each.text }), each.value && !each.pieces.length ? ` = ${each.value}` : null];
  if (!each.pieces.length) return h("li", {}, line);
  const total = t(each.count === each.different ? "pieces_counted" : "pieces_in_all", { count: each.count, different: each.different });
  const value = /^the pieces of /.test(each.value) ? "" : ` = ${each.value}`;
  const list = cards(each.pieces);
  return h("li", {}, line, value, each.pieces.length > MANY ? h("details", {}, h("summary", { text: total }), list) : [quiet("span", ` ${total}`), list]);
}

const looked = (all) => (all.length ? h("ul", { class: "looked" }, all.map(lookedAt)) : null);

function claim(each, show) {
  const where = each.where ? t("in_rulebook", { where: each.where }) : "";
  return h("section", { class: "claim", "aria-label": each.id },
    h("h4", {}, stateMark(each.state), ` ${each.id} `, quiet("span", t(`claim_${each.state}`))),
    each.says && h("p", { text: each.says }),
    (where || each.source) && quiet("p", [where, each.source && t(`source_${each.source}`)].filter(Boolean).join(" · ")),
    each.found.map((found) => bad("p", found)),
    each.tests.map((test) => h("p", {}, h("code", { text: test }))),
    looked(each.looked_at),
    each.notes.length ? h("dl", {}, each.notes.map(([label, text]) => h("div", {}, h("dt", { text: t(`note_${label}`) }), h("dd", { text })))) : null,
    each.others.length ? h("p", { class: "quiet" }, `${t("also_said")} `, each.others.slice(0, MANY).map(([id, at]) => h("button", { class: "plain link", text: at, onclick: () => show(id) })), each.others.length > MANY && ` ${t("and_more", { count: each.others.length - MANY })}`) : null,
    each.file ? written(each.file, each.line) : null,
  );
}

/**
 * Return an element with all that stands behind a sentence. `approve(names, element)` approves it, `show(id)` goes to
 * another sentence.
 */
export function behind(id, unapproved, { approve, show }) {
  const place = h("div", { class: "behind", role: "group", named: "behind_it" }, quiet("p", t("looking")));
  const fillIn = async () => {
    let basis;
    try {
      basis = await get(gameApi(`rules/sentence?${new URLSearchParams({ id })}`));
    } catch (refused) {
      fill(place, bad("p", reason(refused)));
      return;
    }
    const expressions = basis.worked_out.map((each) => h("li", {}, h("code", { text: each.text }), each.trouble ? bad("span", ` ${each.trouble}`) : each.value ? h("strong", { text: ` = ${each.value}` }) : quiet("span", ` ${t("in_each_row")}`), looked(each.looked_at.filter((one) => one.pieces.length))),
    );
    fill(place,
      unapproved &&
        h("section", { class: "claim waiting", named: "not_approved" },
          h("h4", { text: t(`how_${unapproved.how.replaceAll(" ", "_")}`) }),
          changedWords(unapproved.changes),
          button("approve_sentence", (event) => approve(unapproved.names, event.target), { class: "primary" }),
        ),
      basis.behind.map((each) => claim(each, show)),
      !basis.behind.length && quiet("p", t("no_claim_long")),
      expressions.length ? h("section", { class: "claim", named: "worked_out" }, h("h4", { text: t("worked_out") }), h("ul", { class: "looked" }, expressions)) : null,
      h("p", { class: "quiet" }, `${t("written_at")} `, written(basis.file, basis.line)),
      basis.written.includes("{{") && h("p", { class: "written" }, h("code", { text: basis.written })),
    );
  };
  fillIn();
  return place;
}
