import { diffLines } from 'diff';

export const SIGNS = ['same', 'add', 'remove', 'gap'] as const;
export type Sign = (typeof SIGNS)[number];

export interface Line {
  sign: Sign;
  text: string;
}

/** Lines that stay are shown this far from a changed one. */
const CONTEXT = 3;

/** The work grows with the square of the changed lines, on the thread of all requests: about 0.1 s for so many. */
const MOST_CHANGED = 1000;

/**
 * The lines of two texts, with what changes. Where more than a thousand lines change, all of both are reported. Of longer parts
 * that stay only their ends are there, with a gap between.
 */
export function toLines(before: string, after: string): Line[] {
  const parts = diffLines(before, after, { maxEditLength: MOST_CHANGED })?.map(({ added, removed, value }) => ({
    sign: added ? ('add' as const) : removed ? ('remove' as const) : ('same' as const),
    texts: linesOf(value),
  }));
  if (!parts) {
    return [
      ...linesOf(before).map((text) => ({ sign: 'remove' as const, text })),
      ...linesOf(after).map((text) => ({ sign: 'add' as const, text })),
    ];
  }
  return parts.flatMap(({ sign, texts }, index): Line[] => {
    const head = index === 0 ? 0 : CONTEXT;
    const tail = index === parts.length - 1 ? 0 : CONTEXT;
    if (sign !== 'same' || texts.length <= head + tail + 1) {
      return texts.map((text) => ({ sign, text }));
    }
    return [
      ...texts.slice(0, head).map((text) => ({ sign, text })),
      { sign: 'gap', text: '' },
      ...(tail === 0 ? [] : texts.slice(-tail)).map((text) => ({ sign, text })),
    ];
  });
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}
