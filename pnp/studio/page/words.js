// The words of the page in its language; words/<language>.json has them by key.

let words = {};

/** Read the words. Keys that a language lacks are in English. */
export async function loadWords(language = "en") {
  const read = async (name) => (await fetch(new URL(`words/${name}.json`, import.meta.url))).json();
  words = { ...(await read("en")), ...(language === "en" ? {} : await read(language)) };
}

/** Return the name of a field as people read it: "game_icon" is Game icon, and what cannot be spoken, such as vp, is VP. */
export const asLabel = (name) => name.replaceAll("_", " ").replaceAll(".", " · ").replace(/(?<!\p{L})(?![mnv][rs])[b-df-hj-np-tvwxz]{2,3}(?!\p{L})|^./giu, (word) => word.toUpperCase());

/** Return the words of a key with {names} filled in; with a `count`, the key's "_one" form where there is one. */
export function t(key, given = {}) {
  const chosen = given.count === 1 && `${key}_one` in words ? `${key}_one` : key;
  return (words[chosen] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name) => given[name] ?? whole);
}
