import type { Bitmap } from '../model/bitmap.js';
import type { AspectChange } from '../model/delta-content.js';
import { SLICE_SIZE } from '../model/terms.js';
import { WORDS_PER_SLICE, type Words } from '../model/words.js';
import type { Circle } from './circle.js';
import { PlaceColumn } from './place-column.js';
import { MANY_PLACES, PLACE_TERMS } from './place-terms.js';

/**
 * Places of the users of one slice, in memory by user.
 *
 * @property within     one bit per user
 * @property undecided  positions of users that the rows have to decide
 */
export interface NearUsers {
  within: Words;
  undecided: number[];
}

/** The places of a slice, made of their terms: a circle then needs a look at few users, and no bit slice. */
export class PlaceColumns {
  private readonly columns: (PlaceColumn | undefined)[] = [];
  private readonly manyPlaces = new Set<number>();

  get bytes(): number {
    return this.columns.reduce((sum, column) => sum + (column?.bytes ?? 0), this.manyPlaces.size * 40);
  }

  apply(change: Pick<AspectChange, 'removed' | 'added'>): void {
    for (const uid of change.removed.toUint32Array()) {
      const at = uid % SLICE_SIZE;
      this.columns.forEach((column) => column?.clear(at));
      this.manyPlaces.delete(at);
    }
    this.add(change.added);
  }

  /** Adds users to terms. */
  add(terms: ReadonlyMap<string, Bitmap>): void {
    PLACE_TERMS.forEach(({ has, bits }, place) => {
      const users = terms.get(has);
      if (!users || users.isEmpty) {
        return;
      }
      const column = (this.columns[place] ??= new PlaceColumn());
      column.put(
        users.toUint32Array(),
        bits.map((term) => terms.get(term)),
      );
    });
    for (const uid of terms.get(MANY_PLACES)?.toUint32Array() ?? []) {
      this.manyPlaces.add(uid % SLICE_SIZE);
    }
  }

  find(circle: Circle): NearUsers {
    const within: Words = new Int32Array(WORDS_PER_SLICE);
    const undecided = new Set(this.manyPlaces);
    this.columns.forEach((column) => column?.find(circle, { within, undecided }));
    return {
      within,
      undecided: [...undecided].filter((at) => (((within[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 0),
    };
  }
}
