// Small pictures of many faces, a sheet at a time: they are seen while somebody scrolls, until the faces are there.

import { store } from "./store.js";

/** A sheet as the studio makes it has so many faces, in rows and columns. */
const [ACROSS, DOWN] = [8, 3];

/** So many sheets are asked for at a time: a save finds a connection. */
const AT_ONCE = 2;

/**
 * Return { read(), dress(box), want(keys), takes() }: `read` when the pieces are others, `want` with those to fetch
 * first, in order.
 */
export function previews() {
  const spots = new Map(); // side → [address of its sheet, number in it]
  const sheets = new Map(); // address → { url, key, old }
  let dressed = new Map(); // address → the boxes that show something of it
  let first = [];
  let busy = 0;
  let takes = 1000; // ms, as the latest have, and a little more

  function dress(box) {
    const [address, number] = spots.get(box.side) ?? [];
    if (!address) return;
    const boxes = dressed.get(address) ?? dressed.set(address, new Set()).get(address);
    boxes.add(box);
    show(box, sheets.get(address)?.url, number);
  }

  function show(box, url, number) {
    box.classList.toggle("previewed", Boolean(url));
    const at = [(number % ACROSS) / (ACROSS - 1), Math.floor(number / ACROSS) / (DOWN - 1)];
    Object.assign(box.querySelector("img").style, url ? { backgroundImage: `url(${url})`, backgroundSize: `${ACROSS * 100}% ${DOWN * 100}%`, backgroundPosition: at.map((each) => `${each * 100}%`).join(" ") } : { backgroundImage: "" });
  }

  async function fetchNext() {
    const address = busy < AT_ONCE && [...first, ...sheets.keys()].find((each) => sheets.get(each)?.old);
    if (!address) return;
    const sheet = sheets.get(address);
    const began = performance.now();
    busy += 1;
    sheet.old = false;
    fetchNext();
    try {
      const answer = await fetch(address);
      const key = answer.headers.get("etag");
      if (answer.ok && key !== sheet.key) {
        const url = URL.createObjectURL(await answer.blob());
        if (sheet.url) URL.revokeObjectURL(sheet.url);
        Object.assign(sheet, { url, key });
        for (const box of dressed.get(address) ?? []) show(box, url, spots.get(box.side)?.[1] ?? 0);
      }
    } catch {
      sheet.old = true; // the studio is gone: the page asks for everything when it is back
      return;
    } finally {
      busy -= 1;
      takes += (1.5 * (performance.now() - began) - takes) / 3;
    }
    fetchNext();
  }

  return {
    dress,
    read() {
      spots.clear();
      const numbers = new Map();
      const asked = store.theme ? `?${new URLSearchParams({ theme: store.theme })}` : "";
      for (const { component, id } of store.pieces.values()) {
        const number = numbers.get(component) ?? 0;
        numbers.set(component, number + 1);
        const address = `previews/${encodeURIComponent(store.game.id)}/${encodeURIComponent(component)}/${Math.floor(number / (ACROSS * DOWN))}.jpg${asked}`;
        spots.set(`${component}/${id}.front`, [address, number % (ACROSS * DOWN)]);
        sheets.set(address, Object.assign(sheets.get(address) ?? {}, { old: true })); // one on its way is fetched again
      }
      const known = new Set([...spots.values()].map(([address]) => address));
      for (const [address, { url }] of sheets)
        if (!known.has(address)) {
          if (url) URL.revokeObjectURL(url);
          sheets.delete(address);
        }
      dressed = new Map();
    },
    want(keys) {
      first = [...new Set(keys.map((key) => spots.get(`${key}.front`)?.[0]).filter(Boolean))];
      fetchNext();
    },
    /** In ms: a sheet is there so long after it was asked for. */
    takes: () => takes,
  };
}
