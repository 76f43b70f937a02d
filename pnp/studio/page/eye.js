// What is shown over the faces and how they are seen: choices below a button, each with a key.

import { fill, h, isPlain, isTyping } from "./dom.js";
import { isShown, LINES, sampleLine, showLine } from "./overlays.js";
import { on } from "./store.js";
import { t } from "./words.js";
import { showVision, VISIONS, visionFilters, visionShown } from "./vision.js";

/** Return the button, and the choices that it opens. */
export function eye() {
  const button = h("button", { class: "eye", title: t("eye"), popovertarget: "eye" });
  const panel = h("div", { class: "popover", id: "eye", popover: "", role: "group", named: "eye", onbeforetoggle: () => {
    const { bottom, right } = button.getBoundingClientRect();
    Object.assign(panel.style, { top: `${bottom + 6}px`, right: `${Math.max(8, innerWidth - right)}px` });
  } });
  const shows = [];
  const lines = Object.entries(LINES).map(([name, key]) => {
    const box = h("input", { type: "checkbox", autofocus: name === "trim", "aria-keyshortcuts": key, onchange: () => showLine(name, box.checked) });
    shows.push(() => (box.checked = isShown(name)));
    return h("label", { class: "choice" }, box, sampleLine(name), h("span", { text: t(`line_${name}`) }), h("kbd", { text: key }));
  });
  const visions = ["", ...Object.keys(VISIONS)].map((name) => {
    const dot = h("input", { type: "radio", name: "vision", value: name, onchange: () => showVision(name) });
    shows.push(() => (dot.checked = visionShown() === name));
    return h("label", { class: "choice" }, dot, h("span", { text: t(`vision_${name || "usual"}`) }));
  });
  fill(panel,
    h("fieldset", {}, h("legend", { text: t("lines") }), lines),
    h("fieldset", {}, h("legend", {}, t("seen_as"), " ", h("kbd", { text: "v" })), visions),
  );
  const tell = () => {
    for (const each of shows) each();
    const keys = [...Object.keys(LINES).filter(isShown).map((name) => `line_${name}`), ...(visionShown() ? [`vision_${visionShown()}`] : [])];
    const shown = keys.map((key) => t(key).split(/[:,]/)[0]);
    button.setAttribute("aria-label", [t("eye"), ...shown].join(", "));
    fill(button, h("span", { class: "icon seen-eye", "aria-hidden": "true" }), h("span", { class: "eye-words", text: ` ${t("eye")}` }), shown.length > 0 && h("span", { class: "on", text: shown.join(", ") }));
  };
  for (const kind of ["lines", "vision"]) on(kind, tell);
  tell();
  addEventListener("keydown", (event) => {
    if (!isPlain(event) || isTyping(event)) return;
    const line = Object.keys(LINES).find((name) => LINES[name] === event.key);
    if (line) showLine(line, !isShown(line));
    else if (event.key === "v") {
      const names = ["", ...Object.keys(VISIONS)];
      showVision(names[(names.indexOf(visionShown()) + 1) % names.length]);
    } else return;
    event.preventDefault();
  });
  return h("div", {}, button, panel, visionFilters());
}
