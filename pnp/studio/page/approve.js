// What is not as it was approved, and buttons that approve one, a section, or everything.

import { get, post, reason } from "./api.js";
import { bad, button, fill, h, quiet } from "./dom.js";
import { componentOf, faceElement } from "./face.js";
import { findingItem } from "./finding_item.js";
import { changedWords, written } from "./sentence.js";
import { gameApi, go, store } from "./store.js";
import { t } from "./words.js";

/** Approve what has these names; what came of it is told in `place`. Return whether it was approved. */
export async function approve(names, place) {
  fill(place, quiet("p", t("approving")));
  try {
    await post(gameApi("approve"), { names });
    fill(place, h("p", { class: "good", text: t("approved_now") }));
    return true;
  } catch (refused) {
    const found = refused.answer?.findings ?? [];
    fill(place,
      bad("p", reason(refused)),
      found.length ? findingList(found) : null,
    );
    return false;
  }
}

/** Return a list of findings; `show` goes to a sentence that one is about. */
export const findingList = (found, show = null) => h("ul", { class: "finding-list" },
    found.map((each) => {
      const item = findingItem(each);
      if (show && each.sentences?.length) {
        item.append(button("only", () => show(each.sentences[0]), { class: "small", "aria-label": `${t("only")}: ${each.message}` }));
      }
      return item;
    }),
  );

function one(each, allow) {
  const piece = each.side && store.pieces.get(each.side.replace(/\.(front|back)$/, ""));
  const component = piece && componentOf(piece);
  const face = component && faceElement(piece, each.side.endsWith(".back") ? "back" : "front", Math.min(120 / component.width, 120 / component.height));
  return h("li", { class: "waits" },
    face && h("button", { class: "plain", "aria-label": t("open_card", { name: piece.name }), onclick: () => go({ view: "table", piece: each.side.replace(/\.(front|back)$/, "") }) }, face),
    h("div", {},
      quiet("p", `${each.what === "face" ? `${each.at}: ` : ""}${t(`how_${each.how.replaceAll(" ", "_")}`)}${each.themes.filter(Boolean).length && !each.themes.includes("") ? ` (${each.themes.join(", ")})` : ""}`),
      (each.now || each.before) && changedWords(each.changes),
      Object.entries(each.claims).map(([id, says]) => says && quiet("p", `${id}: ${says}`)),
      each.file ? written(each.file, each.line) : null,
    ),
    button("approve", () => allow([each]), { "aria-label": t("approve_it", { at: each.at, words: each.now || each.before }) }),
  );
}

/** A group of more is closed at first; of more than AT_ONCE not all are shown. */
const SHOWN = 12;
const AT_ONCE = 60;

/** What a group is called: a section of the rules, a component, or whatever approved.yaml calls it. */
function nameOf(group, sections) {
  const [first, id, ...rest] = group.split(" ");
  const component = store.game.components.find((each) => each.id === first);
  if (component) return [component.title, id, ...rest].filter(Boolean).join(" ");
  const section = first === "rules" ? sections.find((each) => each.id === id) : null;
  return section ? [section.title, ...rest].join(" ") : group;
}

/** Fill an element with what is not approved of a game whose `rules` stand below; `changed()` follows when something was. */
export async function showUnapproved(place, rules, changed) {
  const told = h("div", { role: "status" });
  fill(place, h("p", { class: "quiet", role: "status", text: t("looking_faces") }));
  let known;
  try {
    known = await get(gameApi("unapproved"));
  } catch (refused) {
    fill(place, bad("p", refused.message));
    return;
  }
  if (known.findings.length) {
    const others = known.findings.filter((each) => !rules.findings.some((one) => one.message === each.message));
    fill(place, bad("p", t(others.length ? "not_to_approve" : "not_to_approve_above")), findingList(others));
    return;
  }
  const allow = async (some) => {
    for (const button of place.querySelectorAll("button")) button.disabled = true;
    const done = await approve(some.flatMap((each) => each.names), told);
    if (!done) {
      for (const button of place.querySelectorAll("button")) button.disabled = false;
      return;
    }
    const lines = [...told.childNodes];
    await changed();
    await showUnapproved(place, rules, changed);
    place.prepend(h("div", { role: "status" }, lines));
    place.querySelector("button, h3")?.focus();
  };
  const groups = Map.groupBy(known.unapproved, (each) => each.group);
  const all = known.unapproved;
  fill(place,
    told,
    !all.length && h("h3", { tabindex: "-1", text: t("all_approved") }),
    all.length > 0 && !known.recorded && h("p", { text: t("nothing_approved") }),
    all.length > 0 && h("p", {}, h("button", { class: "primary", text: t("approve_all", { count: all.length }), onclick: () => allow(all) })),
    [...groups].map(([group, some]) => {
      const name = nameOf(group, rules.sections);
      const list = h("div");
      const open = some.length <= SHOWN;
      const show = (most) =>
        fill(list,
          h("ul", {}, some.slice(0, most).map((each) => one(each, allow))),
          some.length > most && h("button", { text: t("show_more", { count: some.length - most }), onclick: () => show(most + AT_ONCE) }),
        );
      if (open) show(AT_ONCE);
      return h("details", { open, ontoggle: () => list.childElementCount || show(AT_ONCE) },
        h("summary", { text: t("waiting_in", { name, count: some.length }) }),
        some.length > 1 && h("p", {}, h("button", { text: t("approve_group", { name, count: some.length }), onclick: () => allow(some) })),
        list,
      );
    }),
  );
}
