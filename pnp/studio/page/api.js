// Requests to the studio, and what it tells by itself. All addresses are relative to the page's own.

/** What the studio refused, in a sentence for people; `hint` says the way out. */
class Refused extends Error {
  constructor(sentence, hint, status, answer = {}) {
    super(sentence);
    this.hint = hint;
    this.status = status;
    this.answer = answer;
  }
}

/** Return what was refused and the way out, in one line. */
export const reason = ({ message, hint }) => [message, hint].filter(Boolean).join(": ");

async function answer(response) {
  const body = response.headers.get("content-type")?.startsWith("application/json") ? await response.json() : null;
  if (!response.ok) throw new Refused(body?.error ?? response.statusText, body?.hint ?? null, response.status, body ?? {});
  return body;
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refused("the studio does not answer", "start it again with pnp studio; this page goes on by itself", 0);
  }
  return answer(response);
}

export const get = (path, signal) => request(path, { signal });
export const post = (path, value = {}, method = "POST") =>
  request(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(value) });
export const upload = (path, blob) =>
  request(path, { method: "POST", headers: { "content-type": "application/octet-stream" }, body: blob });

/** Return what begins a request and returns whether that is still the latest one: an older answer replaces no newer one. */
export function latest() {
  let last = 0;
  return () => {
    const mine = (last += 1);
    return () => mine === last;
  };
}

let reading = "";

/** Name what the page has read: the same address without a key would be the same picture to the browser. */
export function nameReading({ start, revision }) {
  reading = `${start}.${revision}`;
}

/** The address of the face of a side; with its key, the browser keeps it for ever. */
export function faceAddress(game, side, { key = null, theme = "", again = reading } = {}) {
  const asked = new URLSearchParams();
  if (theme) asked.set("theme", theme);
  if (key) asked.set("key", key);
  else if (again) asked.set("again", again);
  return `faces/${encodeURIComponent(game)}/${side}.svg?${asked}`;
}

/**
 * Call `heard` with each event, in every tab of this studio; `connected` with true or false when that changes.
 * A browser opens few connections to one address, and each stream keeps one: a single tab listens and tells the others.
 */
export function listen(heard, connected) {
  const channel = new BroadcastChannel(`pnp ${location.pathname}`);
  channel.onmessage = ({ data }) => (data.type === "connected" ? connected(data.value) : heard(data));
  const tell = (data) => {
    channel.postMessage(data);
    channel.onmessage({ data });
  };
  const open = () =>
    new Promise(() => {
      const stream = new EventSource("api/events");
      stream.onopen = () => tell({ type: "connected", value: true });
      stream.onerror = () => {
        tell({ type: "connected", value: false });
        if (stream.readyState === EventSource.CLOSED) setTimeout(open, 1000);
      };
      stream.onmessage = ({ data }) => tell(JSON.parse(data));
    });
  navigator.locks.request(`pnp ${location.pathname}`, open);
}
