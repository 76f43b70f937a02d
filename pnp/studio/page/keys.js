// The list of keys: a button, and the key `?`.

import { button, h, isPlain, isTyping, opened } from "./dom.js";
import { t } from "./words.js";

/** The keys by where they are of use. */
const KEYS = {
  everywhere: [["?", "keys_list"], ["Ctrl Z", "undo"], ["Ctrl Shift Z", "redo"], ["t s b f", "keys_lines"], ["v", "keys_vision"], ["Esc", "close"]],
  cards: [["/", "search"], ["← → ↑ ↓", "keys_walk"], ["Enter", "keys_open"], ["Space", "keys_turn"], ["+ − 0", "keys_zoom"], ["Ctrl A", "keys_choose_all"], ["Shift ← →", "keys_choose"], ["Page ↑ ↓", "keys_step"]],
  grid: [["Enter", "keys_edit"], ["Tab", "keys_next_cell"], ["Ctrl C  Ctrl V", "keys_paste"], ["Ctrl D", "data_fill"], ["Del", "keys_clear"], ["Ctrl Enter", "keys_add_row"], ["Alt ↑ ↓", "keys_move_row"]],
  design: [["← → ↑ ↓", "keys_move"], ["Shift ← →", "keys_move_far"], ["Alt", "keys_no_snap"], ["[ ]", "keys_order"], ["Ctrl D", "copy_card"], ["Del", "data_delete"], ["w", "keys_worst"]],
  picture: [["+ −", "zoom"], ["[ ]", "art_turn"], ["← → ↑ ↓", "keys_move"]],
};

function show() {
  const dialog = opened({ class: "keys-dialog", "aria-labelledby": "keys-title" }, [
    h("h2", { id: "keys-title", text: t("keys") }),
    h("div", { class: "keys-lists" }, Object.entries(KEYS).map(([name, keys]) => h("section", {}, h("h3", { text: t(`keys_in_${name}`) }),
      h("dl", {}, keys.map(([press, words]) => [h("dt", {}, press.split("  ").map((each) => h("kbd", { text: each }))), h("dd", { text: t(words) })]))))),
    h("div", { class: "line" }, button("close", () => dialog.close(), { class: "primary" })),
  ]);
}

/** Return the button that shows the list. */
export function keysButton() {
  addEventListener("keydown", (event) => {
    if (event.key !== "?" || !isPlain(event) || isTyping(event)) return;
    event.preventDefault();
    show();
  });
  return h("button", { class: "keys-button", named: "keys", title: t("keys"), text: "?", onclick: show });
}
