// Whether the game in view was checked since the last save.

import { latest, post } from "./api.js";
import { firstFace } from "./dom.js";
import { on, store } from "./store.js";

let last = { game: "", state: "waiting", trouble: "" };
const listeners = new Set();
const begin = latest();

/** Call `heard` with { state, trouble } now and when it changes; the function that is returned ends it. */
export function onCheck(heard) {
  listeners.add(heard);
  heard(last);
  return () => listeners.delete(heard);
}

/** Ask for a check, which goes on after every save; say where it is. */
async function ask() {
  await firstFace;
  const game = store.game?.id;
  if (!game) return;
  const isLatest = begin();
  try {
    const answer = await post(`api/games/${encodeURIComponent(game)}/check`);
    if (!isLatest() || game !== store.game?.id) return;
    last = { game, ...answer };
  } catch (refused) {
    if (!isLatest()) return;
    last = { game, state: "failed", trouble: refused.message };
  }
  listeners.forEach((heard) => heard(last));
}

on("saved", () => (last.state = "waiting"));
for (const kind of ["game", "check", "pieces"]) on(kind, ask);
