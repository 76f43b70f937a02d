// Which faces are fetched next: those nearest to the view, a few at a time.

/**
 * So many at once: each takes the page some ms when it comes. Those that must be drawn first take longer, and a browser asks
 * a server only six things at a time: what somebody does meanwhile would wait for them.
 */
const AT_ONCE = { drawn: 5, slow: 2 };
const SLOW_MS = 200;

let wanted = [];
let loading = 0;
let most = AT_ONCE.slow;

/** Fill these boxes with their faces, the most urgent first, and no others: those of a view that was left. */
export function wantFaces(boxes) {
  wanted = boxes;
  pump();
}

function pump() {
  while (loading < most && wanted.length) {
    const box = wanted.shift();
    if (box.asked) continue;
    loading += 1;
    const began = performance.now();
    box.load().then(() => {
      loading -= 1;
      most = performance.now() - began > SLOW_MS ? AT_ONCE.slow : AT_ONCE.drawn;
      requestAnimationFrame(pump); // the page shows what has come before it takes more
    });
  }
}
