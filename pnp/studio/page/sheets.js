// The sheets before they are printed: drawn from numbers, with their faces, turned as the paper turns.

import { faceAddress, post } from "./api.js";
import { fill, h, svg } from "./dom.js";
import { store } from "./store.js";
import { t } from "./words.js";

const AT_A_TIME = 8;

let clips = 0;

/** Return the address of a face on a sheet: the one that the rest of the page has, where that is the very same. */
function addressOf(face, game) {
  const [piece, side] = face.side.split(/\.(?=front$|back$)/);
  const same = store.game?.id === game && store.pieces.get(piece)?.[side] === face.face;
  return same ? faceAddress(game, face.side, { key: face.face, theme: store.theme }) : `api/print/faces/${face.face}.svg`;
}

function placed(face, game) {
  const [x, y, width, height] = face.box;
  const id = `clip-${(clips += 1)}`;
  const points = face.clip.map((each, number) => (number % 2 ? `${each} ` : `${each},`)).join("");
  const turn = face.rotation ? `rotate(${face.rotation} ${x + width / 2} ${y + height / 2})` : null;
  return svg("g", {},
    svg("clipPath", { id }, svg("polygon", { points, "shape-rendering": "crispEdges" })),
    svg("g", { "clip-path": `url(#${id})` },
      svg("image", { href: addressOf(face, game), x, y, width, height, transform: turn, preserveAspectRatio: "none" })));
}

function pageDrawing(page, game, label) {
  const moved = page.correction ? `matrix(${page.correction.join(" ")})` : null;
  return svg("svg", { viewBox: `0 0 ${page.width} ${page.height}`, role: "img", "aria-label": label },
    svg("rect", { width: page.width, height: page.height, fill: "#fff" }),
    svg("g", { transform: moved },
      page.faces.map((each) => placed(each, game)),
      page.lines.map((each) => svg("path", {
        d: each.path, fill: "none", stroke: each.ink, "stroke-width": each.width,
        "stroke-dasharray": each.dashes.length ? each.dashes.join(" ") : null,
        "stroke-linecap": each.square ? "square" : null,
      })),
      page.texts.map((each) => svg("text", {
        x: each.x, y: each.y, "font-size": each.size, fill: "#000", textLength: each.length, lengthAdjust: "spacingAndGlyphs",
        transform: each.rotation ? `rotate(${each.rotation} ${each.x} ${each.y})` : null,
      }, each.text))));
}

/** Return a sheet of paper; `turn` turns it over as it is turned in the printer. A click on it calls `enlarge`. */
function paper(sheet, item, enlarge = null) {
  const about = { number: sheet.number, count: sheet.count, title: item.title };
  const side = (page, name) => {
    const shown = { ...about, side: t(name), faces: t("pieces_counted", { count: page.faces.length }) };
    return h("div", { class: `side ${name}` }, pageDrawing(page, item.game, t("print_sheet_side", shown)));
  };
  const front = side(sheet.front, sheet.front.side);
  front.className = "side first";
  const back = sheet.back && side(sheet.back, "back");
  if (back) back.className = "side second";
  const turner = h("div", { class: `turner ${sheet.axis}`, style: { "aspect-ratio": `${sheet.front.width} / ${sheet.front.height}` } }, front, back);
  const button = back && h("button", { class: "turn", "aria-pressed": "false", onclick: () => turn(!turned) });
  let turned = false;
  const turn = (over) => {
    if (!back) return;
    turned = over;
    turner.classList.toggle("turned", over);
    button.setAttribute("aria-pressed", String(over));
    button.textContent = t(over ? "print_show_front" : "print_turn");
    button.setAttribute("aria-label", t(over ? "print_show_front_of" : "print_turn_of", about));
    front.setAttribute("aria-hidden", String(over));
    back.setAttribute("aria-hidden", String(!over));
  };
  turn(false);
  const shown = enlarge ? h("button", { class: "enlarge", "aria-label": t("print_enlarge", about), onclick: enlarge }, turner) : turner;
  const element = h("figure", { class: "sheet" }, shown, h("figcaption", {},
    h("span", { text: enlarge ? t("print_sheet", about) : `${item.title}: ${t("print_sheet", about)}` }), button));
  return { element, turn, two: Boolean(back), data: sheet, item, get turned() { return turned; } };
}

/** Return a dialog that shows one sheet as large as the window; `open(papers, number)` opens it. */
function enlargement() {
  const place = h("div", { class: "large" });
  const before = h("button", { text: "‹", named: "print_previous", onclick: () => show(number - 1) });
  const after = h("button", { text: "›", named: "print_next", onclick: () => show(number + 1) });
  const close = h("button", { text: "×", named: "close", onclick: () => element.close() });
  const element = h("dialog", { class: "enlarged", named: "print_sheets_title" }, h("div", { class: "tools" }, before, after, close), place);
  let [papers, number] = [[], 0];
  const show = (wanted) => {
    if (!papers[wanted]) return;
    number = wanted;
    const { data, item, turned } = papers[number];
    const one = paper(data, item);
    one.turn(turned);
    one.element.style.setProperty("--shape", data.front.width / data.front.height);
    before.disabled = number === 0;
    after.disabled = number === papers.length - 1;
    fill(place, one.element);
  };
  element.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") show(number - 1);
    if (event.key === "ArrowRight") show(number + 1);
  });
  element.addEventListener("click", (event) => event.target === element && element.close());
  return { element, open: (all, wanted) => {
    papers = all;
    show(wanted);
    element.showModal();
  } };
}

/** Return a strip of sheets; `show(choice, plan)` fills it. */
export function sheetStrip() {
  const large = enlargement();
  const list = h("div", { class: "sheets" });
  const all = h("button", { hidden: true, onclick: () => turnAll(!over), "aria-pressed": "false" });
  const more = h("button", { hidden: true, text: t("print_more_sheets"), onclick: () => next() });
  const element = h("section", { class: "strip", named: "print_sheets_title" },
    h("div", { class: "striphead" }, h("h3", { text: t("print_sheets_title") }), all), list, more, large.element);
  let [choice, plan, papers, over, round, busy] = [null, null, [], false, 0, false];

  const turnAll = (value) => {
    over = value;
    all.setAttribute("aria-pressed", String(over));
    all.textContent = t(over ? "print_show_fronts" : "print_turn_all");
    papers.forEach((each) => each.turn(over));
  };
  const next = async () => {
    if (busy || !plan) return;
    busy = true;
    const mine = round;
    try {
      const sheets = await post(`api/print/sheets/${papers.length}/${AT_A_TIME}`, choice);
      if (mine !== round) return;
      const several = new Set(plan.items.map((each) => each.game)).size > 1;
      for (const sheet of sheets) {
        const item = plan.items[sheet.item];
        if (papers.length === item.first) list.append(h("p", { class: "stock", text: `${several ? `${item.titled}, ` : ""}${item.title} (${item.paper}): ${item.advice}` }));
        const number = papers.length;
        const one = paper(sheet, item, () => large.open(papers, number));
        one.turn(over);
        papers.push(one);
        list.append(one.element);
      }
      all.hidden = !papers.some((each) => each.two);
      more.hidden = papers.length >= plan.sheets || !sheets.length;
    } catch {
      if (mine === round) more.hidden = false; // the button asks again
    } finally {
      if (mine === round) busy = false;
    }
  };
  const seen = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && !more.hidden && next());
  seen.observe(more);

  return {
    element,
    end: () => seen.disconnect(),
    show(newChoice, newPlan) {
      [choice, plan, papers, busy] = [newChoice, newPlan, [], false];
      round += 1;
      element.hidden = !plan?.sheets;
      more.hidden = true;
      all.hidden = true;
      fill(list);
      turnAll(over);
      if (plan?.sheets) next();
    },
  };
}
