import { RoaringBitmap32 } from 'roaring-wasm';
import { groupBy } from '#platform/collections';
import { BUCKETS } from '#platform/ids';
import type { Mode } from '../targets/target.js';

/** Uids of one slice are stored in one row. Slices are independent, so their counts can be added. */
const SLICE_SIZE = 2 ** 20;

/** Stands for all members, with any installations or none. Other numbers are platforms. */
export const ALL_PLATFORMS = 0;

/**
 * Members of a segment as stored: a roaring bitmap of the absolute uids in the portable format (RoaringFormatSpec),
 * which other tools can read.
 */
export interface MemberSlice {
  platform: number;
  slice: number;
  n: number;
  members: Buffer;
}

/** Users who joined a segment, and users who left it: sorted uids. */
export interface MembershipChanges {
  joined: readonly number[];
  left: readonly number[];
}

/** Collects members in any order, in memory outside the JavaScript heap: about 2 bits to 2 bytes each. */
export class MemberCollector {
  private readonly bitmaps = new Map<string, { platform: number; slice: number; bitmap: RoaringBitmap32 }>();
  /** Keys of the bitmaps that `setMember` has changed. */
  private readonly dirty = new Set<string>();
  private readonly joined: number[] = [];
  private readonly left: number[] = [];

  /** Starts with stored members. */
  static fromStored(stored: readonly MemberSlice[]): MemberCollector {
    const collector = new MemberCollector();
    for (const { platform, slice, members } of stored) {
      const bitmap = RoaringBitmap32.deserialize('portable', members);
      collector.bitmaps.set(`${platform}/${slice}`, { platform, slice, bitmap });
    }
    return collector;
  }

  add(platform: number, uids: readonly number[]): void {
    for (const [slice, sliceUids] of groupBy(uids, sliceOfMember)) {
      this.getBitmap(platform, slice).addMany(sliceUids);
    }
  }

  /** Adds members of one slice. */
  addSlice(platform: number, slice: number, uids: Uint32Array): void {
    if (uids.length > 0) {
      this.getBitmap(platform, slice).addMany(uids);
    }
  }

  /** Lists the platforms with members. */
  listPlatforms(): number[] {
    return [...new Set([...this.bitmaps.values()].map(({ platform }) => platform))].filter(
      (platform) => platform !== ALL_PLATFORMS,
    );
  }

  has(platform: number, uid: number): boolean {
    return this.bitmaps.get(`${platform}/${sliceOfMember(uid)}`)?.bitmap.has(uid) === true;
  }

  /** Adds or removes one member. */
  setMember(platform: number, uid: number, isMember: boolean): void {
    if (this.has(platform, uid) === isMember) {
      return;
    }
    const bitmap = this.getBitmap(platform, sliceOfMember(uid));
    if (platform === ALL_PLATFORMS) {
      (isMember ? this.joined : this.left).push(uid);
    }
    if (isMember) {
      bitmap.add(uid);
    } else {
      bitmap.remove(uid);
    }
    this.dirty.add(`${platform}/${sliceOfMember(uid)}`);
  }

  /** Slices that `setMember` has changed, including empty ones. */
  changedSlices(): MemberSlice[] {
    return [...this.dirty].flatMap((key) => {
      const entry = this.bitmaps.get(key);
      return entry ? [toMemberSlice(entry)] : [];
    });
  }

  /** Members that `setMember` has added or removed; it is called once for each user. */
  membershipChanges(): MembershipChanges {
    const sorted = (uids: readonly number[]): number[] => uids.toSorted((a, b) => a - b);
    return { joined: sorted(this.joined), left: sorted(this.left) };
  }

  /** Slices with members, ordered by platform and slice. Equal members always give equal bytes. */
  slices(): MemberSlice[] {
    return [...this.bitmaps.values()]
      .filter(({ bitmap }) => !bitmap.isEmpty)
      .toSorted((a, b) => a.platform - b.platform || a.slice - b.slice)
      .map(toMemberSlice);
  }

  /** Frees the bitmaps, whose memory is not garbage collected. */
  dispose(): void {
    for (const { bitmap } of this.bitmaps.values()) {
      bitmap.dispose();
    }
  }

  /** Removes everything collected. */
  clear(): void {
    this.dispose();
    this.bitmaps.clear();
    this.dirty.clear();
  }

  private getBitmap(platform: number, slice: number): RoaringBitmap32 {
    const key = `${platform}/${slice}`;
    const existing = this.bitmaps.get(key);
    if (existing) {
      return existing.bitmap;
    }
    const bitmap = new RoaringBitmap32();
    this.bitmaps.set(key, { platform, slice, bitmap });
    return bitmap;
  }
}

/** Compares the members of two versions of a segment, slice by slice: one has up to a million of them. */
export function* compareVersions(
  before: readonly MemberSlice[],
  after: readonly MemberSlice[],
): Generator<MembershipChanges> {
  const all = (slices: readonly MemberSlice[]) =>
    new Map(slices.flatMap(({ platform, slice, members }) => (platform === ALL_PLATFORMS ? [[slice, members]] : [])));
  const [earlier, later] = [all(before), all(after)];
  for (const slice of new Set([...earlier.keys(), ...later.keys()])) {
    const [old, current] = [earlier.get(slice), later.get(slice)].map(toBitmap);
    if (old && current) {
      yield { joined: listMissing(old, current), left: listMissing(current, old) };
    }
    old?.dispose();
    current?.dispose();
  }
}

function toBitmap(members: Buffer | undefined): RoaringBitmap32 {
  return members ? RoaringBitmap32.deserialize('portable', members) : new RoaringBitmap32();
}

/** Members of the second bitmap that the first one lacks. */
function listMissing(from: RoaringBitmap32, of: RoaringBitmap32): number[] {
  const missing = RoaringBitmap32.andNot(of, from);
  try {
    return [...missing.toUint32Array()];
  } finally {
    missing.dispose();
  }
}

function toMemberSlice({
  platform,
  slice,
  bitmap,
}: {
  platform: number;
  slice: number;
  bitmap: RoaringBitmap32;
}): MemberSlice {
  bitmap.runOptimize();
  return { platform, slice, n: bitmap.size, members: Buffer.from(bitmap.serialize('portable')) };
}

/**
 * Combines the members of one slice of several segments, within a range of buckets.
 *
 * @param mode    `all`: in every segment; otherwise in at least one
 * @param stored  one bitmap for each segment with members in the slice
 * @param count   the number of segments
 */
export function combineMembers(
  mode: Mode,
  stored: readonly Buffer[],
  count: number,
  vbFrom: number,
  vbTo: number,
): number[] {
  const [first, ...rest] = stored;
  if (!first || (mode === 'all' && stored.length < count)) {
    return [];
  }
  return withBitmap(first, (combined) => {
    for (const members of rest) {
      withBitmap(members, (bitmap) => (mode === 'all' ? combined.andInPlace(bitmap) : combined.orInPlace(bitmap)));
    }
    const uids: number[] = [];
    for (const uid of combined.toUint32Array()) {
      const vb = uid % BUCKETS;
      if (vb >= vbFrom && vb < vbTo) {
        uids.push(uid);
      }
    }
    return uids;
  });
}

/**
 * Lists members of a slice after a uid, ascending.
 *
 * @param after  -1: from the first member
 * @param skip   members to leave out
 */
export function listMembersAfter(stored: Buffer, after: number, skip: number, limit: number): number[] {
  return withBitmap(stored, (bitmap) => {
    const from = (after < 0 ? 0 : bitmap.rank(after)) + skip;
    return bitmap.sliceArray(from, from + limit);
  });
}

/** The slice of a user. */
export function sliceOfMember(uid: number): number {
  return Math.floor(uid / SLICE_SIZE);
}

export function hasMember(stored: Buffer, uid: number): boolean {
  return withBitmap(stored, (bitmap) => bitmap.has(uid));
}

/** Selects the members among some uids. */
export function selectMembers(stored: Buffer, uids: readonly number[]): number[] {
  return withBitmap(stored, (bitmap) => uids.filter((uid) => bitmap.has(uid)));
}

function withBitmap<R>(stored: Buffer, read: (bitmap: RoaringBitmap32) => R): R {
  const bitmap = RoaringBitmap32.deserialize('portable', stored);
  try {
    return read(bitmap);
  } finally {
    bitmap.dispose();
  }
}
