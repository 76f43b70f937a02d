// One finding as people read it, and the way to its line.

import { post } from "./api.js";
import { button, fill, h, quiet } from "./dom.js";
import { gameApi, go, store } from "./store.js";
import { t } from "./words.js";

const MOST_CARDS = 12;

/** Return the icon of a severity: another shape for each, so that no colour is needed. */
export const severityIcon = (severity) => h("span", { class: `severity ${severity}`, "aria-hidden": "true", text: severity === "error" ? "✕" : "!" });

/** Return where a finding is, in the words of its file: food.yaml:7, or cell C7 of a workbook. */
export const where = (finding) => (finding.cell && !/\.(csv|tsv|txt)$/i.test(finding.file) ? `${finding.file}, ${t("cell", { cell: finding.cell })}` : `${finding.file}:${finding.line}`);

/** Return a button that opens a file in its program, and what came of it. */
export const editorButton = (file, line) => doing("to_editor", () => post("api/open", { file }), "opened", { "aria-label": t("open_in_editor_at", { file, line }) });

function doing(key, work, done, more) {
  const said = h("span", { class: "said-of quiet", role: "status" });
  const act = async () => {
    try {
      await work();
      said.className = "said-of quiet";
      fill(said, t(done));
    } catch (refused) {
      said.className = "said-of bad";
      fill(said, refused.message, refused.hint ? quiet("span", ` ${refused.hint}`) : null);
    }
  };
  return [button(key, act, { class: "small", ...more }), said];
}

/** Return the line of the file, what is wrong marked. */
function sourceLine(finding) {
  if (!finding.excerpt) return null;
  const { text, start, length } = finding.excerpt;
  const wrong = text.slice(start, start + length);
  return h("pre", { class: "source", tabindex: "0", "aria-label": t("line_of", { file: finding.file, line: finding.line }) },
    h("span", { class: "line-number", "aria-hidden": "true", text: `${finding.line} ` }),
    text.slice(0, start),
    h("mark", { text: wrong || " " }),
    text.slice(start + length),
  );
}

/** Return a finding as an item of a list; `alike` are those that say the same of other pieces or lines. */
export function findingItem(finding, { alike = [], cards = true, fresh = false } = {}) {
  const pieces = [...new Set([finding, ...alike].flatMap((each) => each.pieces))].filter((each) => store.pieces.has(each));
  const others = alike.filter((each) => each.file && (each.file !== finding.file || each.line !== finding.line));
  return h("li", { class: fresh ? `finding ${finding.severity} fresh` : `finding ${finding.severity}` },
    h("p", { class: "what" },
      severityIcon(finding.severity),
      h("span", { class: "kind", text: t(finding.approve ? "changed_since" : finding.severity) }),
      " ",
      h("strong", { text: finding.message }),
      alike.length && !others.length ? quiet("span", ` ${t("and_more", { count: alike.length })}`) : null,
    ),
    finding.hint ? h("p", { class: "hint" }, quiet("span", t("hint")), " ", finding.hint) : null,
    finding.approve && h("p", {}, doing("approve", () => post(gameApi("approve"), { names: [finding.approve] }), "approved_now", { "aria-label": t("approve_it", { at: finding.approve, words: finding.message }) })),
    cards && pieces.length ? h("p", { class: "finding-cards" }, pieces.slice(0, MOST_CARDS).map(cardButton), pieces.length > MOST_CARDS ? quiet("span", t("and_more", { count: pieces.length - MOST_CARDS })) : null) : null,
    h("details", {}, h("summary", { text: t("details") }),
      finding.detail !== finding.message && h("p", { text: finding.detail }),
      sourceLine(finding),
      h("p", { class: "about" },
        finding.file && [h("code", { text: where(finding) }), " ", editorButton(finding.file, finding.line)],
        h("span", { class: "quiet code" }, h("code", { text: finding.code }), finding.meaning ? ` ${finding.meaning}` : "")),
      others.length > 0 && [h("p", { text: t("more_places", { count: others.length }) }), h("ul", { class: "places" }, others.map((each) => h("li", {}, h("code", { text: where(each) }), " ", editorButton(each.file, each.line))))]),
  );
}

const cardButton = (piece) => h("button", { class: "small", "aria-label": t("open_card", { name: store.pieces.get(piece).name }), text: store.pieces.get(piece).name, onclick: () => go({ piece }) });
