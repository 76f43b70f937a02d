// Which faces are fetched next: those nearest to the view, a few at a time.

/** So many at once while somebody scrolls, and while nobody does: each takes the page some ms when it comes. */
const [SCROLLING, STILL] = [2, 5];

/** Return a queue of boxes with a face: `want(boxes, still)` says which to fill, the most urgent first. */
export function faceQueue() {
  let wanted = [];
  let loading = 0;
  let most = STILL;
  const pump = () => {
    while (loading < most && wanted.length) {
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
    want(boxes, still) {
      wanted = boxes.filter((box) => !box.asked);
      most = still ? STILL : SCROLLING;
      pump();
    },
  };
}
