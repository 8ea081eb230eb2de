import { createBitmap, readBitmap, writeBitmap, type Bitmap, disposeBitmaps } from './bitmap.js';
import type { TermMembers } from './term-collector.js';

/** Users who leave all terms of an aspect (of all aspects where it is `*`), and those of its terms that they join. */
export interface AspectChange {
  aspect: string;
  removed: Bitmap;
  added: Map<string, Bitmap>;
}

type Header = [aspect: string, touched: number, terms: [term: string, bytes: number][]][];

/**
 * The changes of one slice in stored form: the length of a header (4 bytes, big-endian), the header (JSON: each aspect,
 * the bytes of its touched users, its terms and their bytes), then the bitmaps in the header's order. What leaves all
 * aspects comes first. Disposes of the terms.
 */
export function writeDelta(removed: ReadonlyMap<string, readonly number[]>, addedTerms: Iterable<TermMembers>): Buffer {
  const added = new Map<string, [string, Buffer][]>();
  for (const { aspect, term, members } of addedTerms) {
    const entries = added.get(aspect);
    const entry: [string, Buffer] = [term, writeBitmap(members)];
    disposeBitmaps(members);
    if (entries) {
      entries.push(entry);
    } else {
      added.set(aspect, [entry]);
    }
  }
  const header: Header = [];
  const parts: Buffer[] = [];
  for (const aspect of new Set(['*', ...removed.keys(), ...added.keys()])) {
    const users = createBitmap(Uint32Array.from(removed.get(aspect) ?? []).sort());
    const left = writeBitmap(users);
    disposeBitmaps(users);
    const entries = added.get(aspect) ?? [];
    header.push([aspect, left.length, entries.map(([term, { length }]) => [term, length])]);
    parts.push(left, ...entries.map(([, members]) => members));
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, ...parts]);
}

/** The caller disposes of what it gets. */
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

export function disposeChange({ removed: touched, added: joined }: AspectChange): void {
  disposeBitmaps(touched);
  for (const members of joined.values()) {
    disposeBitmaps(members);
  }
}
