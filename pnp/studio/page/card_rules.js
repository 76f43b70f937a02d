// The tab of a card that lists the sentences of the rules that speak of it.

import { get } from "./api.js";
import { bad, fill, h, quiet } from "./dom.js";
import { gameApi, go, store } from "./store.js";
import { t } from "./words.js";

const SHOWN = 12;

/** Go to a sentence of the rules of the game in view. */
function goToSentence(id) {
  store.sentence = id;
  go({ view: "rules", piece: matchMedia("(max-width: 700px)").matches ? "" : store.place.piece });
  dispatchEvent(new Event("sentence"));
}

export function cardRules(place, piece) {
  let ended = false;
  fill(place, quiet("p", t("looking")));
  const show = (all, most) => {
    const shown = all.slice(0, most);
    fill(place,
      !all.length && quiet("p", t("no_sentences")),
      h("ul", { class: "sentences" },
        shown.map((each) => h("li", {}, quiet("p", `${each.at} · ${t(`speaks_${each.how}`)}`), each.in_rules ? h("button", { class: "plain", text: each.text, onclick: () => goToSentence(each.id) }) : h("p", { text: each.text }))),
      ),
      shown.length < all.length && h("button", { text: t("show_all", { count: all.length }), onclick: () => show(all, all.length) }),
    );
  };
  get(gameApi(`rules/about/${encodeURI(`${piece.component}/${piece.id}`)}`)).then(
    (all) => ended || show(all, SHOWN),
    (refused) => ended || fill(place, bad("p", refused.message)),
  );
  return () => {
    ended = true;
  };
}
