// The search above the table, with what the word that is being written can become.

import { fill, h, quiet } from "./dom.js";
import { t } from "./words.js";

/** In ms: what was written is searched for when nothing more was written for so long. */
const SOON = 120;

/**
 * Return { element, text(), set(text), focus() }: `asked(text)` is called when somebody has written, `offered(word)` returns
 * the suggestions for the word before the cursor: [{ text, shown, count }].
 */
export function searchBox({ asked, offered }) {
  const list = h("ul", { class: "suggestions", role: "listbox", id: "suggestions", named: "suggestions", hidden: true });
  const input = h("input", {
    type: "search",
    role: "combobox",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    placeholder: t("search_hint"),
    named: "search",
    "aria-autocomplete": "list",
    "aria-controls": "suggestions",
    "aria-expanded": "false",
    "aria-keyshortcuts": "/",
  });
  let found = [];
  let active = -1;
  const word = () => /(?:-?[^\s"]*(?:"[^"]*"?)?[^\s"]*)$/u.exec(input.value.slice(0, input.selectionStart))[0];
  let known = "";
  let timer = 0;
  const tell = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      known = input.value.trim();
      asked(known);
    }, SOON);
  };

  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const show = () => {
    found = offered(word());
    if (!found.length) return close();
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    fill(list,
      found.map((each, index) => h(
          "li",
          { role: "option", id: `suggestion-${index}`, "aria-selected": "false", onpointerdown: (event) => {
            event.preventDefault();
            take(index);
          } },
          h("span", { text: each.shown }),
          each.count === null ? null : quiet("span", String(each.count)),
        ),
      ),
    );
    choose(-1);
  };
  const choose = (index) => {
    active = index;
    [...list.children].forEach((each, at) => each.setAttribute("aria-selected", String(at === index)));
    if (index < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `suggestion-${index}`);
  };
  const take = (index) => {
    const end = input.selectionStart;
    const start = end - word().length;
    const text = found[index].text;
    input.value = input.value.slice(0, start) + text + input.value.slice(end);
    input.setSelectionRange(start + text.length, start + text.length);
    show();
    tell();
  };
  input.addEventListener("input", () => {
    show();
    tell();
  });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && list.hidden) show();
    else if (event.key === "ArrowDown") choose((active + 1) % found.length);
    else if (event.key === "ArrowUp" && !list.hidden) choose((active + found.length) % (found.length + 1) - (active === -1 ? 1 : 0));
    else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && active >= 0) take(active);
    else if (event.key === "Enter") close();
    else if (event.key === "Escape" && !list.hidden) close();
    else if (event.key === "Escape" && input.value) {
      input.value = "";
      tell();
    } else return;
    event.preventDefault();
  });
  return {
    element: h("div", { class: "search", role: "search" }, input, list),
    text: () => input.value.trim(),
    set(text) {
      if (text === known) return; // somebody may be writing
      clearTimeout(timer);
      known = input.value = text;
    },
    focus() {
      input.focus();
      input.select();
    },
  };
}
