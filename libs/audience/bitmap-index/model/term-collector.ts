import { createBitmap, createEmptyBitmap, disposeBitmaps, type Bitmap } from './bitmap.js';
import { isValueTerm, MAX_TERM_LENGTH } from './terms.js';

/** Different values of one attribute in one slice; with more of them the attribute is looked up in SQL. */
const MAX_VALUES = 10_000;
/** Uids that wait to be added together: adding one by one crosses into the bitmap's memory each time. */
const BATCH_SIZE = 1024;

interface PendingTerm {
  pendingUids: number[];
  bitmap: Bitmap | undefined;
}

/** A term and who has it. */
export interface TermMembers {
  aspect: string;
  term: string;
  members: Bitmap;
}

/**
 * Collects the terms of one slice.
 *
 * @property rare  aspects whose values are not collected; grows when there turn out to be too many, or too long ones
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

  /** Everything collected, as bitmaps that the caller disposes of. The collector is empty afterwards. */
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

  /** Values of the aspect are no terms from now on; who has the attribute at all, and its bits, stay. */
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

/** Uids come in the order of the rows; added in their own order each is put behind the last one, not among many. */
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
