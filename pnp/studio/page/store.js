// What the page knows of the project, and where it is in it. It alone asks for data.

import { get, latest, listen, nameReading } from "./api.js";

const watchers = new Map();

export const store = {
  project: null,
  /** The game in view (of project.games), its theme, and all its pieces by "component/id". */
  game: null,
  theme: "",
  pieces: new Map(),
  findings: [],
  /** Where the page is: { view, piece: "component/id" or "" }, and by name whatever else its address says. */
  place: { view: "table", piece: "" },
  /** The keys of the pieces that the table shows, in its order. */
  order: [],
  connected: true,
  readable: true,
  /** The game that the address names and that is not there, "" for none. */
  unknown: "",
  /** The pieces to print that somebody has selected, null for none in particular. */
  picked: null,
  /** The sentence of the rules that somebody asked to see, from a card. */
  sentence: "",
  /** A table that was dropped somewhere, for the start page to import. */
  dropped: null,
  /** What was done, until somebody has read it. */
  said: "",
  /** What went wrong with the last request for data, { sentence, hint } or null. */
  trouble: null,
};

/** The address of something of the game in view. */
export const gameApi = (path) => `api/games/${encodeURIComponent(store.game.id)}/${path}`;

export const cardApi = ({ component, id }) => gameApi(`cards/${encodeURIComponent(component)}/${encodeURIComponent(id)}`);

/** The address of the rows of a component. */
export const rowsApi = (component) => gameApi(`rows/${encodeURIComponent(component)}`);

/** The faces that were told of while pieces are being read: side to { key, stale }. */
const told = new Map();
let reading = 0;
const [askProject, askPieces, askFindings] = [latest(), latest(), latest()];

/**
 * Call `heard` at "project" (games changed), "game" (another is in view), "pieces" (data read anew), "faces" (a map of
 * side to key), "findings", "saved", "print" (a job went on), "edits" (what can be undone), "lines", "vision", "place", "trouble" and "connected"; the
 * function that is returned ends it.
 */
export function on(kind, heard) {
  if (!watchers.has(kind)) watchers.set(kind, new Set());
  watchers.get(kind).add(heard);
  return () => watchers.get(kind).delete(heard);
}

export function tell(kind, about) {
  for (const heard of [...(watchers.get(kind) ?? [])]) heard(about);
}

/**
 * Return the address of a place: { game, view, piece, theme, ... }, each as it is where it is not given. Another game
 * begins anew.
 */
export function addressOf(to) {
  const game = to.game ?? store.game?.id ?? "";
  const stays = game === store.game?.id ? store.place : { view: store.place.view === "home" ? "table" : store.place.view };
  const { view, piece, theme, ...more } = { theme: game === store.game?.id ? store.theme : "", ...stays, piece: to.view ? "" : stays.piece, ...to };
  delete more.game;
  const path = [game, view, piece].filter(Boolean).map((each) => each.split("/").map(encodeURIComponent).join("/"));
  const asked = new URLSearchParams(Object.entries({ theme, ...more }).filter(([, value]) => value));
  return `#/${path.join("/")}${asked.size ? `?${asked}` : ""}`;
}

/** Go to a place, as `addressOf` has it; `instead` of the last in the history when it is but a little change. */
export function go(to, { instead = false } = {}) {
  const address = addressOf(to);
  if (address === location.hash) return;
  if (instead) history.replaceState(history.state, "", address);
  else history.pushState(null, "", address);
  read();
}

/** Do what asks for data; what goes wrong is told. */
async function attempt(work) {
  try {
    await work();
    if (store.trouble === null) return;
    store.trouble = null;
  } catch (error) {
    if (error.status === undefined) throw error; // nothing that the studio said
    if (error.status === 0) return; // the page says that nobody answers, and reads all when somebody does
    store.trouble = { sentence: error.message, hint: error.hint ?? null };
  }
  tell("trouble");
}

function read() {
  return attempt(async () => {
    const [path, asked] = location.hash.slice(2).split("?");
    const [game, view, ...piece] = path.split("/").map(decoded);
    const games = store.project.games;
    const chosen = games.find((each) => each.id === game) ?? games[0] ?? null;
    store.unknown = game && game !== chosen?.id && !store.project.gone ? game : "";
    const { theme = "", ...more } = Object.fromEntries(new URLSearchParams(asked));
    const other = !chosen || chosen.id !== store.game?.id || theme !== store.theme || store.pieces.size === 0;
    const first = store.project.begun && (chosen ?? null) !== null && (game || games.length === 1) ? "table" : "home";
    Object.assign(store, { game: chosen, theme, place: { ...more, view: view || first, piece: piece.join("/") } });
    if (other) await readPieces("game");
    tell("place");
  });
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function readPieces(kind) {
  if (!store.game) {
    Object.assign(store, { pieces: new Map(), findings: [] });
    return tell(kind);
  }
  const { game, theme } = store;
  const isLatest = askPieces();
  reading += 1;
  try {
    const asked = new URLSearchParams(theme ? { theme } : {});
    const { pieces } = await get(gameApi(`pieces?${asked}`));
    if (!isLatest() || game.id !== store.game?.id || theme !== store.theme) return;
    store.pieces = new Map(pieces.map((each) => [`${each.component}/${each.id}`, each]));
    told.forEach(noteFace);
    store.readable = store.game.readable;
  } finally {
    reading -= 1;
    if (!reading) told.clear();
  }
  tell(kind);
  attempt(readFindings);
}

async function readFindings() {
  const { game, theme } = store;
  const isLatest = askFindings();
  const found = await get(gameApi(`findings?${new URLSearchParams(theme ? { theme } : {})}`));
  if (!isLatest() || game.id !== store.game?.id || theme !== store.theme) return;
  store.findings = found;
  tell("findings");
}

let early = get("api/project"); // on its way while the rest of the page is
early.catch(() => {});

async function readProject() {
  const isLatest = askProject();
  const project = await (early ?? get("api/project"));
  early = null;
  if (!isLatest()) return;
  store.project = project;
  nameReading(store.project);
  store.game = store.project.games.find((each) => each.id === store.game?.id) ?? null;
  tell("project");
  await read();
}

export const readAgain = () => attempt(() => readProject().then(() => readPieces("pieces")));

export function noteFace({ key, stale }, side) {
  const [piece, name] = side.split(/\.(?=front$|back$)/);
  const known = store.pieces.get(piece);
  if (known) Object.assign(known, { [name]: key, stale: [...known.stale.filter((each) => each !== name), ...(stale ? [name] : [])] });
  if (reading) told.set(side, { key, stale }); // pieces that are on their way may be older than this
}

function hear(event) {
  const known = store.project;
  if (event.type === "hello") {
    if (event.start !== known?.start || event.revision !== known.revision) readAgain();
  } else if (event.type === "games") attempt(readProject);
  else if (event.type === "print") tell("print", event.job);
  else if (event.type === "check" && event.game === store.game?.id) {
    attempt(readFindings).then(() => tell("check"));
  } else if (event.type === "edits") tell("edits", event);
  else if (event.game !== store.game?.id || (event.theme ?? "") !== store.theme) return;
  else if (event.type === "data") {
    store.readable = event.readable;
    tell("saved");
    readAgain();
  } else if (event.type === "faces") {
    for (const [side, key] of Object.entries(event.sides)) noteFace({ key, stale: event.stale.includes(side) }, side);
    tell("faces", event.sides);
  } else if (event.type === "findings") attempt(readFindings);
}

/** Read the project and listen to what changes. */
export async function begin() {
  const ready = attempt(readProject); // what is told meanwhile is heard when that is there
  listen(
    async (event) => {
      await ready;
      hear(event);
    },
    (connected) => {
      if (connected === store.connected) return;
      store.connected = connected;
      tell("connected");
    },
  );
  await ready;
  addEventListener("hashchange", read);
}
