// Which faces are fetched next: those nearest to the view, a few at a time, so that scrolling stays smooth.

const AT_ONCE = 4;

/** Return a queue of boxes with a face: `want(boxes)` says which ones are to be filled, the most urgent first. */
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
        pump();
      });
    }
  };
  return {
    want(boxes) {
      wanted = boxes.filter((box) => !box.asked);
      pump();
    },
  };
}
