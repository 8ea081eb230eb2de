import { groupBy } from '#platform/collections';
import { createBitmap, readBitmap, writeBitmap, type Bitmap, disposeBitmaps } from './bitmap.js';
import type { TermMembers } from './term-collector.js';

/**
 * The change of one aspect: users removed from all its terms, then users added per term. The aspect `*` stands for all
 * aspects.
 */
export interface AspectChange {
  aspect: string;
  removed: Bitmap;
  added: Map<string, Bitmap>;
}

type Header = [aspect: string, removed: number, terms: [term: string, bytes: number][]][];

/**
 * Writes the changes of one slice in stored form: the length of a header (4 bytes, big-endian), the header (JSON:
 * aspects, terms and the byte length of each bitmap), then the bitmaps in the order of the header. The aspect `*` comes
 * first. Disposes of the terms.
 */
export function writeDelta(removed: ReadonlyMap<string, readonly number[]>, addedTerms: Iterable<TermMembers>): Buffer {
  const terms = Array.from(addedTerms, ({ aspect, term, members }) => {
    const content = writeBitmap(members);
    disposeBitmaps(members);
    return { aspect, term, content };
  });
  const added = groupBy(terms, ({ aspect }) => aspect);
  const header: Header = [];
  const parts: Buffer[] = [];
  for (const aspect of new Set(['*', ...removed.keys(), ...added.keys()])) {
    const users = createBitmap(Uint32Array.from(removed.get(aspect) ?? []).sort());
    const left = writeBitmap(users);
    disposeBitmaps(users);
    const entries = added.get(aspect) ?? [];
    header.push([aspect, left.length, entries.map(({ term, content }) => [term, content.length])]);
    parts.push(left, ...entries.map(({ content }) => content));
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, ...parts]);
}

/** Reads the stored form. The caller disposes of the bitmaps. */
export function readDelta(content: Buffer): AspectChange[] {
  let at = 4 + content.readUInt32BE(0);
  const header = JSON.parse(content.toString('utf8', 4, at)) as Header;
  const take = (bytes: number): Bitmap => {
    at += bytes;
    return readBitmap(content.subarray(at - bytes, at));
  };
  return header.map(([aspect, bytes, terms]) => ({
    aspect,
    removed: take(bytes),
    added: new Map(terms.map(([term, length]) => [term, take(length)])),
  }));
}

export function disposeChange({ removed, added }: AspectChange): void {
  disposeBitmaps(removed);
  for (const members of added.values()) {
    disposeBitmaps(members);
  }
}
