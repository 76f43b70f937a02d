// How large things are shown: per cent of their actual size.

import { button, h, opened } from "./dom.js";
import { t } from "./words.js";

export const [LEAST, MOST] = [20, 400];
const CSS_MM = 96 / 25.4;
const KEPT = "pnp true size";

/** Return how many px of this screen one true mm has, as far as somebody has measured it. */
export function pixelsPerMm() {
  const measured = Number(localStorage.getItem(KEPT));
  return measured > 0.5 && measured < 40 ? measured : CSS_MM;
}

export const within = (zoom) => Math.min(MOST, Math.max(LEAST, zoom));

/**
 * Call `zoom(factor, x, y)` when somebody zooms an element about a point of the window: Ctrl and the wheel (as two
 * fingers on a touchpad tell), any wheel with `always`, or two fingers on the screen.
 */
export function onZoom(element, zoom, { always = false } = {}) {
  element.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey && !always) return;
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      const moved = Math.max(-60, Math.min(60, event.deltaY * lines));
      zoom(Math.exp(-moved * 0.006), event.clientX, event.clientY);
    },
    { passive: false },
  );
  let before = null;
  const spread = ([one, other]) => ({
    far: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
  });
  element.addEventListener("touchstart", ({ touches }) => (before = touches.length === 2 ? spread(touches) : null), { passive: true });
  element.addEventListener(
    "touchmove",
    (event) => {
      if (event.touches.length !== 2 || !before) return;
      event.preventDefault();
      const now = spread(event.touches);
      zoom(now.far / Math.max(before.far, 1), now.x, now.y);
      before = now;
    },
    { passive: false },
  );
}

const [CARD_WIDTH, CARD_HEIGHT] = [85.6, 53.98];

/** Let somebody hold a bank card to the screen, so that 100 % is actual size on it; `done()` when that has changed. */
export function measureScreen(done) {
  const box = h("div", { class: "bank-card", "aria-hidden": "true" });
  const show = (perMm) => {
    box.style.width = `${CARD_WIDTH * perMm}px`;
    box.style.height = `${CARD_HEIGHT * perMm}px`;
    box.style.borderRadius = `${3.18 * perMm}px`;
  };
  const slider = h("input", {
    type: "range",
    min: 1.5,
    max: 12,
    step: 0.01,
    named: "bank_card_width",
    oninput: () => show(Number(slider.value)),
  });
  slider.value = pixelsPerMm();
  show(pixelsPerMm());
  const keep = (perMm) => {
    if (perMm === null) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, perMm);
    dialog.close();
    done();
  };
  const dialog = opened({ class: "measure", named: "measure" }, [
    h("h2", { text: t("measure") }),
    h("p", { text: t("measure_how") }),
    box,
    slider,
    h("div", { class: "line" },
      button("keep", () => keep(slider.value), { class: "primary" }),
      button("measure_reset", () => keep(null)),
      button("cancel", () => dialog.close()),
    ),
  ]);
}
