// The tab of a card for its pictures: put in, moved, enlarged and turned in their boxes.

import { get, post } from "./api.js";
import { askForFiles, dropped } from "./art_drop.js";
import { artStage } from "./art_stage.js";
import { bad, button, fill, h, option, quiet } from "./dom.js";
import { componentOf } from "./face.js";
import { cardApi, on, store } from "./store.js";
import { t } from "./words.js";

/** Placements that are not saved, by game and slot. */
const drafts = new Map();
const AS_ASKED = { focus: [0.5, 0.5], zoom: 1, rotation: 0, fit: null };
const ZOOM_STEPS = 400;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const within = (value, [low, high]) => Math.min(Math.max(value, low), high);

addEventListener("beforeunload", (event) => {
  if (drafts.size) event.preventDefault();
});

export function art(place, piece) {
  const address = `${cardApi(piece)}/art`;
  const themed = (path) => (store.theme ? `${path}?${new URLSearchParams({ theme: store.theme })}` : path);
  const panel = place.closest(".card");
  const chooser = h("select", { onchange: () => choose(chooser.value) });
  const choice = h("label", { class: "art-choice", hidden: true }, t("art_slot"), chooser);
  const stage = artStage({ changed: move, ended: settle, component: componentOf(piece) });
  const about = h("div", { class: "art-about" });
  const controls = h("div", { class: "art-controls" });
  const said = h("p", { class: "art-said", role: "status" });
  const files = h("div", { class: "art-files" });
  fill(place, choice, stage.element, about, controls, said, files);
  let slots = [];
  let limits = { zoom: [0.1, 20], rotation: [-360, 360], fits: [] };
  let slot = null;
  let placement = AS_ASKED;
  let lies = null;
  let inputs = null;
  let built = "";
  let reading = 0;
  let ended = false;
  let drawing = false;
  let again = false;
  let settling = false;

  const draftName = () => `${store.game.id}/${slot.name}`;

  async function read() {
    reading += 1;
    const mine = reading;
    try {
      const told = await get(themed(address));
      if (ended || mine !== reading) return;
      ({ slots, limits } = told);
    } catch (refused) {
      if (!ended) fill(place, bad("p", refused.message), refused.hint && quiet("p", refused.hint));
      return;
    }
    if (!slots.length) {
      fill(place, quiet("p", t("art_none")));
      return;
    }
    fill(chooser, slots.map((each) => option(each.name, each.title === each.name ? each.name : `${each.title} (${each.name})`)));
    choice.hidden = slots.length < 2;
    choose(slot?.name ?? slots[0].name);
  }

  function choose(name) {
    slot = slots.find((each) => each.name === name) ?? slots[0];
    chooser.value = slot.name;
    lies = slot.lies;
    placement = drafts.get(draftName()) ?? slot.placement;
    stage.choose(slot);
    showAbout();
    const now = JSON.stringify([slot.name, slot.own, slot.asked, Boolean(slot.lies)]);
    if (now === built) showNumbers(); // somebody may be typing
    else {
      built = now;
      showControls();
      showFiles();
    }
    draw();
  }

  // What is there.

  function showAbout() {
    const told = !["too small", "wrong shape", "supplied"].includes(slot.status); // else the line below says it as it changes
    const kind = { unusable: "bad", placeholder: "warn" }[slot.status];
    fill(about,
      h("p", {}, told && h("span", { class: `art-status ${kind ?? ""}`, text: t(`art_${slot.status.replaceAll(" ", "_")}`) }), slot.file && quiet("span", ` ${slot.file}`)),
      slot.remarks.map((each) => quiet("p", each)),
      slot.credit.credit && quiet("p", t("art_by", { who: [slot.credit.credit, slot.credit.licence].filter(Boolean).join(", ") })),
    );
  }

  function showFiles() {
    fill(files,
      button(slot.own ? "art_replace" : "art_choose", () => askForFiles((chosen) => dropped(chosen, { slot: slot.name, piece: `${piece.component}/${piece.id}` })), { class: slot.lies ? "" : "primary" }),
      h("a", { class: "button", href: `${address}/artboard?${new URLSearchParams({ slot: slot.name, ...(store.theme ? { theme: store.theme } : {}) })}`, download: "", text: t("art_artboard") }),
      quiet("p", t("art_wanted", { width: slot.wanted[0], height: slot.wanted[1], across: round(slot.width, 1), down: round(slot.height, 1) })),
    );
  }

  // The placement and its controls.

  function showControls() {
    if (!slot.lies) {
      inputs = null;
      fill(controls, quiet("p", t("art_drop_here")));
      return;
    }
    const range = (label, low, high, step, changed) => h("input", { type: "range", min: low, max: high, step, "aria-label": label, oninput: (event) => changed(Number(event.target.value)) });
    const number = (label, step, changed) => h("input", { type: "number", step, "aria-label": label, onchange: (event) => event.target.value !== "" && changed(Number(event.target.value)) });
    const row = (label, slider, box, unit) => h("div", { class: "art-row" }, h("span", { text: label }), slider, box, quiet("span", unit));
    inputs = {
      across: range(t("art_across"), 0, 1, 0.005, (value) => set({ focus: [value, focus()[1]] })),
      down: range(t("art_down"), 0, 1, 0.005, (value) => set({ focus: [focus()[0], value] })),
      zoom: range(t("zoom"), 0, ZOOM_STEPS, 1, (value) => set({ zoom: zoomAt(value) })),
      turn: range(t("art_turn"), -180, 180, 1, (value) => set({ rotation: value })),
      zoomBox: number(t("art_zoom_percent"), 1, (value) => set({ zoom: value / 100 })),
      turnBox: number(t("art_turn_degrees"), 0.5, (value) => set({ rotation: value })),
      fit: h("select", { named: "fit", onchange: () => set({ fit: inputs.fit.value || null }) },
        option("", t("art_fit_asked", { fit: t(`art_${slot.asked}`) })),
        limits.fits.map((each) => option(each, t(`art_${each}`)))),
      save: button("art_save", save, { class: "primary" }),
      back: button("art_back", () => set(slot.placement)),
      reset: button("art_reset", () => set(AS_ASKED)),
      dpi: h("p", { class: "art-dpi", role: "status", "aria-live": "polite" }),
    };
    fill(controls,
      inputs.dpi,
      h("div", { class: "art-row" }, h("span", { text: t("art_across") }), inputs.across),
      h("div", { class: "art-row" }, h("span", { text: t("art_down") }), inputs.down),
      row(t("zoom"), inputs.zoom, inputs.zoomBox, "%"),
      row(t("art_turn"), inputs.turn, inputs.turnBox, "°"),
      h("div", { class: "art-row" }, h("span", { text: t("fit") }), inputs.fit),
      h("div", { class: "art-buttons" }, inputs.save, inputs.back, inputs.reset),
      h("p", { class: "quiet keys", text: t("art_keys") }),
    );
    showNumbers();
  }

  const [low, high] = [Math.log(0.1), Math.log(20)];
  const zoomAt = (step) => Math.exp(low + ((high - low) * step) / ZOOM_STEPS);
  const stepOf = (zoom) => Math.round((ZOOM_STEPS * (Math.log(zoom) - low)) / (high - low));
  const round = (value, digits) => Number(value.toFixed(digits));
  const focus = () => lies?.focus ?? placement.focus;

  function showNumbers() {
    if (!inputs) return;
    const [across, down] = placement.focus;
    inputs.across.value = across;
    inputs.down.value = down;
    inputs.across.setAttribute("aria-valuetext", t("art_share", { share: Math.round(100 * across) }));
    inputs.down.setAttribute("aria-valuetext", t("art_share", { share: Math.round(100 * down) }));
    inputs.zoom.value = stepOf(placement.zoom);
    inputs.zoom.setAttribute("aria-valuetext", `${Math.round(100 * placement.zoom)} %`);
    inputs.turn.value = placement.rotation;
    inputs.turn.setAttribute("aria-valuetext", `${round(placement.rotation, 1)}°`);
    const typing = document.activeElement; // what somebody is writing stays
    if (typing !== inputs.zoomBox) inputs.zoomBox.value = Math.round(100 * placement.zoom);
    if (typing !== inputs.turnBox) inputs.turnBox.value = round(placement.rotation, 2);
    inputs.fit.value = placement.fit ?? "";
    const changed = !same(placement, slot.placement);
    inputs.save.disabled = inputs.back.disabled = !changed;
    inputs.reset.disabled = same(placement, AS_ASKED);
    const dpi = lies?.dpi ?? Infinity; // a drawing is sharp at any size
    const [words, mark] = dpi < 150 ? ["art_dpi_coarse", " bad"] : dpi < 300 ? ["art_dpi_soft", " warn"] : [dpi < Infinity ? "art_dpi" : "art_sharp", ""];
    const empty = lies && lies.empty > 0.005 ? ` ${t("art_empty", { share: Math.max(1, Math.round(100 * lies.empty)) })}` : "";
    inputs.dpi.textContent = t(words, { dpi }) + empty;
    inputs.dpi.className = `art-dpi${mark}`;
  }

  function set(said) {
    if (!slot?.lies) return;
    placement = { ...placement, ...said };
    placement.focus = placement.focus.map((each) => round(within(each, [0, 1]), 4));
    placement.zoom = round(within(placement.zoom, limits.zoom), 4);
    placement.rotation = round(within(placement.rotation, limits.rotation), 2);
    if (same(placement, slot.placement)) drafts.delete(draftName());
    else drafts.set(draftName(), placement);
    say("");
    showNumbers();
    draw();
  }

  /** Move by mm on the face, enlarge by a factor, turn by degrees: what the stage asks for. */
  function move({ by = null, times = 1, turned = 0 }) {
    if (!slot?.lies) return;
    const said = { zoom: placement.zoom * times, rotation: turned ? wrapped(placement.rotation + turned) : placement.rotation };
    if (by) {
      const angle = ((stage.tilt() + placement.rotation) * Math.PI) / 180;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const [width, height] = lies.scale.map((each) => (each * placement.zoom) / (lies.zoom ?? placement.zoom));
      const [x, y] = drawing ? placement.focus : lies.focus;
      said.focus = [x - (cos * by[0] + sin * by[1]) / width, y - (-sin * by[0] + cos * by[1]) / height];
    }
    set(said);
  }

  const wrapped = (angle) => ((((angle + 180) % 360) + 360) % 360) - 180;

  /** After a move: the focus is where the picture really lies. */
  function settle() {
    settling = drawing;
    if (!drawing && lies && lies.focus.some((each, axis) => Math.abs(each - placement.focus[axis]) > 0.0005)) set({ focus: lies.focus });
  }

  async function draw() {
    if (drawing) {
      again = true;
      return;
    }
    drawing = true;
    do {
      again = false;
      const [asked, of] = [placement, slot];
      try {
        const told = await post(themed(`${address}/trial`), { slot: of.name, placement: asked });
        if (ended) return;
        if (of === slot) {
          stage.show(told.svg);
          lies = told.lies ? { ...told.lies, zoom: asked.zoom } : lies;
          stage.outline(told.lies, asked.rotation);
          showNumbers();
        }
      } catch (refused) {
        if (ended) return;
        if (of === slot && slot.lies) say(refused.message, refused.hint);
        else stage.show(null);
      }
    } while (again);
    drawing = false;
    if (settling) settle();
  }

  async function save() {
    try {
      const told = await post(themed(`${address}/placement`), { slot: slot.name, placement, was: slot.placement });
      drafts.delete(draftName());
      reading += 1; // what was asked for before is older
      if (ended) return;
      slots = slots.map((each) => (each.name === slot.name ? told.slot : each));
      choose(slot.name);
      say(t("art_saved"));
    } catch (refused) {
      if (!ended) say(refused.message, refused.hint);
    }
  }

  function say(text, hint = null) {
    fill(said, text, hint && quiet("span", ` ${hint}`));
  }

  panel?.classList.add("placing");
  read();
  const ends = [
    on("faces", (sides) => ["front", "back"].some((side) => `${piece.component}/${piece.id}.${side}` in sides) && read()),
    on("pieces", read),
  ];
  return () => {
    ended = true;
    panel?.classList.remove("placing");
    stage.end();
    ends.forEach((end) => end());
  };
}
