// The control of a field of a card: a text, a number, a choice, yes or no, a list of words.

import { h, option } from "./dom.js";
import { t } from "./words.js";

let lists = 0;

/** Return what somebody typed as a number where it is written as one, else as the text that it is. */
const asTyped = (text) => (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text);

/**
 * Return the control for a field with a value; `edited` is called with each new value, null for one that is written no
 * more. Of the element, `control` is what takes the focus and the label.
 */
export function fieldControl(field, value, { id, icons, edited }) {
  const about = { id, dataset: { field: field.name } };
  if (field.kind === "boolean") return yesOrNo(field, value, about, edited);
  if (field.kind === "list") return words(field, value, about, edited);
  if (field.one_of.length) return choice(field, value, about, edited);
  const isNumber = field.kind === "integer" || field.kind === "number";
  if (!isNumber && field.long && !field.names) return longText(value, about, icons, edited);
  const [known, options] = offered(field);
  const input = h("input", {
    ...about,
    type: "text", // a browser's number field hides what is no number, and says that it is empty
    inputmode: isNumber && "decimal",
    maxlength: field.kind === "text" && field.longest < 20000 ? field.longest : null,
    list: options ? known : null,
    autocomplete: "off",
    value: value ?? "",
    oninput: () => edited(isNumber ? (input.value === "" ? null : asTyped(input.value)) : input.value),
  });
  return whole(input, input, options);
}

function whole(control, ...parts) {
  const element = h("div", { class: "value-control" }, ...parts);
  element.control = control;
  return element;
}

/** Return the values that a field may have as a list for the browser to offer, and its id. */
function offered(field) {
  const known = field.one_of.length ? field.one_of : field.known;
  const id = `known-${(lists += 1)}`;
  if (!known.length || field.long) return [id, null];
  return [id, h("datalist", { id }, known.map((each) => option(String(each))))];
}

function choice(field, value, about, edited) {
  const all = field.one_of.map(String);
  const there = value === null || value === "" || all.includes(String(value)) ? all : [String(value), ...all];
  const select = h("select", { ...about, onchange: () => edited(select.value === "" ? null : field.one_of.find((each) => String(each) === select.value) ?? select.value) },
    (field.required && value !== null ? there : ["", ...there]).map((each) => option(each, each || t("unwritten"))),
  );
  select.value = value === null ? "" : String(value);
  return whole(select, select);
}

function yesOrNo(field, value, about, edited) {
  const input = h("input", {
    ...about,
    type: "checkbox",
    checked: typeof value === "boolean" ? value : field.shown === true,
    onchange: () => edited(input.checked),
  });
  return whole(input, input);
}

function longText(value, about, icons, edited) {
  const area = h("textarea", { ...about, rows: Math.min(9, Math.max(3, Math.ceil(String(value ?? "").length / 38))), value: value ?? "", oninput: () => edited(area.value) });
  if (!icons.length) return whole(area, area);
  const select = h(
    "select",
    {
      class: "value-icons",
      named: "insert_icon",
      onchange: () => {
        area.setRangeText(`{${select.value}}`, area.selectionStart, area.selectionEnd, "end");
        select.value = "";
        edited(area.value);
        area.focus();
      },
    },
    ["", ...icons].map((each) => option(each, each || t("insert_icon"))),
  );
  return whole(area, area, select);
}

/** A list of words: Enter or a comma adds one, Backspace in the empty field takes the last one out. */
function words(field, value, about, edited) {
  let items = Array.isArray(value) ? [...value] : value === null || value === "" ? [] : [value];
  const chips = h("span", { class: "value-words" });
  const [known, options] = offered(field);
  const input = h("input", { ...about, type: "text", list: options ? known : null, autocomplete: "off", placeholder: t("add_word") });
  const change = (to) => {
    items = to;
    show();
    edited(items);
  };
  const add = () => {
    const word = input.value.trim();
    input.value = "";
    if (word) change([...items, items.length && items.every((each) => typeof each === "number") ? asTyped(word) : word]);
  };
  function show() {
    chips.replaceChildren(
      ...items.map((each, number) => h("button", {
          type: "button",
          class: "value-word",
          "aria-label": t("take_out_word", { word: each }),
          text: `${each} ×`,
          onclick: () => {
            change(items.filter((_, other) => other !== number));
            input.focus();
          },
        }),
      ),
    );
  }
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && input.value === "" && items.length) change(items.slice(0, -1));
  });
  input.addEventListener("change", add);
  show();
  return whole(input, chips, input, options);
}
