// What the page knows of the project, and where it is in it. Views read it and listen to it; it alone asks for data.

import { get, listen, nameReading } from "./api.js";

const watchers = new Map();

export const store = {
  project: null,
  /** The game in view (of project.games), its theme, and all its pieces by "component/id". */
  game: null,
  theme: "",
  pieces: new Map(),
  findings: [],
  /** Where the page is: { view, piece: "component/id" or "" }. */
  place: { view: "table", piece: "" },
  connected: true,
  readable: true,
};

/**
 * Call `heard` at "project" (games changed), "game" (another is in view), "pieces" (data read anew), "faces" (a map of
 * side to key), "findings", "print" (a job went on), "edits" (what can be undone), "place" and "connected"; the function
 * that is returned ends it.
 */
export function on(kind, heard) {
  if (!watchers.has(kind)) watchers.set(kind, new Set());
  watchers.get(kind).add(heard);
  return () => watchers.get(kind).delete(heard);
}

function tell(kind, about) {
  for (const heard of watchers.get(kind) ?? []) heard(about);
}

/** Go to a place: { game, view, piece, theme }, each as it is where it is not given. It is kept in the address. */
export function go(to) {
  const game = to.game ?? store.game?.id ?? "";
  const parts = [game, to.view ?? store.place.view, to.piece ?? (to.view ? "" : store.place.piece)];
  const theme = to.theme ?? store.theme;
  const address = `#/${parts.filter(Boolean).map(encodeURI).join("/")}${theme ? `?theme=${encodeURIComponent(theme)}` : ""}`;
  if (address !== location.hash) location.hash = address;
}

async function read() {
  const [path, asked] = location.hash.slice(2).split("?");
  const [game, view, ...piece] = path.split("/").map(decodeURI);
  const games = store.project.games;
  const chosen = games.find((each) => each.id === game) ?? games[0] ?? null;
  const theme = new URLSearchParams(asked).get("theme") ?? "";
  const other = chosen?.id !== store.game?.id || theme !== store.theme;
  Object.assign(store, { game: chosen, theme, place: { view: view || "table", piece: piece.join("/") } });
  if (other) await readPieces("game");
  tell("place");
}

async function readPieces(kind) {
  if (!store.game) return tell(kind);
  const { game, theme } = store;
  const asked = new URLSearchParams(theme ? { theme } : {});
  const { pieces } = await get(`api/games/${game.id}/pieces?${asked}`);
  if (game !== store.game || theme !== store.theme) return;
  store.pieces = new Map(pieces.map((each) => [`${each.component}/${each.id}`, each]));
  store.readable = game.readable;
  tell(kind);
  await readFindings();
}

async function readFindings() {
  const { game, theme } = store;
  const found = await get(`api/games/${game.id}/findings?${new URLSearchParams(theme ? { theme } : {})}`);
  if (game !== store.game || theme !== store.theme) return;
  store.findings = found;
  tell("findings");
}

async function readProject() {
  store.project = await get("api/project");
  nameReading(store.project);
  store.game = store.project.games.find((each) => each.id === store.game?.id) ?? null;
  tell("project");
  await read();
}

async function readAll() {
  await readProject();
  await readPieces("pieces");
}

/** Read again what has changed. */
async function hear(event) {
  const known = store.project;
  if (event.type === "hello") {
    if (event.start !== known.start || event.revision !== known.revision) await readAll();
  } else if (event.type === "games") await readProject();
  else if (event.type === "print") tell("print", event.job);
  else if (event.type === "edits") tell("edits", event);
  else if (event.game !== store.game?.id || (event.theme ?? "") !== store.theme) return;
  else if (event.type === "data") {
    store.readable = event.readable;
    await readAll();
  } else if (event.type === "faces") {
    for (const [side, key] of Object.entries(event.sides)) {
      const [piece, name] = side.split(/\.(?=front$|back$)/);
      const known = store.pieces.get(piece);
      if (known) known[name] = key;
    }
    tell("faces", event.sides);
  } else if (event.type === "findings") await readFindings();
}

/** Read the project and listen to what changes. */
export async function begin() {
  const ready = readProject(); // what is told meanwhile is heard when that is there
  const heard = async (event) => {
    await ready;
    try {
      await hear(event);
    } catch (problem) {
      if (problem.status !== 0) throw problem; // else the page says that nobody answers, and reads all when somebody does
    }
  };
  listen(heard, (connected) => {
    if (connected === store.connected) return;
    store.connected = connected;
    tell("connected");
  });
  await ready;
  addEventListener("hashchange", read);
}
