import { createBitmap, createEmptyBitmap, disposeBitmaps, type Bitmap } from './bitmap.js';
import { isValueTerm, MAX_TERM_LENGTH } from './terms.js';

/** Distinct values of one attribute in one slice. An attribute with more values is read from the rows. */
const MAX_VALUES = 10_000;
/** Uids are added in batches: each call crosses into the bitmap's memory. */
const BATCH_SIZE = 1024;

interface PendingTerm {
  pendingUids: number[];
  bitmap: Bitmap | undefined;
}

/** A term and its users. */
export interface TermMembers {
  aspect: string;
  term: string;
  members: Bitmap;
}

/**
 * Collects the terms of one slice.
 *
 * @property unindexed  aspects whose values are not collected; grows with aspects that have too many or too long values
 */
export class TermCollector {
  private readonly aspects = new Map<string, Map<string, PendingTerm>>();

  constructor(
    readonly unindexed: Set<string>,
    private readonly maxValues = MAX_VALUES,
  ) {}

  put(aspect: string, term: string, uid: number): void {
    if (isValueTerm(term) && (this.unindexed.has(aspect) || term.length > MAX_TERM_LENGTH)) {
      this.markUnindexed(aspect);
      return;
    }
    const terms = this.getTerms(aspect);
    let collected = terms.get(term);
    if (!collected) {
      collected = { pendingUids: [], bitmap: undefined };
      terms.set(term, collected);
      if (terms.size > this.maxValues) {
        this.markUnindexed(aspect);
      }
    }
    collected.pendingUids.push(uid);
    if (collected.pendingUids.length >= BATCH_SIZE) {
      flush(collected);
    }
  }

  /** Yields everything collected and empties the collector. The caller disposes of the bitmaps. */
  *take(): Generator<TermMembers> {
    for (const [aspect, terms] of this.aspects) {
      for (const [term, collected] of terms) {
        yield { aspect, term, members: flush(collected) };
      }
    }
    this.aspects.clear();
  }

  dispose(): void {
    for (const { members } of this.take()) {
      disposeBitmaps(members);
    }
  }

  private getTerms(aspect: string): Map<string, PendingTerm> {
    let terms = this.aspects.get(aspect);
    if (!terms) {
      terms = new Map<string, PendingTerm>();
      this.aspects.set(aspect, terms);
    }
    return terms;
  }

  /** Stops collecting the values of an aspect. The terms `has` and the bit slices remain. */
  private markUnindexed(aspect: string): void {
    if (this.unindexed.has(aspect)) {
      return;
    }
    this.unindexed.add(aspect);
    const terms = this.getTerms(aspect);
    for (const [term, collected] of terms) {
      if (isValueTerm(term)) {
        disposeBitmaps(collected.bitmap);
        terms.delete(term);
      }
    }
  }
}

/** Sorts the uids: appending in order is faster than inserting into the middle. */
function flush(collected: PendingTerm): Bitmap {
  if (collected.pendingUids.length > 0) {
    const added = createBitmap(Uint32Array.from(collected.pendingUids).sort());
    if (collected.bitmap) {
      collected.bitmap.orInPlace(added);
      disposeBitmaps(added);
    } else {
      collected.bitmap = added;
    }
    collected.pendingUids = [];
  }
  collected.bitmap ??= createEmptyBitmap();
  return collected.bitmap;
}
