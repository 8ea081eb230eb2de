import { useState } from 'react';

interface Cursor {
  onBefore: (() => void) | undefined;
  onAfter: (() => void) | undefined;
}

/**
 * The way back through pages that know only what follows: remembers the cursors that led here. After a reload the way
 * back leads to the first page.
 *
 * @param after    cursor of the page that is shown; undefined at the first
 * @param next     cursor of the page behind it
 * @param setAfter  shows another page
 */
export function useCursor(
  after: string | undefined,
  next: string | null | undefined,
  setAfter: (after: string | undefined) => void,
): Cursor {
  const [trail, setTrail] = useState<readonly (string | undefined)[]>([]);
  return {
    onBefore:
      after === undefined
        ? undefined
        : () => {
            setAfter(trail.at(-1));
            setTrail(trail.slice(0, -1));
          },
    onAfter:
      next === null || next === undefined
        ? undefined
        : () => {
            setTrail([...trail, after]);
            setAfter(next);
          },
  };
}
