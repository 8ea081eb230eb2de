// Finds imports that lead back to the file that has them, by Tarjan's search for strongly connected files.

/**
 * @param {Map<string, import('./read-imports.mjs').Import[]>} imports
 * @returns {Map<string, Set<string>>} by each file, those that it imports and that reach it again
 */
export function findCircular(imports) {
  const circleOf = numberCircles(imports);
  const circular = new Map();
  for (const [from, targets] of imports) {
    const back = targets.filter(({ to }) => circleOf.get(to) === circleOf.get(from)).map(({ to }) => to);
    circular.set(from, new Set(back));
  }
  return circular;
}

/** Gives files that reach each other the same number, without recursion: chains of imports are long. */
function numberCircles(imports) {
  const order = new Map();
  const low = new Map();
  const circleOf = new Map();
  const open = [];
  for (const root of imports.keys()) {
    const path = order.has(root) ? [] : [enter(root)];
    while (path.length > 0) {
      const { file, targets } = path.at(-1);
      const { done, value } = targets.next();
      if (!done && !order.has(value.to)) {
        path.push(enter(value.to));
      } else if (!done && !circleOf.has(value.to)) {
        low.set(file, Math.min(low.get(file), order.get(value.to)));
      } else if (done) {
        leave(file);
        path.pop();
        path.slice(-1).forEach(({ file: above }) => low.set(above, Math.min(low.get(above), low.get(file))));
      }
    }
  }
  return circleOf;

  function enter(file) {
    order.set(file, order.size);
    low.set(file, order.get(file));
    open.push(file);
    return { file, targets: (imports.get(file) ?? []).values() };
  }

  /** The first file of a circle that was entered is the last to be left. */
  function leave(file) {
    if (low.get(file) === order.get(file)) {
      for (let last; last !== file;) {
        last = open.pop();
        circleOf.set(last, order.get(file));
      }
    }
  }
}
