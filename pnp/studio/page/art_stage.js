// The face in the tab for pictures, with the box of the slot, moved by pointer, fingers and keys.

import { h, isPlain, svg } from "./dom.js";

const [WIDTH, HEIGHT] = [440, 400];
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Return { element, choose(slot), show(svg), outline(lies, rotation), tilt(), end() }. `changed({ by, times, turned })` is called for every move:
 * so many mm on the face, so many times as large, turned by so many degrees; `ended()` at the end of one.
 */
export function artStage({ changed, ended, component }) {
  const [width, height] = [component.width + 2 * component.bleed, component.height + 2 * component.bleed];
  const image = h("img", { alt: "", draggable: "false" });
  const lines = svg("svg", { viewBox: `${-component.bleed} ${-component.bleed} ${width} ${height}`, "aria-hidden": "true" });
  const face = h("div", { class: "art-face" }, image, lines);
  const element = h("div", { class: "art-stage", tabindex: "0", role: "group", named: "art_stage" }, face);
  const fingers = new Map();
  let slot = null;
  let address = "";
  let perMm = 1;

  function resize() {
    const room = element.clientWidth - 24;
    perMm = Math.min(Math.min(room, WIDTH) / width, HEIGHT / height);
    if (perMm <= 0) return;
    for (const each of [face, image, lines]) {
      each.style.width = `${width * perMm}px`;
      each.style.height = `${height * perMm}px`;
    }
  }

  function choose(now) {
    slot = now;
    const corners = slot.corners.map((each) => each.join(",")).join(" ");
    lines.replaceChildren(
      svg("rect", { class: "trim", x: 0, y: 0, width: component.width, height: component.height, rx: component.corner }),
      svg("polygon", { class: "box-back", points: corners }),
      svg("polygon", { class: "box", points: corners }),
    );
    element.classList.toggle("movable", Boolean(slot.lies));
  }

  /** Draw how far the whole picture reaches, what is cut off as well; null for none. */
  function outline(lies, rotation) {
    lines.querySelector(".whole")?.remove();
    if (!lies) return;
    const angle = ((tilt() + rotation) * Math.PI) / 180;
    const [x, y] = [0, 1].map((axis) => slot.corners.reduce((sum, each) => sum + each[axis], 0) / slot.corners.length);
    const points = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([u, v]) => {
      const [across, down] = [(u - lies.focus[0]) * lies.scale[0], (v - lies.focus[1]) * lies.scale[1]];
      return [x + across * Math.cos(angle) - down * Math.sin(angle), y + across * Math.sin(angle) + down * Math.cos(angle)].join(",");
    });
    lines.prepend(svg("polygon", { class: "whole", points: points.join(" ") }));
  }

  /** Degrees by which the box is turned on the face. */
  function tilt() {
    const [[x1, y1], [x2, y2]] = slot.corners;
    return (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  }

  function show(drawn) {
    const before = address;
    address = drawn ? URL.createObjectURL(new Blob([drawn], { type: "image/svg+xml" })) : "";
    face.classList.toggle("missing", !drawn);
    if (!address) image.removeAttribute("src");
    else image.src = address;
    if (before) image.decode().catch(() => {}).then(() => URL.revokeObjectURL(before));
  }

  // The mouse, a pen, and fingers: one moves, two enlarge.

  const middle = () => {
    const all = [...fingers.values()];
    return [0, 1].map((axis) => all.reduce((sum, each) => sum + each[axis], 0) / all.length);
  };
  const apart = () => {
    const [one, other] = [...fingers.values()];
    return other ? Math.hypot(one[0] - other[0], one[1] - other[1]) : 0;
  };
  let pinched = 0;
  let last = null;

  element.addEventListener("pointerdown", (event) => {
    if (event.button > 0 || !slot?.lies || !event.target.closest(".art-face")) return;
    element.focus({ preventScroll: true });
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    last = middle();
    pinched = apart();
    element.classList.add("moving");
  });
  element.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const now = middle();
    const by = [0, 1].map((axis) => (now[axis] - last[axis]) / perMm);
    const times = pinched ? apart() / pinched : 1;
    last = now;
    pinched = apart();
    changed({ by, times });
  });
  const lift = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    if (fingers.size) {
      last = middle();
      pinched = apart();
      return;
    }
    element.classList.remove("moving");
    ended();
  };
  element.addEventListener("pointerup", lift);
  element.addEventListener("pointercancel", lift);
  element.addEventListener(
    "wheel",
    (event) => {
      if (!slot?.lies || !event.target.closest(".art-face")) return;
      event.preventDefault();
      if (event.altKey) changed({ turned: event.deltaY > 0 ? 1 : -1 });
      else changed({ times: Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) / 600) });
    },
    { passive: false },
  );
  element.addEventListener("keydown", (event) => {
    if (!isPlain(event) || !slot?.lies) return;
    const step = event.shiftKey ? 10 : 1;
    const { key } = event;
    if (key in KEYS) changed({ by: KEYS[key].map((each) => each * step * 0.5) });
    else if (key === "+" || key === "=" || key === "*") changed({ times: event.shiftKey && key !== "+" ? 1.25 : 1.02 });
    else if (key === "-" || key === "_") changed({ times: 1 / (event.shiftKey ? 1.25 : 1.02) });
    else if (key === "[" || key === "{") changed({ turned: event.shiftKey ? -15 : -1 });
    else if (key === "]" || key === "}") changed({ turned: event.shiftKey ? 15 : 1 });
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  element.addEventListener("keyup", (event) => event.key in KEYS && ended());
  const sized = new ResizeObserver(resize);
  sized.observe(element);

  function end() {
    sized.disconnect();
    if (address) URL.revokeObjectURL(address);
  }

  return { element, choose, show, outline, tilt, end };
}
