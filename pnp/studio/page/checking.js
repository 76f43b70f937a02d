// Whether the game in view was checked since the last save.

import { latest, post } from "./api.js";
import { firstFace } from "./dom.js";
import { on, store, tell } from "./store.js";

/** { game, state, trouble } of the last check; a new one is told at "checked". */
export let last = { game: "", state: "waiting", trouble: "" };
const begin = latest();

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
  tell("checked");
}

on("saved", () => (last.state = "waiting"));
for (const kind of ["game", "check", "pieces"]) on(kind, ask);
