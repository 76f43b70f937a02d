// The typeset pages of the rulebook beside its sentences; the page of a sentence is scrolled to, and the sentence marked.

import { get, reason } from "./api.js";
import { bad, fill, h } from "./dom.js";
import { gameApi, store } from "./store.js";
import { t } from "./words.js";

/** Return { element, read(), show(id) }; `open(id)` is called for a sentence that somebody clicks on its page. */
export function rulePages(open) {
  const element = h("div", { class: "pages" });
  let known = null;
  let asked = 0;
  let shown = "";

  const address = () => gameApi("rules/pages");

  const sheet = ([width, height], number) => {
    const page = h("figure", { class: "page", style: { "aspect-ratio": `${width} / ${height}` } },
      h("img", { alt: t("page_of", { number: number + 1, count: known.sizes.length }), src: `${address()}/${number}.png?key=${known.key}`, loading: "lazy" }));
    page.addEventListener("click", (event) => {
      const box = page.getBoundingClientRect();
      const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
      const hit = ([left, top, wide, high]) => x >= left && x <= left + wide && y >= top && y <= top + high;
      const said = Object.entries(known.places).find(([, place]) => place.page === number && place.boxes.some(hit));
      if (said) open(said[0]);
    });
    return page;
  };

  function mark() {
    for (const each of element.querySelectorAll(".marked-words")) each.remove();
    const place = known?.places[shown];
    const page = place && element.children[place.page];
    if (!page) return;
    const percent = (part) => `${100 * part}%`;
    page.append(...place.boxes.map(([left, top, width, height]) => h("span", { class: "marked-words", style: { left: percent(left), top: percent(top), width: percent(width), height: percent(height) } })));
    const room = element.getBoundingClientRect();
    const { top, bottom } = page.lastElementChild.getBoundingClientRect();
    if (top < room.top || bottom > room.bottom) element.scrollTop += top - room.top - room.height / 3;
  }

  return {
    element,
    /** Ask for the pages as they are now; those of before stay until then. */
    async read() {
      const mine = (asked += 1);
      if (!element.childElementCount) fill(element, h("p", { class: "quiet", role: "status", text: t("typesetting") }));
      try {
        const now = await get(address());
        if (mine !== asked || now.key === known?.key) return;
        known = now;
        fill(element, known.sizes.map(sheet));
        mark();
      } catch (refused) {
        if (mine !== asked) return;
        known = null;
        fill(element, bad("p", reason(refused)));
      }
    },
    show(id) {
      if (id === shown && element.querySelector(".marked-words")) return;
      shown = id;
      mark();
    },
  };
}
