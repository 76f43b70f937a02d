// Whether the game in view was checked since the last save.

import { latest, post } from "./api.js";
import { firstFace } from "./dom.js";
import { gameApi, on, store, tell } from "./store.js";

const WAITING = { state: "waiting", trouble: "" };
/** What came of the last check; a new one is told at "checked". */
export let last = WAITING;
const begin = latest();

/** Ask for a check, which goes on after every save; say where it is. */
async function ask() {
  await firstFace;
  const game = store.game?.id;
  if (!game) return;
  const isLatest = begin();
  try {
    const answer = await post(gameApi("check"));
    if (!isLatest() || game !== store.game?.id) return;
    last = answer;
  } catch (refused) {
    if (!isLatest()) return;
    last = { state: "failed", trouble: refused.message };
  }
  tell("checked");
}

on("saved", () => (last = { ...last, state: "waiting" }));
on("game", () => (last = WAITING));
for (const kind of ["game", "check", "pieces"]) on(kind, ask);
