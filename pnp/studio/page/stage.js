// One face as large as there is room, to be looked at closely.

import { button, fill, h, isPlain } from "./dom.js";
import { componentOf, faceElement } from "./face.js";
import { t } from "./words.js";
import { onZoom, pixelsPerMm } from "./zoom.js";

const CLOSEST = 12;

/** Return the stage: { element, tools, show(piece, side), refresh(sides) }. `step(by)` asks for the next piece, `turned()` for its back. */
export function stage({ step, turned }) {
  const holder = h("div", { class: "held" });
  const element = h("div", { class: "stage", tabindex: "0", role: "group", named: "stage" }, holder);
  const percent = h("button", { class: "percent", title: t("true_size"), onclick: () => to(pixelsPerMm() / fit()) });
  const tools = h("div", { class: "stage-tools", role: "group", named: "zoom" },
    h("button", { named: "zoom_out", text: "−", onclick: () => to(zoom / 1.3) }),
    percent,
    h("button", { named: "zoom_in", text: "+", onclick: () => to(zoom * 1.3) }),
    button("fit", () => to(1)),
  );
  let shown = null;
  let face = null;
  let zoom = 1;
  let at = { x: 0, y: 0 };

  const room = () => ({ width: element.clientWidth - 24, height: element.clientHeight - 24 });
  const fit = () => {
    const { width, height } = componentOf(shown.piece);
    return Math.max(0.01, Math.min(room().width / width, room().height / height));
  };
  const place = () => {
    const { width, height } = componentOf(shown.piece);
    const scale = fit() * zoom;
    const most = { x: Math.max(0, (width * scale - room().width) / 2), y: Math.max(0, (height * scale - room().height) / 2) };
    at = { x: Math.max(-most.x, Math.min(most.x, at.x)), y: Math.max(-most.y, Math.min(most.y, at.y)) };
    face.resize(scale);
    holder.style.transform = `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)`;
    percent.textContent = `${Math.round((100 * scale) / pixelsPerMm())} %`;
    percent.setAttribute("aria-label", t("true_size_now", { zoom: Math.round((100 * scale) / pixelsPerMm()) }));
    element.classList.toggle("close", most.x > 0 || most.y > 0);
  };
  /** Zoom about a point, given from the middle of the stage. */
  const to = (next, x = 0, y = 0) => {
    const before = zoom;
    zoom = Math.min(CLOSEST, Math.max(Math.min(1, pixelsPerMm() / fit() / 2), next));
    const factor = zoom / before;
    at = { x: x - (x - at.x) * factor, y: y - (y - at.y) * factor };
    place();
  };
  onZoom(
    element,
    (factor, x, y) => {
      const rect = element.getBoundingClientRect();
      to(zoom * factor, x - rect.left - rect.width / 2, y - rect.top - rect.height / 2);
    },
    { always: true },
  );
  let dragged = null;
  element.addEventListener("pointerdown", (event) => {
    if (!element.classList.contains("close") || event.button) return;
    dragged = { x: event.clientX - at.x, y: event.clientY - at.y };
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    if (!dragged || !event.isPrimary) return;
    at = { x: event.clientX - dragged.x, y: event.clientY - dragged.y };
    place();
  });
  for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => (dragged = null));
  element.addEventListener("dblclick", () => to(zoom > 1 ? 1 : 3));
  element.addEventListener("keydown", (event) => {
    if (!isPlain(event)) return;
    const move = (x, y) => {
      at = { x: at.x + x, y: at.y + y };
      place();
    };
    const close = element.classList.contains("close");
    const does = {
      "+": () => to(zoom * 1.3),
      "=": () => to(zoom * 1.3),
      "-": () => to(zoom / 1.3),
      0: () => to(pixelsPerMm() / fit()),
      " ": turned,
      ArrowLeft: () => (close ? move(60, 0) : step(-1)),
      ArrowRight: () => (close ? move(-60, 0) : step(1)),
      ArrowUp: () => (close ? move(0, 60) : null),
      ArrowDown: () => (close ? move(0, -60) : null),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  });
  new ResizeObserver(() => shown && componentOf(shown.piece) && place()).observe(element); // of another game it has none

  return {
    element,
    tools,
    focus: () => element.focus(),
    show(piece, side) {
      const other = shown?.piece.id !== piece.id || shown?.piece.component !== piece.component;
      shown = { piece, side };
      face = faceElement(piece, side, 1);
      fill(holder, face);
      if (other) [zoom, at] = [1, { x: 0, y: 0 }];
      place();
    },
    refresh(sides) {
      if (face && face.side in sides) face.refresh();
    },
  };
}
