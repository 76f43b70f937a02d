// Searching pieces: words, "words in a row", -without, field:value, field=value, cost:>3.

const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/** Return a text as it is compared: without capitals and accents. */
export const folded = (text) =>
  String(text)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter]);

const FIELD = String.raw`([\p{L}_][\p{L}\p{N}_.\-]*)(:?(?:>=|<=|[<>=])|:)`;
const ONE = String.raw`(?:"[^"]*"?|[^\s",]+)`;
const TERM = new RegExp(String.raw`(-?)(?:${FIELD}(${ONE}(?:,${ONE})*)?|"([^"]*)"?|([^\s"]+))`, "gu");

/** Return the values of a term: a, b c and d of a,"b c",d. */
const listed = (text) => [...(text ?? "").matchAll(/"([^"]*)"?|([^\s",]+)/g)].map((each) => each[1] ?? each[2]);

/**
 * Return the terms of a search: { text, not, field, how, values }. A term without a field has its words as its only
 * value; one whose value is still to be written has none, and lets everything through.
 */
export function parsed(query) {
  return [...query.matchAll(TERM)]
    .map(([text, not, field, how, values, quoted, word]) => ({
      text,
      not: not === "-",
      field: field ? folded(field) : "",
      how: how ? how.replace(/^:(?=.)/, "") : ":",
      values: field ? listed(values) : [quoted ?? word],
    }))
    .filter((term) => term.text !== "-" && !(term.field === "" && term.values[0] === ""));
}

/** Return a value as a search has it: in quotes where it must be. */
export const quoted = (value) => (/^[^\s",]+$/u.test(value) ? value : `"${String(value).replaceAll('"', "")}"`);

/** Return the search with a field's value asked for, or not any more. */
export function toggled(query, field, value) {
  const terms = parsed(query);
  const isOf = (term) => !term.not && term.how === "=" && term.field === folded(field);
  const before = terms.filter(isOf).flatMap((term) => term.values);
  const after = before.includes(value) ? before.filter((each) => each !== value) : [...before, value];
  const others = terms.filter((term) => !isOf(term)).map((term) => term.text);
  return [...others, ...(after.length ? [`${field}=${after.map(quoted).join(",")}`] : [])].join(" ");
}

/** Return the values that a search asks of a field with "=". */
export const chosen = (terms, field) =>
  terms.filter((term) => !term.not && term.how === "=" && term.field === folded(field)).flatMap((term) => term.values);

function* scalars(value, path) {
  if ((value ?? "") === "") return;
  if (Array.isArray(value)) for (const each of value) yield* scalars(each, path);
  else if (typeof value === "object")
    for (const [key, each] of Object.entries(value))
      for (const [inner, one] of scalars(each, `${path}.${key}`)) {
        yield [inner, one];
        yield [path, one];
      }
  else yield [path, value];
}

const foldedNames = new Map();
const foldedName = (name) => foldedNames.get(name) ?? foldedNames.set(name, folded(name)).get(name);

function valuesOf(all) {
  const values = new Map();
  for (const [name, value] of Object.entries(all))
    for (const [path, one] of value !== null && typeof value === "object" ? scalars(value, name) : value || value === 0 || value === false ? [[name, value]] : []) {
      const key = foldedName(path);
      if (values.has(key)) values.get(key).push(one);
      else values.set(key, [one]);
    }
  return values;
}

/**
 * Return a piece as it is searched: { key, piece, component, deep, values, lines }. `values` has what its fields hold, by
 * the field's folded name, more where it is `deep`; `lines` are all its texts, folded: both worked out when asked for.
 */
export function searched(piece, component, more = {}) {
  const fields = { ...piece.fields, ...more, id: piece.id, name: piece.name, component: [component.title, component.id] };
  let [values, lines] = [null, null];
  return {
    key: `${piece.component}/${piece.id}`,
    piece,
    component,
    deep: Object.values(more).some((each) => each?.length) || Object.values(piece.fields).some((each) => each && typeof each === "object"),
    get values() {
      return (values ??= valuesOf({ ...fields, copies: piece.copies, file: piece.file }));
    },
    get lines() {
      return (lines ??= folded([...scalars(fields, "")].map(([, one]) => one).join("\n")));
    },
  };
}

const number = (value) => (typeof value === "boolean" || value === "" ? NaN : Number(value));

const COMPARE = {
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
  ">=": (a, b) => a >= b,
  "<=": (a, b) => a <= b,
};

function holds(value, how, wanted) {
  if (how in COMPARE) return COMPARE[how](number(value), number(wanted));
  if (wanted === "*") return true;
  const [one, other] = [folded(value), folded(wanted)];
  return how === "=" || typeof value !== "string" ? one === other : one.includes(other);
}

function fits(entry, term) {
  if (!term.values.length) return true;
  const found = term.field
    ? (entry.values.get(term.field) ?? []).some((value) => term.values.some((wanted) => holds(value, term.how, wanted)))
    : entry.lines.includes(folded(term.values[0]));
  return found !== term.not;
}

/** Return those of the searched pieces that all terms fit. */
export const matching = (entries, terms) => entries.filter((entry) => terms.every((term) => fits(entry, term)));

/** Return the names of all fields as they are written, the piece's own first. */
export function fieldNames(entries) {
  const own = new Map();
  const add = (name) => own.has(foldedName(name)) || own.set(foldedName(name), name);
  for (const { piece } of entries) for (const name of Object.keys(piece.fields)) add(name);
  entries.forEach((each, index) => (index && !each.deep) || [...each.values.keys()].forEach(add));
  return [...own.values()];
}

/** Return the fields that a search names and no piece has. */
export function unknownFields(entries, terms) {
  const asked = new Set(terms.map((term) => term.field).filter(Boolean));
  for (const { values } of entries) {
    for (const name of asked) if (values.has(name)) asked.delete(name);
    if (!asked.size) break;
  }
  return [...asked];
}

const MOST_VALUES = 24;
const LONGEST_VALUE = 40;

/** Return the values of a field with how many of the pieces have each. */
export function counted(entries, field) {
  const counts = new Map();
  for (const { values, component } of entries)
    for (const value of new Set(field === "component" ? [component.title] : (values.get(folded(field)) ?? []))) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  return counts;
}

/** Say whether a field has fields of its own: those are offered, as group.field. */
const isGroup = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Return the fields worth choosing from: those with a few short values that several pieces share. */
export function facets(entries, names) {
  return names.filter((name) => {
    if (["id", "name", "component", "file"].includes(name) || entries.some(({ piece }) => isGroup(piece.fields[name]))) return false;
    const counts = counted(entries, name);
    return (
      counts.size > 1 &&
      counts.size <= MOST_VALUES &&
      2 * counts.size <= [...counts.values()].reduce((sum, count) => sum + count, 0) &&
      [...counts.keys()].every((value) => value.length <= LONGEST_VALUE)
    );
  });
}

/** Return what the word before the cursor can become: [{ text, shown, count }], where `text` takes its place. */
export function suggestions(entries, names, word) {
  const [, sign, rest] = /^(-?)(.*)$/su.exec(word);
  const [, field, how, value] = new RegExp(`^${FIELD}(.*)$`, "su").exec(rest) ?? [];
  if (!field) {
    if (!rest) return [];
    return names
      .filter((name) => folded(name).startsWith(folded(rest)))
      .slice(0, 8)
      .map((name) => ({ text: `${sign}${name}:`, shown: `${sign}${name}:`, count: null }));
  }
  const begun = value.slice(value.lastIndexOf(",") + 1).replaceAll('"', "");
  const before = value.slice(0, value.lastIndexOf(",") + 1);
  return [...counted(entries, field)]
    .filter(([one]) => one.length <= LONGEST_VALUE && folded(one).includes(folded(begun)))
    .sort(([a, m], [b, n]) => n - m || byNature(a, b))
    .slice(0, 8)
    .map(([one, count]) => ({ text: `${sign}${field}${how}${before}${quoted(one)} `, shown: one, count }));
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Compare two values as people order them: 2 before 10, capitals and accents beside their letters. */
export function byNature(one, other) {
  const difference = number(one) - number(other);
  return Number.isNaN(difference) ? collator.compare(String(one), String(other)) : difference;
}

const first = (entry, field) => entry.values.get(folded(field))?.[0];

/** Return the pieces in the order of a field, "-field" downwards; those that lack it come last. */
export function sorted(entries, order) {
  if (!order) return entries;
  const [field, sign] = order.startsWith("-") ? [order.slice(1), -1] : [order, 1];
  const has = entries.filter((entry) => first(entry, field) !== undefined);
  const lacks = entries.filter((entry) => first(entry, field) === undefined);
  return [...has.sort((one, other) => sign * byNature(first(one, field), first(other, field))), ...lacks];
}

/** Return groups of [title, pieces] by a field; "component" keeps the game's order, "none" is one group. */
export function grouped(entries, field, without) {
  const titleOf = ({ component, values }) => (field === "none" ? "" : field === "component" ? component.title : (values.get(folded(field)) ?? [without]).join(", "));
  const groups = Map.groupBy(entries, (entry) => (field === "component" ? entry.component.id : titleOf(entry)));
  const found = [...groups.values()].map((some) => ({ title: titleOf(some[0]), entries: some }));
  return field === "component" || field === "none" ? found : found.sort((one, other) => (one.title === without) - (other.title === without) || byNature(one.title, other.title));
}
