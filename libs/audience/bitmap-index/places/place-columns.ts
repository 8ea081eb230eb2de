import type { Bitmap } from '../model/bitmap.js';
import type { AspectChange } from '../model/delta-content.js';
import { SLICE_SIZE } from '../model/terms.js';
import { WORDS_PER_SLICE, type Words } from '../model/words.js';
import { AROUND, type Circle } from './circle.js';
import { LATITUDE_BITS, MANY_PLACES, PLACE_TERMS } from './place-terms.js';

/** No place: below every latitude of the grid. */
const NOWHERE = -1;
/** Users whom the columns have room for at first: a small application takes little memory, and no time. */
const LEAST_SIZE = 1024;

/** One place of each user of a slice, on the grid, up to the last user who has one. */
interface Column {
  latitudes: Int32Array;
  longitudes: Int32Array;
}

/**
 * Places of the users of one slice, in memory by user.
 *
 * @property within     one bit per user
 * @property undecided  positions of users whom the rows have to decide
 */
export interface NearUsers {
  within: Words;
  undecided: number[];
}

/** The places of a slice, made of their terms: a circle then needs one look at each user, and no bit slice. */
export class PlaceColumns {
  private readonly columns: (Column | undefined)[] = [];
  private readonly manyPlaces = new Set<number>();

  get bytes(): number {
    return this.columns.reduce((sum, column) => sum + (column?.latitudes.length ?? 0) * 8, this.manyPlaces.size * 40);
  }

  apply(change: Pick<AspectChange, 'removed' | 'added'>): void {
    for (const uid of change.removed.toUint32Array()) {
      const at = uid % SLICE_SIZE;
      // Beyond its end an array takes nothing.
      this.columns.forEach((column) => column && (column.latitudes[at] = NOWHERE));
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
      const uids = users.toUint32Array();
      const column = growColumn(this.columns[place], ((uids.at(-1) ?? 0) % SLICE_SIZE) + 1);
      this.columns[place] = column;
      for (const uid of uids) {
        column.latitudes[uid % SLICE_SIZE] = 0;
        column.longitudes[uid % SLICE_SIZE] = 0;
      }
      bits.forEach((term, bit) => setBits(column, bit, terms.get(term)));
    });
    for (const uid of terms.get(MANY_PLACES)?.toUint32Array() ?? []) {
      this.manyPlaces.add(uid % SLICE_SIZE);
    }
  }

  find(circle: Circle): NearUsers {
    const within: Words = new Int32Array(WORDS_PER_SLICE);
    const undecided = new Set(this.manyPlaces);
    this.columns.forEach((column) => column && scan(column, circle, within, undecided));
    return {
      within,
      undecided: [...undecided].filter((at) => (((within[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 0),
    };
  }
}

function growColumn(column: Column | undefined, users: number): Column {
  if (column && column.latitudes.length >= users) {
    return column;
  }
  const size = Math.min(SLICE_SIZE, Math.max(LEAST_SIZE, 2 ** Math.ceil(Math.log2(users))));
  const grown = { latitudes: new Int32Array(size).fill(NOWHERE), longitudes: new Int32Array(size) };
  grown.latitudes.set(column?.latitudes ?? []);
  grown.longitudes.set(column?.longitudes ?? []);
  return grown;
}

function setBits({ latitudes, longitudes }: Column, bit: number, users: Bitmap | undefined): void {
  const isLatitude = bit < LATITUDE_BITS;
  const [values, set] = isLatitude ? [latitudes, 1 << bit] : [longitudes, 1 << (bit - LATITUDE_BITS)];
  for (const uid of users?.toUint32Array() ?? []) {
    const at = uid % SLICE_SIZE;
    values[at] = (values[at] as number) | set;
  }
}

/** A loop without calls, but for users near the line of the circle: it looks at a million users. */
function scan({ latitudes, longitudes }: Column, circle: Circle, within: Words, undecided: Set<number>): void {
  const { south, north, step, inner, outer, centre } = circle;
  for (let at = 0; at < latitudes.length; at++) {
    const latitude = latitudes[at] as number;
    if (latitude < south || latitude > north) {
      continue;
    }
    const longitude = longitudes[at] as number;
    const apart = Math.abs(longitude - centre);
    const across = apart > AROUND / 2 ? AROUND - apart : apart;
    const row = ((latitude - south) / step) | 0;
    if (across > (outer[row] as number)) {
      continue;
    }
    const isWithin = across <= (inner[row] as number) || circle.contains(latitude, longitude);
    if (isWithin) {
      within[at >>> 5] = (within[at >>> 5] as number) | (1 << (at & 31));
    } else if (isWithin === undefined) {
      undecided.add(at);
    }
  }
}
