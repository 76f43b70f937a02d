// The Design view: the objects of the drawing that cards are made of, moved on the card itself; all cards redraw.

import { get, post, reason, upload } from "./api.js";
import { art } from "./art.js";
import { askForFiles } from "./art_drop.js";
import { button, fill, h, opened, option, quietly, svg, teller } from "./dom.js";
import { inspector } from "./design_inspector.js";
import { around, boxOf, build, calledOf, contrastIn, frameIn, isGuide, isHidden, isLocked, layers, onGrid, round, snapped, styleOf, styleText, surroundings, things, transformed } from "./drawing.js";
import { faceElement } from "./face.js";
import { wantFaces } from "./face_queue.js";
import { editorButton } from "./finding_item.js";
import { componentChoice } from "./segments.js";
import { gameApi, noteFace, on, store } from "./store.js";
import { asLabel, t } from "./words.js";
import { onZoom } from "./zoom.js";

const HANDLES = [[0, 0], [0.5, 0], [1, 0], [1, 0.5], [1, 1], [0.5, 1], [0, 1], [0, 0.5]];
const REACH = 7;
const LEAST = 0.8;
/** To the mm: so sharp a face is looked at. */
const DOTS = 4;

export function design(place) {
  const parts = componentChoice();
  const sides = h("div", { class: "segments", role: "group", named: "sides" });
  const grid = h("select", {}, [0, 1, 2, 5].map((step) => option(step, step ? `${step} mm` : t("design_no_grid"))));
  const cardName = h("span", { class: "quiet" });
  const said = h("p", { class: "data-said", role: "status", "aria-live": "polite" });
  const tell = teller(said);
  const holder = svg("g");
  const marks = svg("g", { class: "design-marks" });
  const canvas = svg("svg", { class: "design-canvas", "aria-hidden": "true" }, holder, marks);
  const face = h("div", { class: "design-face" });
  const stage = h("div", { class: "design-stage", tabindex: "0", role: "application", named: "design_stage" }, h("div", { class: "design-sheet" }, face, canvas));
  const strip = h("div", { class: "design-strip", role: "group", named: "design_all", tabindex: "0" });
  const adding = h("div", { class: "segments", role: "group", named: "design_add", hidden: true }, ["text", "word", "box", "ellipse", "art", "icon"].map((kind) => button(`design_add_${kind}`, () => (kind === "icon" ? pick((name) => add(kind, name)) : add(kind)))));
  const side = h("aside", { class: "design-side", named: "design_objects" });
  const none = h("div", { class: "empty", hidden: true });
  const room = h("div", { class: "design-room" }, none, h("div", { class: "design-middle" }, stage, strip), side);
  fill(place, h("div", { class: "design" },
    h("div", { class: "data-tools" }, parts.element, sides,
      h("div", { class: "line" },
        h("button", { text: "‹", named: "previous", onclick: () => step(-1) }), h("button", { text: "›", named: "next", onclick: () => step(1) }), button("design_worst", () => worst(), { title: t("keys_worst") })),
      h("label", { text: t("design_grid") }, grid), adding, cardName, said),
    room));

  let about = null;
  let component = null;
  let objects = [];
  let chosen = [];
  /** @type {Set<string> | null} The names of what was there, until what is added is shown: that is chosen then. */
  let known = null;
  let perMm = 1;
  let zoom = 1;
  let piece = null;
  let wantedSide = "front";
  let ended = false;
  let asked = 0;
  let shownFace = null;
  let stripFaces = [];
  let stripOf = "";

  const address = () => gameApi(`design/${encodeURIComponent(component.id)}`);
  const query = () => new URLSearchParams({ side: wantedSide, piece: piece?.id ?? "", ...(store.theme ? { theme: store.theme } : {}) });
  const pieces = () => [...store.pieces.values()].filter((each) => each.component === component?.id);
  const panel = inspector(side, { save, choose: (numbers) => choose(numbers), box: (each) => boxOf(each, canvas), move: moveBy, resize: (each, to) => reshape(each, boxOf(each, canvas), to), turn, order, remove, duplicate, pick, addFont, style, contrast, crop, valuesOf });

  /** Return the values that a field has on the cards. */
  function valuesOf(field) {
    return [...new Set(pieces().map((each) => each.fields[field]))].filter((each) => each && typeof each !== "object").slice(0, 99);
  }

  // What is there.

  async function read() {
    component = parts.read();
    if (!component) return nothing(t("no_pieces", { title: store.game?.title ?? "" }));
    const all = pieces();
    if (!piece || piece.component !== component.id || !store.pieces.has(`${component.id}/${piece.id}`)) piece = all[0] ?? null;
    fill(sides, ["front", "back"].map((name) => button(name, () => {
      wantedSide = name;
      chosen = [];
      read();
    }, { "aria-pressed": String(name === wantedSide) })));
    const mine = (asked += 1);
    try {
      const told = await get(`${address()}?${query()}`);
      if (!ended && mine === asked) show(told);
    } catch (refused) {
      if (!ended && mine === asked) nothing(reason(refused));
    }
  }

  function nothing(...children) {
    none.hidden = false;
    room.classList.add("without");
    fill(none, children);
  }

  function show(told) {
    about = told;
    adding.hidden = !told.drawing;
    if (!told.drawing) {
      cardName.textContent = piece?.name ?? "";
      const start = button("design_export", async () => {
        start.disabled = true;
        start.disabled = await attempt(async () => {
          const made = await post(`${address()}/export?${query()}`);
          tell(made.told[0] ?? t("saved", made));
          await read();
        });
      }, { class: "primary" });
      const look = piece && faceElement(piece, wantedSide, Math.min(300 / component.width, (room.clientHeight - 260) / component.height));
      const designs = h("select", { onchange: async () => {
        await style("design", component.id, designs.value);
        await read();
      } }, told.designs.map((each) => h("option", { value: each, selected: each === told.design, text: t(`design_${each}`) })));
      return nothing(look, h("h2", { text: t("design_by_template") }), told.designs.length > 0 && h("label", { class: "line" }, t("view_design"), designs), h("p", { text: t("design_export_lead", { template: told.design ? t(`design_${told.design}`) : t("a_template") }) }), start, !told.design && editorButton(`templates/${told.template}`, 1));
    }
    none.hidden = true;
    room.classList.remove("without");
    const kept = chosen.map((number) => objects[number]?.id);
    const tags = (all) => all.map((each) => each.tag).join();
    const isSame = tags(objects) === tags(told.drawing);
    fill(holder);
    objects = told.drawing;
    const { bleed, width, height } = component;
    canvas.setAttribute("viewBox", `${-bleed} ${-bleed} ${width + 2 * bleed} ${height + 2 * bleed}`);
    const inner = svg("g", { transform: `matrix(${told.matrix.join(" ")})` });
    holder.append(inner);
    build(inner, objects);
    for (const each of objects) if (each.node) each.node.dataset.object = each.number;
    if (!isSame) chosen = kept.map((id) => objects.find((each) => id && each.id === id)?.number).filter((each) => each !== undefined);
    const fresh = known && objects.find((each) => each.id && !known.has(each.id));
    if (fresh) [known, chosen] = [null, [fresh.number]];
    showFace();
    showStrip();
    resize();
  }

  function showFace() {
    if (!piece) return;
    const now = store.pieces.get(`${component.id}/${piece.id}`) ?? piece;
    const of = JSON.stringify([store.game.id, store.theme, component, piece.id, wantedSide]);
    if (shownFace?.of === of) shownFace.refresh(); // it stays until the new one is there
    else {
      fill(face, (shownFace = Object.assign(faceElement(now, wantedSide, perMm, { bleed: true }), { of })));
      shownFace.querySelector("img").addEventListener("load", () => drag || !objects[chosen[0]] || mark());
    }
    cardName.textContent = now.name;
  }

  function showStrip() {
    const all = pieces().slice(0, 400);
    const of = JSON.stringify([store.game.id, store.theme, component, wantedSide, all.map(({ id, name }) => [id, name])]);
    if (of === stripOf) return stripFaces.forEach(({ box }) => box.renew());
    stripOf = of;
    const scale = Math.min(74 / component.height, 90 / component.width);
    stripFaces = all.map((each) => {
      const box = faceElement(each, wantedSide, scale, { lazy: true });
      box.classList.toggle("chosen", each.id === piece?.id);
      const open = h("button", { class: "plain", "aria-label": each.name, "aria-pressed": String(each.id === piece?.id), onclick: () => look(each) }, box);
      box.setAttribute("aria-hidden", "true");
      return { box, open };
    });
    fill(strip, stripFaces.map((each) => each.open));
    fetchFaces();
  }

  const fetchFaces = () => {
    const [left, right] = [strip.scrollLeft - 300, strip.scrollLeft + strip.clientWidth + 600];
    wantFaces(stripFaces.filter(({ open }) => open.offsetLeft < right && open.offsetLeft + open.offsetWidth > left).map(({ box }) => box));
  };
  strip.addEventListener("scroll", quietly(fetchFaces, 60), { passive: true });

  function look(next) {
    piece = next;
    if (!about?.drawing) return show(about);
    showFace();
    shownFace.resize(perMm);
    pieces().slice(0, 400).forEach((each, index) => stripFaces[index]?.open.setAttribute("aria-pressed", String(each.id === piece.id)));
    strip.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function step(by) {
    const all = pieces();
    const next = all[(all.findIndex((each) => each.id === piece?.id) + by + all.length) % all.length];
    if (next) look(next);
  }

  /** Show the card whose texts are the longest. */
  function worst() {
    const length = (each) => JSON.stringify(each.fields).length;
    const [found] = pieces().sort((one, other) => length(other) - length(one));
    if (found) look(found);
  }

  function resize() {
    if (!component || !about?.drawing) return;
    const { bleed, width, height } = component;
    perMm = zoom * Math.max(1, Math.min((stage.clientWidth - 48) / (width + 2 * bleed), (stage.clientHeight - 48) / (height + 2 * bleed)));
    canvas.style.width = `${(width + 2 * bleed) * perMm}px`;
    canvas.style.height = `${(height + 2 * bleed) * perMm}px`;
    face.style.left = face.style.top = `${bleed * perMm}px`;
    shownFace?.resize(perMm);
    mark();
  }

  function enlarge(by) {
    zoom = Math.min(8, Math.max(0.5, zoom * by));
    resize();
  }
  onZoom(stage, enlarge);

  /** Do what may be refused; return whether it was done. */
  async function attempt(work) {
    try {
      await work();
      return true;
    } catch (refused) {
      tell(reason(refused), true);
      return false;
    }
  }

  // What is chosen.

  function choose(numbers) {
    chosen = numbers;
    mark();
  }

  /** Return what the card shows in a box of mm, as it is dragged. */
  function patch({ x, y, width, height }) {
    const { bleed, width: wide, height: high } = component;
    const { a, b, c, d, e, f } = drag.over;
    const [right, low] = [wide + bleed - x - width, high + bleed - y - height];
    return svg("image", { href: shownFace.querySelector("img").src, x: -bleed, y: -bleed, width: wide + 2 * bleed, height: high + 2 * bleed, transform: `matrix(${[a, b, c, d, e, f].join(" ")})`, style: { "clip-path": `inset(${[y + bleed, right, low, x + bleed].join("px ")}px)` } });
  }

  function mark(lines = []) {
    const thin = 1 / perMm;
    fill(marks, !component.outline.length && svg("rect", { class: "cut", width: component.width, height: component.height, rx: component.corner }),
      drag?.over && drag.boxes.map((each) => patch(each)),
      lines.map(([axis, at]) => svg("path", { class: "snap", d: axis ? `M-9 ${at}h${component.width + 18}` : `M${at}-9v${component.height + 18}` })),
      chosen.map((number) => objects[number]).filter((each) => each?.node).map((each) => {
        const box = boxOf(each, canvas);
        const outline = ["", "chosen"].map((look) => svg("polygon", { class: look, points: box.corners.flat().join(" ") }));
        if (chosen.length > 1 || isLocked(objects, each)) return outline;
        const [top, right, , low] = box.corners;
        const middle = [(top[0] + right[0]) / 2, (top[1] + right[1]) / 2];
        const up = [top[0] - low[0], top[1] - low[1]];
        const long = Math.hypot(...up) || 1;
        const knob = [middle[0] + (up[0] / long) * 22 * thin, middle[1] + (up[1] / long) * 22 * thin];
        return [outline,
          svg("line", { class: "arm", x1: middle[0], y1: middle[1], x2: knob[0], y2: knob[1] }),
          svg("circle", { class: "knob", cx: knob[0], cy: knob[1], r: 6 * thin, dataset: { handle: "turn" } }),
          HANDLES.map(([u, v], index) => {
            const at = top.map((start, axis) => start + u * (right[axis] - start) + v * (low[axis] - start));
            return svg("rect", { class: "handle", x: at[0] - 5 * thin, y: at[1] - 5 * thin, width: 10 * thin, height: 10 * thin, dataset: { handle: index } });
          })];
      }));
    if (!drag?.over) panel.show({ about, objects, chosen, component });
  }

  // Saving: each gesture is a step.

  let saving = Promise.resolve();
  function save(body, what) {
    tell(t("data_saving"));
    saving = saving.then(async () => {
      const before = asked;
      try {
        const told = await post(`${address()}?${query()}`, { ...body, what, state: about.state });
        if (ended) return;
        if (told.face) noteFace(told.face, told.face.side);
        if (asked === before) {
          asked += 1; // what is still on its way is older
          show({ ...about, ...told });
        } else await read(); // another side was asked for meanwhile, or what was saved
        tell(t("saved", told));
      } catch (refused) {
        if (ended) return;
        known = null;
        tell(reason(refused), true);
        await read();
      }
    });
    return saving;
  }

  const nameOf = (numbers) => (numbers.length === 1 ? calledOf(objects[numbers[0]]) : t("design_several", { count: numbers.length }));

  /** Lay a matrix of mm over objects, and save it. */
  function transform(numbers, over, what = nameOf(numbers)) {
    const changes = {};
    for (const number of numbers) {
      const each = objects[number];
      changes[number] = { attributes: transformed(each, over, surroundings(each, canvas)) };
    }
    return save({ changes }, what);
  }

  /** Move what is chosen by mm, or each object by its own of several ways. */
  function moveBy(x, y, ways = null) {
    const changes = {};
    chosen.forEach((number, index) => {
      const each = objects[number];
      const [across, down] = ways?.[index] ?? [x, y];
      if (!isLocked(objects, each) && (across || down)) changes[number] = { attributes: transformed(each, new DOMMatrix([1, 0, 0, 1, across, down]), surroundings(each, canvas)) };
    });
    if (Object.keys(changes).length) save({ changes }, nameOf(chosen));
  }

  function turn(each, degrees) {
    const box = boxOf(each, canvas);
    const [x, y] = [box.corners[0][0] + box.corners[2][0], box.corners[0][1] + box.corners[2][1]].map((sum) => sum / 2);
    transform([each.number], new DOMMatrix().translate(x, y).rotate(degrees).translate(-x, -y));
  }

  /** Give an object another box in mm; of words in a frame, the frame alone. */
  function reshape(each, before, to) {
    const frame = frameIn(objects, each);
    const what = frame ? frame : each;
    const was = frame ? boxOf(frame, canvas) : before;
    const [across, down] = [to.width / Math.max(was.width, 1e-6), to.height / Math.max(was.height, 1e-6)];
    if (what.tag === "text") return sizeText(what, Math.max(across, down));
    transform([what.number], new DOMMatrix([across, 0, 0, down, to.x - was.x * across, to.y - was.y * down]), nameOf([each.number]));
  }

  /** Give a colour of the palette or a font of the game another value, or its cards another design. */
  function style(kind, name, value) {
    return attempt(async () => tell(t("saved", await post(gameApi("style"), { kind, name, value }))));
  }

  /** Have a font chosen that all games may use from now on. */
  function addFont() {
    askForFiles(([file]) => attempt(async () => {
      const made = await upload(`upload/font/${encodeURIComponent(store.game.id)}?${new URLSearchParams({ name: file.name })}`, file);
      await read();
      tell(t("saved", made));
    }), { accept: ".ttf,.otf" });
  }

  /** Return the contrast of a colour with what is around it in a box of mm on the card in view, null while that loads. */
  function contrast({ x, y, width, height }, colour) {
    const image = shownFace?.querySelector("img");
    if (!image?.naturalWidth || !colour.startsWith("#")) return null;
    const { bleed, width: wide, height: high } = component;
    const size = [wide + 2 * bleed, high + 2 * bleed].map((side) => Math.round(side * DOTS));
    const paper = new OffscreenCanvas(...size).getContext("2d", { willReadFrequently: true });
    paper.drawImage(image, 0, 0, ...size);
    const { data } = paper.getImageData((x + bleed) * DOTS, (y + bleed) * DOTS, Math.max(1, width * DOTS), Math.max(1, height * DOTS));
    return contrastIn(data, colour);
  }

  /** Move and enlarge the picture of the card in view within its frame, which stays. */
  function crop() {
    const tab = h("div", { class: "tab" });
    const dialog = opened({ class: "art-dialog placing", named: "design_crop" }, [h("h2", { text: `${piece.name}: ${t("design_crop")}` }), tab, button("close", () => dialog.close())], () => {
      end();
      stage.focus();
    });
    const end = art(tab, piece);
  }

  function sizeText(each, times) {
    const style = styleOf(each.attributes.style);
    const size = Number.parseFloat(style.get("font-size") ?? each.attributes["font-size"] ?? "4");
    style.set("font-size", `${round(size * times)}px`);
    save({ changes: { [each.number]: { attributes: { style: styleText(style) } } } }, nameOf([each.number]));
  }

  function order(by) {
    if (chosen.length !== 1) return;
    const each = objects[chosen[0]];
    const same = objects.filter((other) => other.parent === each.parent && other.node);
    const beside = same[same.indexOf(each) + by];
    if (beside) save({ move: { object: each.number, beside: beside.number, above: by > 0 } }, nameOf(chosen));
  }

  function remove() {
    if (!chosen.length) return;
    const gone = chosen;
    chosen = [];
    save({ remove: gone }, nameOf(gone));
  }

  function duplicate() {
    const each = objects[chosen[0]];
    if (chosen.length === 1) saveNew({ copy: each.number, attributes: transformed(each, new DOMMatrix([1, 0, 0, 1, 2, 2]), surroundings(each, canvas)) }, nameOf(chosen));
  }

  /** Add an object to the topmost layer that is no guide and on every card; `name` is that of an icon. */
  function add(kind, name) {
    const layer = layers(objects).find((each) => !isGuide(objects, each) && !isLocked(objects, each) && !each.label.includes("show-if"));
    const { matrix, palette } = about;
    const units = (mm) => String(round(mm / matrix[0]));
    const place = { x: units(component.width / 4 - matrix[4]), y: units(component.height / 2.4 - matrix[5]) };
    const [wide, high, ink, colour] = [units(component.width / 2), units(component.height / 6), palette.ink ?? "#222222", Object.values(palette)[0] ?? "#cccccc"];
    const box = (fill, label, width = wide) => ({ tag: "rect", attributes: { ...place, width, height: high, style: `fill:${fill}`, ...(label && { "inkscape:label": label }) } });
    const like = objects.find((each) => each.tag === "text" && each.node);
    const words = (text, x, anchor) => ({ tag: "text", attributes: { x, y: place.y, style: `${like ? `font-family:${getComputedStyle(like.node).fontFamily.replaceAll('"', "'")};` : ""}font-size:${units(4.2)}px;fill:${ink}${anchor}` }, text });
    const made = {
      text: () => ({ tag: "g", attributes: { "inkscape:label": "name valign: middle min: 6pt" }, parts: [box("none"), words(asLabel("name"), units(component.width / 2 - matrix[4]), ";text-anchor:middle")] }),
      word: () => words(t("design_add_word"), place.x, ""),
      box: () => box(colour),
      ellipse: () => ({ tag: "ellipse", attributes: { cx: place.x, cy: place.y, rx: units(6), ry: units(6), style: `fill:${colour}` } }),
      art: () => box("#b9c7be", "art"),
      icon: () => box(ink, `icon: ${name}`, high),
    }[kind]();
    saveNew({ add: { ...made, into: layer?.number ?? 0 } }, t(`design_add_${kind}`));
  }

  /** Save with an object more, and choose that. */
  function saveNew(body, what) {
    known = new Set(objects.map((each) => each.id));
    save(body, what);
  }

  /** Have an icon chosen, of the game or one that pnp has; `chosen` is called with its name. */
  async function pick(chosen) {
    const { icons } = await get(`${address()}/icons?${query()}`);
    const found = h("div", { class: "design-icons" });
    const words = h("input", { type: "search", placeholder: t("search"), named: "search", oninput: () => list() });
    const list = () => {
      const asked = ` ${words.value.trim().toLowerCase().replace(/s$/, "")}`;
      const begins = (text) => ` ${text.replaceAll("-", " ")}`.includes(asked);
      const fitting = [...icons.filter((each) => begins(each.name)), ...icons.filter((each) => !begins(each.name) && begins(each.words))];
      fill(found, fitting.map(({ name, look }) => h("button", { title: name, "aria-label": name, onclick: () => {
        dialog.close();
        chosen(about.fields.includes(name) ? `${name} icon` : name); // a field would say which
      } }, h("img", { src: look, alt: "" }))));
    };
    const dialog = opened({ class: "art-dialog", named: "design_icon" }, [h("h2", { text: t("design_icon") }), words, found, button("cancel", () => dialog.close())]);
    list();
  }

  // Mouse and keys.

  const toMm = (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(canvas.getScreenCTM().inverse());
    return [x, y];
  };

  function thingAt(event) {
    const pickable = things(objects).filter((each) => !isLocked(objects, each) && !isGuide(objects, each) && !isHidden(each));
    const found = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest?.("[data-object]")).filter(Boolean);
    const hits = found.map((node) => pickable.find((each) => each.node.contains(node))).filter(Boolean);
    const [x, y] = toMm(event);
    const isSeen = ({ tag, node }) => tag === "g" || getComputedStyle(node).fill !== "none" || node.isPointInStroke?.(new DOMPoint(event.clientX, event.clientY).matrixTransform(node.getScreenCTM().inverse()));
    return hits.find(isSeen) ?? hits[0] ?? pickable.find((each) => {
      const box = boxOf(each, canvas);
      return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
    }) ?? null;
  }

  function snapLines() {
    if (Number(grid.value)) return [[], []];
    const others = things(objects).filter((each) => !chosen.includes(each.number) && !isHidden(each)).map((each) => boxOf(each, canvas));
    return [["x", "width"], ["y", "height"]].map(([start, size]) => {
      const [far, { safe }] = [component[size], component];
      return [0, safe, far / 2, far - safe, far, ...others.flatMap((box) => [0, 0.5, 1].map((share) => box[start] + share * box[size]))];
    });
  }

  let drag = null;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button || !about?.drawing) return;
    stage.focus({ preventScroll: true });
    event.preventDefault();
    const handle = event.target.dataset?.handle;
    if (handle === undefined) {
      const thing = thingAt(event);
      if (!thing) return choose([]);
      if (event.shiftKey) choose(chosen.includes(thing.number) ? chosen.filter((each) => each !== thing.number) : [...chosen, thing.number]);
      else if (!chosen.includes(thing.number)) choose([thing.number]);
    }
    if (!chosen.length) return;
    const box = around(chosen.flatMap((number) => boxOf(objects[number], canvas).corners));
    const nodes = chosen.map((number) => ({ node: objects[number].node, was: objects[number].node.getAttribute("transform"), frame: surroundings(objects[number], canvas) }));
    drag = { handle, from: toMm(event), box, lines: snapLines(), over: null, nodes, boxes: chosen.map((number) => boxOf(objects[number], canvas)) };
    canvas.setPointerCapture(event.pointerId);
  });

  /** Return the matrix of a drag, and the lines that it snaps to. */
  function dragged(event) {
    const [x, y] = toMm(event);
    const { box, from, handle } = drag;
    const reach = event.altKey ? 0 : REACH / perMm;
    const step = event.altKey ? 0 : Number(grid.value);
    if (handle === "turn") {
      const middle = [box.x + box.width / 2, box.y + box.height / 2];
      const angle = (at) => (Math.atan2(at[1] - middle[1], at[0] - middle[0]) * 180) / Math.PI;
      const raw = angle([x, y]) - angle(from);
      const turned = event.altKey ? raw : Math.round(raw / 5) * 5;
      return { over: new DOMMatrix().translate(...middle).rotate(turned).translate(-middle[0], -middle[1]), lines: [], told: `${Math.round(turned * 10) / 10}°` };
    }
    if (handle !== undefined) {
      const [u, v] = HANDLES[Number(handle)];
      const to = { ...box };
      const lines = [];
      const edge = (axis, at) => {
        const near = drag.lines[axis].reduce((best, line) => (Math.abs(line - at) < Math.abs(best - at) ? line : best), at + reach);
        if (near === at + reach) return onGrid(at, step);
        lines.push([axis, near]);
        return near;
      };
      if (u === 0) [to.x, to.width] = ((left) => [left, box.x + box.width - left])(Math.min(edge(0, x), box.x + box.width - LEAST));
      if (u === 1) to.width = Math.max(LEAST, edge(0, x) - box.x);
      if (v === 0) [to.y, to.height] = ((top) => [top, box.y + box.height - top])(Math.min(edge(1, y), box.y + box.height - LEAST));
      if (v === 1) to.height = Math.max(LEAST, edge(1, y) - box.y);
      const [across, down] = [to.width / Math.max(box.width, 1e-6), to.height / Math.max(box.height, 1e-6)];
      return { over: new DOMMatrix([across, 0, 0, down, to.x - box.x * across, to.y - box.y * down]), lines, to, told: `${to.width.toFixed(1)} × ${to.height.toFixed(1)} mm` };
    }
    const by = [x - from[0], y - from[1]];
    if (event.shiftKey) by[Math.abs(by[0]) > Math.abs(by[1]) ? 1 : 0] = 0;
    const { by: more, lines } = snapped({ ...box, x: box.x + by[0], y: box.y + by[1] }, drag.lines, reach, step);
    return { over: new DOMMatrix([1, 0, 0, 1, by[0] + more[0], by[1] + more[1]]), lines, told: `${(box.x + by[0] + more[0]).toFixed(1)}, ${(box.y + by[1] + more[1]).toFixed(1)} mm` };
  }

  canvas.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const now = dragged(event);
    const far = Math.hypot(toMm(event)[0] - drag.from[0], toMm(event)[1] - drag.from[1]) * perMm;
    if (!drag.over && far < 3) return;
    Object.assign(drag, { over: now.over, to: now.to });
    for (const { node, was, frame } of drag.nodes) {
      const own = frame.inverse().multiply(now.over).multiply(frame);
      node.setAttribute("transform", `matrix(${[own.a, own.b, own.c, own.d, own.e, own.f].join(" ")}) ${was ?? ""}`);
    }
    tell(now.told);
    mark(now.lines);
  });
  const lift = (event) => {
    if (!drag) return;
    const { over, nodes, handle, to, box } = drag;
    drag = null;
    for (const { node, was } of nodes) {
      if (was === null) node.removeAttribute("transform");
      else node.setAttribute("transform", was);
    }
    if (!over || event.type === "pointercancel") return mark();
    return handle !== undefined && handle !== "turn" && chosen.length === 1 ? reshape(objects[chosen[0]], box, to) : transform(chosen, over);
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("dblclick", (event) => {
    const thing = thingAt(event);
    if (thing && panel.isFrame(thing)) return crop();
    const text = thing && (thing.tag === "text" || frameIn(objects, thing)) ? side.querySelector("[data-property=field]") : null;
    text?.focus();
  });

  const byKey = (event) => {
    if (!about?.drawing || event.metaKey || event.target.matches("input, select, summary")) return;
    const far = event.shiftKey ? 5 : event.ctrlKey ? 0.1 : 0.5;
    const moves = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] };
    const { key } = event;
    if (key in moves && chosen.length) moveBy(...moves[key]);
    else if (key === "Delete" || key === "Backspace") remove();
    else if (event.ctrlKey && key.toLowerCase() === "d") duplicate();
    else if (event.ctrlKey) return;
    else if (key === "[") order(-1);
    else if (key === "]") order(1);
    else if (key === "w") worst();
    else if (key === "Escape" && chosen.length) choose([]);
    else if (key === "+" || key === "=" || key === "-") enlarge(key === "-" ? 1 / 1.2 : 1.2);
    else if (key === "Enter" && event.target === stage) {
      const all = things(objects).filter((each) => !isLocked(objects, each) && !isGuide(objects, each));
      const next = all[(all.findIndex((each) => each.number === chosen[0]) + (event.shiftKey ? -1 : 1) + all.length) % all.length];
      if (next) choose([next.number]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const each of [stage, side]) each.addEventListener("keydown", byKey);

  const sized = new ResizeObserver(resize);
  sized.observe(stage);
  let shownPart = store.place.part;
  const again = quietly(() => drag || read(), 80);
  const ends = [
    on("pieces", again),
    on("game", () => {
      piece = null;
      chosen = [];
      read();
    }),
    on("place", () => {
      if (store.place.part === shownPart) return;
      shownPart = store.place.part;
      chosen = [];
      read();
    }),
    on("faces", (sides) => {
      if (shownFace && shownFace.side in sides) shownFace.refresh();
      for (const { box } of stripFaces) if (box.side in sides && box.asked) box.refresh();
    }),
    () => sized.disconnect(),
  ];
  read();
  return () => {
    ended = true;
    ends.forEach((end) => end());
  };
}
