// Elements of the page. Texts of users go in as text and attributes, never as HTML.

import { t } from "./words.js";

/**
 * Return a new element. Of `props`, functions named on… listen, `class`, `text`, `dataset` and `style` (an object) do
 * what they say, `named` is the key of its aria-label, false and null are left out, and whatever else is an attribute.
 * Children are nodes or texts.
 */
export function h(tag, props = {}, ...children) {
  return made(document.createElement(tag), props, children);
}

/** Return a new element of a drawing; it takes what `h` takes. */
export function svg(tag, props = {}, ...children) {
  return made(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
}

function made(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if ((value ?? false) === false) continue;
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "class") element.setAttribute("class", value);
    else if (name === "text") element.textContent = value;
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else if (name === "named") element.setAttribute("aria-label", t(value));
    else if (name === "value") element.value = value;
    else if (name === "checked") element.checked = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...shown(children));
  return element;
}

const shown = (children) => children.flat(Infinity).filter((each) => each !== false && (each ?? null) !== null);

/** Whether a key is pressed alone, and whether it writes something. */
export const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.altKey);
export const isTyping = (event) => event.target.closest?.("input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable], dialog");

/** Return a button with the words of a key. */
export const button = (key, onclick, more) => h("button", { text: t(key), onclick, ...more });

/** Return an element with a text of lesser weight. */
export const quiet = (tag, text) => h(tag, { class: "quiet", text });

/** Return an element that says what is wrong. */
export const bad = (tag, text) => h(tag, { class: "bad", text });

/** Return a choice of a list. */
export const option = (value, text) => h("option", { value, text });

/** Put these children in the place of those that an element has. */
export function fill(element, ...children) {
  element.replaceChildren(...shown(children));
  return element;
}

/** Open a dialog and return it; `ended` is called when it is closed, and it is gone. */
export function opened(props, children, ended = () => {}) {
  const dialog = h("dialog", { ...props, onclose: () => {
    dialog.remove();
    ended();
  } }, children);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Return what tells a text in an element, as something `bad` or not. */
export const teller = (element) => (text, bad = false) => {
  element.textContent = element.title = text;
  element.classList.toggle("bad", bad);
};

/** Return what stands where there is nothing: a sign, ✓ for all is well, what it means, and what to do. */
export const emptyState = (sign, title, hint, ...more) => h("div", { class: "empty", role: "status" }, h("span", { class: sign === "✓" ? "mark good" : "mark", "aria-hidden": "true", text: sign }), h("h2", { text: title }), h("p", { class: "quiet", text: hint }), more);

/** Return a function that calls `work` once when it was not called again for so many ms. */
export function quietly(work, wait = 150) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), wait);
  };
}

let note;
/** Resolves when the first face is there, or soon: what is not seen at once makes way for it. */
export const firstFace = new Promise((resolve) => (note = resolve));
export const noteFace = note;
setTimeout(note, 3000);
