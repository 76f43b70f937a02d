// The Findings view: what is wrong with the game now, by file or by card.

import { button, emptyState, fill, h, quiet } from "./dom.js";
import { last as checked } from "./checking.js";
import { findingItem } from "./finding_item.js";
import { tally } from "./finding_marks.js";
import { segments } from "./segments.js";
import { go, on, store } from "./store.js";
import { t } from "./words.js";

const MOST = 200;

/** What makes two findings one fault. */
const fault = ({ code, severity, hint, file, message, pieces }) =>
  JSON.stringify([code, severity, hint?.replaceAll(/\S+\/\S+/g, ""), file, pieces.length ? message.replace(/^([^:"]*: )?("[^]*" (?=\(#))?/, "") : message]);

/** What a finding is while lines move. */
const identity = ({ code, message, file, pieces }) => JSON.stringify([code, message, file, pieces]);

const titleOf = (key) => {
  const [component] = key.split("/");
  const part = store.game.components.find((each) => each.id === component);
  return `${store.pieces.get(key)?.name ?? key}${part ? ` · ${part.title}` : ""}`;
};

function groups(findings, by) {
  const found = new Map();
  const add = (title, open, finding) => {
    if (!found.has(title)) found.set(title, { title, open, findings: [] });
    found.get(title).findings.push(finding);
  };
  for (const finding of findings) {
    const cards = by === "card" ? [...new Set(finding.pieces)].filter((each) => store.pieces.has(each)) : [];
    if (cards.length) for (const key of cards) add(titleOf(key), () => go({ piece: key }), finding);
    else add(by === "card" ? t("no_card") : finding.file || t("no_file"), null, finding);
  }
  const worst = (group) => Number(!group.findings.some((each) => each.severity === "error"));
  return [...found.values()].sort((one, other) => worst(one) - worst(other));
}

function together(findings) {
  const sorted = [...findings].sort((one, other) => one.severity.localeCompare(other.severity));
  return [...Map.groupBy(sorted, fault).values()];
}

export function findings(place) {
  const said = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
  const state = h("p", { class: "state", role: "status" });
  const list = h("div", { class: "groups" });
  const by = segments("by", ["file", "card"]);
  const kind = segments("only", ["all", "error", "warning"]);
  let known = null;
  let all = false;
  let drawn;

  /** Tell what is new, and what is mended once all of a game that can be read was checked; return what is new. */
  const announce = () => {
    const now = new Map(store.findings.map((each) => [identity(each), each]));
    const whole = checked.state === "done" && store.readable;
    const fresh = [...now.keys()].filter((each) => known && !known.has(each));
    const gone = whole ? [...(known ?? [])].filter((each) => !now.has(each)).length : 0;
    if (fresh.length || gone) said.textContent = [fresh.length && t("new_findings", { count: fresh.length, first: now.get(fresh[0]).message }), gone && t("mended", { count: gone })].filter(Boolean).join(". ");
    if (whole) known = new Set(now.keys());
    else fresh.forEach((each) => known.add(each));
    return fresh;
  };
  const show = () => {
    by.mark();
    kind.mark();
    const fresh = announce();
    const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    const asked = store.findings.filter((each) => kind.chosen() === "all" || each.severity === kind.chosen());
    if (drawn === (drawn = JSON.stringify([asked, by.chosen(), all]))) return;
    let left = all ? Infinity : MOST;
    fill(list,
      groups(asked, by.chosen()).map((group) => {
        const faults = together(group.findings);
        const shown = faults.slice(0, Math.max(0, left));
        left -= faults.length;
        if (!shown.length) return null;
        const title = group.open ? h("button", { class: "plain", text: group.title, onclick: group.open }) : group.title;
        return h("section", {}, h("h2", {}, title, quiet("span", ` ${tally(group.findings)}`)), h("ul", { class: "finding-list" }, shown.map(([first, ...alike]) => findingItem(first, { alike, cards: by.chosen() === "file", fresh: fresh.includes(identity(first)) }))));
      }),
      left < 0 ? button("show_all_findings", () => {
        all = true;
        show();
      }) : null,
    );
    showState();
    if (focused) [...list.querySelectorAll("[aria-label]")].find((each) => each.getAttribute("aria-label") === focused)?.focus();
  };
  const showState = () => {
    const count = store.findings.length ? tally(store.findings) : t(checked.state === "done" ? "all_well" : "none_yet");
    const text = checked.state === "failed" ? checked.trouble : t(`check_${checked.state}`);
    const none = !store.findings.length;
    by.element.hidden = kind.element.hidden = state.hidden = none;
    if (none) fill(list, emptyState(checked.state === "done" ? "✓" : "…", count, text));
    fill(state, !none && h("strong", { text: count }), !none && h("span", { class: checked.state === "failed" ? "bad" : "quiet", text: ` ${text}` }));
  };
  fill(place, h("div", { class: "findings-view" }, h("div", { class: "findings-head" }, state, by.element, kind.element), said, list));
  const ends = [
    on("findings", show),
    on("place", show),
    on("game", () => {
      known = null;
      all = false;
      drawn = "";
    }),
    on("checked", () => {
      showState();
      announce();
    }),
  ];
  show();
  return () => ends.forEach((end) => end());
}

/** Return the first thing that keeps the game from being read, for the top of the page; null where it can be. */
export function unreadable() {
  const first = store.readable ? null : store.findings.find((each) => each.severity === "error");
  if (!first) return null;
  return h("div", { class: "unreadable" },
    h("ul", { class: "finding-list" }, findingItem(first)),
    h("p", {}, h("button", { class: "small", text: t("all_findings", { count: store.findings.length }), onclick: () => go({ view: "findings" }) })));
}
