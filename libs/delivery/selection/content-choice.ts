import { RoaringBitmap32 } from 'roaring-wasm';

/** Users that a content reaches, by platform number or 0 for the inbox. */
export type ContentReach = ReadonlyMap<number, RoaringBitmap32>;

/**
 * Chooses one content for each user: the preferred one where it reaches her, else the first in order. A user who stands back
 * for another one with her address goes to the next one that reaches her. A content that was left is never tried again, so
 * the choice ends.
 */
export class ContentChoice {
  /** Users of each content. */
  readonly chosen: readonly RoaringBitmap32[];
  /** Users that each content reaches and who have not left it. */
  private readonly open: readonly RoaringBitmap32[];
  private pending: RoaringBitmap32;

  /** @param preferred  users by the content that they prefer; absent: the order alone counts */
  constructor(
    reach: readonly ContentReach[],
    private readonly preferred?: readonly RoaringBitmap32[],
  ) {
    this.open = reach.map((byPlatform) => RoaringBitmap32.orMany([...byPlatform.values()]));
    this.chosen = reach.map(() => new RoaringBitmap32());
    this.pending = RoaringBitmap32.orMany(this.open);
  }

  /** Assigns everyone who has no content. @returns indexes of the contents that got someone */
  assign(): number[] {
    const got = new Set<number>();
    for (const [content, preferring] of (this.preferred ?? []).entries()) {
      this.take(content, RoaringBitmap32.and(this.pending, preferring), got);
    }
    for (const content of this.open.keys()) {
      this.take(content, new RoaringBitmap32(this.pending), got);
    }
    return [...got];
  }

  /** Users leave their content, and wait for another one. */
  reject(content: number, uids: RoaringBitmap32): void {
    this.open[content]?.andNotInPlace(uids);
    this.chosen[content]?.andNotInPlace(uids);
    this.pending.orInPlace(uids);
  }

  /** Keeps some users alone. */
  restrict(uids: RoaringBitmap32): void {
    this.chosen.forEach((users) => users.andInPlace(uids));
  }

  dispose(): void {
    [...this.open, ...this.chosen, ...(this.preferred ?? []), this.pending].forEach((users) => users.dispose());
  }

  private take(content: number, candidates: RoaringBitmap32, got: Set<number>): void {
    const open = this.open[content];
    if (open) {
      candidates.andInPlace(open);
    }
    if (open && candidates.size > 0) {
      this.chosen[content]?.orInPlace(candidates);
      this.pending.andNotInPlace(candidates);
      got.add(content);
    }
    candidates.dispose();
  }
}
