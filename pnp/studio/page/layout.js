// Where each piece lies on the table: rows of tiles below headings. Nothing here touches the page.

const HEADING = 44;
const BETWEEN_GROUPS = 20;

/**
 * Return { rows, height, spots } for groups of pieces. A row has { kind, top, height } and a heading's { group } or the
 * { tiles } of [{ entry, left, width, height, scale }]; `spots` are [row, column] by the key of a piece.
 *
 * `look`: { width, scale, sides, gap, caption, most } with lengths in px: `scale` px to the mm, `sides` as many faces
 * beside each other, `caption` high below each; no face is larger than `most` { width, height }.
 */
export function laidOut(groups, look) {
  const rows = [];
  const spots = new Map();
  let top = 0;
  for (const group of groups) {
    if (group.title) {
      rows.push({ kind: "heading", group, top, height: HEADING });
      top += HEADING;
    }
    let row = null;
    let left = 0;
    for (const entry of group.entries) {
      const tile = tileOf(entry, look);
      if (row === null || left + tile.width > look.width) {
        if (row) top += row.height;
        row = { kind: "tiles", top, height: 0, tiles: [], group };
        rows.push(row);
        left = 0;
      }
      tile.left = left;
      left += tile.width + look.gap;
      row.height = Math.max(row.height, tile.height + look.caption + look.gap);
      spots.set(entry.key, [rows.length - 1, row.tiles.length]);
      row.tiles.push(tile);
    }
    if (row) top += row.height;
    top += BETWEEN_GROUPS;
  }
  return { rows, height: top, spots };
}

function tileOf(entry, look) {
  const { width, height } = entry.component;
  const beside = look.sides === 2 && entry.piece.back !== "" ? 2 : 1;
  const room = (Math.min(look.most.width, look.width) - (beside - 1) * BETWEEN_SIDES) / beside;
  const scale = Math.min(look.scale, room / width, look.most.height / height);
  return {
    entry,
    left: 0,
    scale,
    width: Math.max(width * scale * beside + (beside - 1) * BETWEEN_SIDES, NARROWEST),
    height: height * scale,
  };
}

const BETWEEN_SIDES = 4;
const NARROWEST = 40;

/** Return the indices [first, last) of the rows between two heights. */
export function rowsBetween(rows, top, bottom) {
  const first = lowest(rows, (row) => row.top + row.height > top);
  return [first, lowest(rows, (row) => row.top >= bottom)];
}

/** Return the lowest index from which on something holds. */
function lowest(rows, holds) {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(rows[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Return the key of the piece that a key of the keyboard leads to from another, or null for a key that leads nowhere.
 * `page` is the height of what is in view.
 */
export function neighbour({ rows, spots }, from, press, page) {
  const keys = [...spots.keys()];
  const here = spots.get(from);
  if (!keys.length) return null;
  if (!here) return keys[0];
  const row = rows[here[0]];
  const tile = row.tiles[here[1]];
  const index = keys.indexOf(from);
  const steps = {
    ArrowLeft: () => keys[Math.max(index - 1, 0)],
    ArrowRight: () => keys[Math.min(index + 1, keys.length - 1)],
    ArrowUp: () => near(rows, here[0], -1, tile, () => true),
    ArrowDown: () => near(rows, here[0], 1, tile, () => true),
    PageUp: () => near(rows, here[0], -1, tile, (one) => one.top <= row.top - page),
    PageDown: () => near(rows, here[0], 1, tile, (one) => one.top >= row.top + page),
    Home: () => row.tiles[0].entry.key,
    End: () => row.tiles.at(-1).entry.key,
    "Ctrl+Home": () => keys[0],
    "Ctrl+End": () => keys.at(-1),
  };
  return steps[press]?.() ?? null;
}

/** Return the piece below or above a tile in the first row that will do; in the last one when none does. */
function near(rows, from, step, tile, will_do) {
  let row = null;
  for (let index = from + step; rows[index]; index += step) {
    if (rows[index].kind !== "tiles") continue;
    row = rows[index];
    if (will_do(row)) break;
  }
  if (!row) return tile.entry.key;
  const middle = tile.left + tile.width / 2;
  const distance = (one) => Math.abs(one.left + one.width / 2 - middle);
  return row.tiles.reduce((best, one) => (distance(one) < distance(best) ? one : best)).entry.key;
}
