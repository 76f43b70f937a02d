// Undo and redo in the game that is shown: two buttons, and keys.

import { get, latest, post, reason } from "./api.js";
import { firstFace, h, isTyping } from "./dom.js";
import { gameApi, on, store } from "./store.js";
import { t } from "./words.js";

/** Return the buttons; a press says what was undone. */
export function undoButtons() {
  const said = h("span", { class: "value-said quiet", role: "status" });
  const button = (kind, sign) => h("button", { "aria-label": t(kind), title: t(kind), text: sign, disabled: true, onclick: () => step(kind) });
  const undo = button("undo", "↶");
  const redo = button("redo", "↷");
  let timer;
  const begin = latest();
  const say = (text) => {
    said.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(() => (said.textContent = ""), 6000);
  };
  const show = (known) => {
    begin(); // what was asked for before is older
    for (const [kind, element] of [["undo", undo], ["redo", redo]]) {
      element.disabled = !known[kind];
      element.title = known[kind] ? t(`${kind}_what`, { what: known[kind] }) : t(kind);
    }
  };
  const step = async (kind) => {
    if (!store.game) return;
    try {
      const done = await post(gameApi(kind));
      show(done);
      say(t(`${kind}_done`, { what: done.what }));
    } catch (refused) {
      say(reason(refused));
    }
  };
  addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event)) return;
    const kind = key === "z" ? (event.shiftKey ? "redo" : "undo") : key === "y" ? "redo" : null;
    if (!kind) return;
    event.preventDefault();
    step(kind);
  });
  on("edits", (known) => {
    if (known.game !== store.game?.id) return;
    show(known);
    if (known.saved) say("");
  });
  on("game", async () => {
    await firstFace;
    const [game, isLatest] = [store.game?.id, begin()];
    const known = game && (await get(gameApi("edits")).catch(() => null));
    if (known && isLatest() && game === store.game?.id) show(known);
  });
  return h("div", { class: "undo-tools" }, said, undo, redo);
}
