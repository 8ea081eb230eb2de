import type { Bitmap } from '../model/bitmap.js';
import { SLICE_SIZE } from '../model/terms.js';
import { WORDS_PER_SLICE, type Words } from '../model/words.js';
import { AROUND, type Circle } from './circle.js';
import { PlaceCells, type Places } from './place-cells.js';
import { LATITUDE_BITS } from './place-terms.js';
import { renewSoon } from './cell-renewals.js';

/** No place: below every latitude of the grid. */
const NOWHERE = -1;
/** Users that a column has space for at first: a small application takes little memory, and no time. */
const LEAST_SIZE = 1024;
/** A user in memory: latitude, longitude, a position in the cells, and a share of their parts. */
const BYTES_PER_USER = 14;
/** Fewer users are looked at one by one, without cells. */
const LEAST_IN_CELLS = 65_536;
/** Users who changed since the cells were made are looked at one by one. From this share of all on, cells are made again soon. */
const MANY_CHANGED = 1 / 64;
/** From this share on, the next circle waits for it. */
const MOST_CHANGED = 1 / 8;

/**
 * The users that a circle finds.
 *
 * @property within     one bit per user
 * @property undecided  positions of users that the rows have to decide
 */
export interface Found {
  within: Words;
  undecided: Set<number>;
}

/** One place of each user of a slice, on the grid, up to the last user who has one. */
export class PlaceColumn implements Places {
  latitudes = new Int32Array(0);
  longitudes = new Uint32Array(0);
  private cells: PlaceCells | undefined;
  /** Users that the cells do not have, or have elsewhere: their positions, how many, and one bit for each. */
  private changed = new Int32Array(0);
  private changedCount = 0;
  private changedWords: Words = new Int32Array(0);

  get bytes(): number {
    const users = this.latitudes.length;
    const inCells = users < LEAST_IN_CELLS ? 0 : PlaceCells.BYTES + WORDS_PER_SLICE * 4;
    return users * BYTES_PER_USER + inCells + this.changed.byteLength;
  }

  /** A user has no place any more. */
  clear(at: number): void {
    // Beyond the end no one has one.
    if (at < this.latitudes.length) {
      this.latitudes[at] = NOWHERE;
      this.noteChange(at);
    }
  }

  /**
   * Users get a place.
   *
   * @param users  in ascending order
   * @param bits   the users of each bit of the place
   */
  put(users: Uint32Array, bits: readonly (Bitmap | undefined)[]): void {
    this.grow(((users.at(-1) ?? 0) % SLICE_SIZE) + 1);
    for (const uid of users) {
      const at = uid % SLICE_SIZE;
      this.latitudes[at] = 0;
      this.longitudes[at] = 0;
      this.noteChange(at);
    }
    bits.forEach((members, bit) => members && this.setBit(bit, members));
  }

  /** Adds the users whose place is in a circle to those that were found. */
  find(circle: Circle, found: Found): void {
    if (this.latitudes.length < LEAST_IN_CELLS) {
      this.scan(undefined, circle, found);
      return;
    }
    const { within, near } = this.findCells().findAround(circle, this);
    within.forEach((positions) => this.take(positions, found));
    [...near, this.changed.subarray(0, this.changedCount)].forEach((positions) => this.scan(positions, circle, found));
  }

  private findCells(): PlaceCells {
    const isOld = this.changedCount > this.latitudes.length * MOST_CHANGED;
    return this.cells === undefined || isOld ? this.makeCells() : this.cells;
  }

  private makeCells(): PlaceCells {
    this.cells = new PlaceCells(this);
    this.changedCount = 0;
    this.changedWords = new Int32Array(WORDS_PER_SLICE);
    return this.cells;
  }

  private noteChange(at: number): void {
    if (this.cells === undefined) {
      return;
    }
    const word = this.changedWords[at >>> 5] as number;
    if (((word >>> (at & 31)) & 1) === 1) {
      return;
    }
    this.changedWords[at >>> 5] = word | (1 << (at & 31));
    if (this.changedCount === this.changed.length) {
      const longer = new Int32Array(Math.max(LEAST_SIZE, this.changed.length * 2));
      longer.set(this.changed);
      this.changed = longer;
    }
    this.changed[this.changedCount] = at;
    this.changedCount += 1;
    if (this.changedCount > this.latitudes.length * MANY_CHANGED) {
      renewSoon(this.renewal);
    }
  }

  /** Makes the cells again where they still have many changes. */
  private readonly renewal = (): void => {
    if (this.cells && this.changedCount > this.latitudes.length * MANY_CHANGED) {
      this.makeCells();
    }
  };

  private grow(users: number): void {
    if (this.latitudes.length >= users) {
      return;
    }
    const size = Math.min(SLICE_SIZE, Math.max(LEAST_SIZE, 2 ** Math.ceil(Math.log2(users))));
    const [latitudes, longitudes] = [new Int32Array(size).fill(NOWHERE), new Uint32Array(size)];
    latitudes.set(this.latitudes);
    longitudes.set(this.longitudes);
    [this.latitudes, this.longitudes] = [latitudes, longitudes];
  }

  private setBit(bit: number, users: Bitmap): void {
    const isLatitude = bit < LATITUDE_BITS;
    const [values, set] = isLatitude ? [this.latitudes, 1 << bit] : [this.longitudes, 1 << (bit - LATITUDE_BITS)];
    for (const uid of users.toUint32Array()) {
      const at = uid % SLICE_SIZE;
      values[at] = (values[at] as number) | set;
    }
  }

  /** Adds users who are within by their cell, but those who have moved since. */
  private take(positions: Int32Array, { within }: Found): void {
    const { changedWords } = this;
    for (let i = 0; i < positions.length; i++) {
      const at = positions[i] as number;
      within[at >>> 5] = (within[at >>> 5] as number) | ((1 << (at & 31)) & ~(changedWords[at >>> 5] as number));
    }
  }

  /**
   * A loop without calls, but for users near the line of the circle: it may look at a million users.
   *
   * @param positions  of the users to look at; undefined: of all
   */
  private scan(positions: Int32Array | undefined, circle: Circle, { within, undecided }: Found): void {
    const { latitudes, longitudes } = this;
    const { south, north, step, inner, outer, centre } = circle;
    const count = positions?.length ?? latitudes.length;
    for (let i = 0; i < count; i++) {
      const at = positions ? (positions[i] as number) : i;
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
}
