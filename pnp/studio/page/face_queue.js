// Which faces are fetched next: those nearest to the view, a few at a time.

/** So many at once: each takes the page some ms when it comes. */
const AT_ONCE = 5;

/** Return a queue of boxes with a face: `want(boxes)` says which to fill, the most urgent first. */
export function faceQueue() {
  let wanted = [];
  let loading = 0;
  const pump = () => {
    while (loading < AT_ONCE && wanted.length) {
      const box = wanted.shift();
      if (box.asked) continue;
      loading += 1;
      box.load().then(() => {
        loading -= 1;
        requestAnimationFrame(pump); // the page shows what has come before it takes more
      });
    }
  };
  return {
    want(boxes) {
      wanted = boxes;
      pump();
    },
  };
}
