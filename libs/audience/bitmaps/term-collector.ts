import { bitmapOf, emptyBitmap, free, type Bitmap } from './bitmap.js';
import { isValueTerm, LONGEST_TERM } from './terms.js';

/** Different values of one attribute in one slice; with more of them the attribute is looked up in SQL. */
const MOST_VALUES = 10_000;
/** Uids that wait to be added together: adding one by one crosses into the bitmap's memory each time. */
const WAITING = 1024;

interface Collected {
  waiting: number[];
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
  private readonly aspects = new Map<string, Map<string, Collected>>();

  constructor(
    readonly rare: Set<string>,
    private readonly mostValues = MOST_VALUES,
  ) {}

  put(aspect: string, term: string, uid: number): void {
    if (isValueTerm(term) && (this.rare.has(aspect) || term.length > LONGEST_TERM)) {
      this.forget(aspect);
      return;
    }
    const terms = this.termsOf(aspect);
    let collected = terms.get(term);
    if (!collected) {
      collected = { waiting: [], bitmap: undefined };
      terms.set(term, collected);
      if (terms.size > this.mostValues) {
        this.forget(aspect);
      }
    }
    collected.waiting.push(uid);
    if (collected.waiting.length >= WAITING) {
      settle(collected);
    }
  }

  /** Everything collected, as bitmaps that the caller disposes of. The collector is empty afterwards. */
  *take(): Generator<TermMembers> {
    for (const [aspect, terms] of this.aspects) {
      for (const [term, collected] of terms) {
        yield { aspect, term, members: settle(collected) };
      }
    }
    this.aspects.clear();
  }

  dispose(): void {
    for (const { members } of this.take()) {
      free(members);
    }
  }

  private termsOf(aspect: string): Map<string, Collected> {
    let terms = this.aspects.get(aspect);
    if (!terms) {
      terms = new Map<string, Collected>();
      this.aspects.set(aspect, terms);
    }
    return terms;
  }

  /** Values of the aspect are no terms from now on; who has the attribute at all, and its bits, stay. */
  private forget(aspect: string): void {
    if (this.rare.has(aspect)) {
      return;
    }
    this.rare.add(aspect);
    const terms = this.termsOf(aspect);
    for (const [term, collected] of terms) {
      if (isValueTerm(term)) {
        free(collected.bitmap);
        terms.delete(term);
      }
    }
  }
}

/** Uids come in the order of the rows; added in their own order each is put behind the last one, not among many. */
function settle(collected: Collected): Bitmap {
  if (collected.waiting.length > 0) {
    const added = bitmapOf(Uint32Array.from(collected.waiting).sort());
    if (collected.bitmap) {
      collected.bitmap.orInPlace(added);
      free(added);
    } else {
      collected.bitmap = added;
    }
    collected.waiting = [];
  }
  collected.bitmap ??= emptyBitmap();
  return collected.bitmap;
}
