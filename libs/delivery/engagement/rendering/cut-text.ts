import type { OwnLinkName } from '#libs/content/template';

/** A position in a body with a value for each recipient. @property isEncoded  it is a part of another address */
export type Slot =
  | { kind: 'link'; index: number; url: string }
  | { kind: 'own'; name: OwnLinkName; isEncoded: boolean }
  | { kind: 'end' };

/** A body that is cut at its slots: `pieces` has one more entry than `slots`. */
export interface CutText {
  pieces: readonly string[];
  slots: readonly Slot[];
}

/** A part of a body for which a slot stands. */
export interface SlotRange {
  start: number;
  end: number;
  slot: Slot;
}

/** Cuts a body. @param ranges  in any order, none over another one */
export function cutText(text: string, ranges: readonly SlotRange[]): CutText {
  const ordered = ranges.toSorted((a, b) => a.start - b.start);
  let from = 0;
  const pieces = ordered.map(({ start, end }) => {
    const piece = text.slice(from, start);
    from = end;
    return piece;
  });
  return { pieces: [...pieces, text.slice(from)], slots: ordered.map(({ slot }) => slot) };
}

/** Joins a body. @param fill  the value of a slot; it must need no escaping in an attribute */
export function joinText({ pieces, slots }: CutText, fill: (slot: Slot) => string): string {
  let text = pieces[0] ?? '';
  for (const [index, slot] of slots.entries()) {
    text += fill(slot) + (pieces[index + 1] ?? '');
  }
  return text;
}
