// Values of cells as texts, and blocks of them as spreadsheets copy and paste them.

import { folded } from "./query.js";
import { t } from "./words.js";

/** Return a value as a cell shows it. */
export function shownValue(value) {
  if ((value ?? null) === null) return "";
  if (value === true) return t("yes");
  if (value === false) return t("no");
  return Array.isArray(value) ? value.map(shownValue).join(", ") : String(value);
}

/** Return rows of texts as spreadsheets take them: tabs between cells, quotes where they must be. */
export const asBlock = (rows) => rows.map((row) => row.map((text) => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join("\t")).join("\n");

/** Return the rows of texts in what was copied from a spreadsheet. */
export function blockOf(text) {
  const rows = [[]];
  const cell = /("(?:[^"]|"")*"(?=[\t\r\n]|$)|[^\t\r\n]*)(\t|\r\n|\r|\n|$)/gy;
  for (;;) {
    const [, raw, end] = cell.exec(text);
    rows.at(-1).push(raw.startsWith('"') && raw.length > 1 ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end === "") break;
    if (end !== "\t") rows.push([]);
  }
  if (rows.length > 1 && rows.at(-1).length === 1 && rows.at(-1)[0] === "") rows.pop();
  return rows;
}

/** Return the name of the field that a heading makes. */
export const plainName = (text) => folded(text).trim().replaceAll(/[^\p{L}\p{N}]+/gu, "_");

/** Return the columns that the first row of a block names, null when it names none. */
export function namedColumns([first], columns) {
  const known = first.map((text) => columns.findIndex((each) => plainName(each.name) === plainName(text)));
  return first.length > 1 && known.every((each) => each >= 0) ? known : null;
}

/** Return the name of the field that a finding about a row speaks of, "" for none. */
export function fieldOf({ message }, row, columns) {
  const named = columns.find(({ name }) => message.startsWith(`${name} `) || message.includes(`"${name}"`));
  if (named) return named.name;
  const plain = (text) => String(text).replaceAll(/[*_]/g, "").replaceAll(/\s+/g, " ").trim();
  const quoted = /"(.+?)(?:\.\.\.)?"/.exec(message)?.[1];
  if (!quoted) return "";
  const words = plain(quoted);
  return columns.find(({ fixed }, index) => {
    const value = row.values[index];
    return !fixed && typeof value === "string" && (plain(value) === words || value.includes(`{${quoted}}`) || (words.includes(" ") && plain(value).includes(words)));
  })?.name ?? "";
}
