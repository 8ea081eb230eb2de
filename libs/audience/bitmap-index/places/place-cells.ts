import { AROUND, NORTH_POLE, type Circle } from './circle.js';
import { listRuns } from './cell-runs.js';

/** A cell has 2^22 lines of latitude and 2^23 of longitude: 47 km by at most 93 km. */
const LATITUDE_BITS = 22;
const LONGITUDE_BITS = 23;
const [HEIGHT, WIDTH] = [2 ** LATITUDE_BITS, 2 ** LONGITUDE_BITS];
const ROWS = (NORTH_POLE >>> LATITUDE_BITS) + 1;
const COLUMNS = (AROUND >>> LONGITUDE_BITS) + 1;
const CELLS = ROWS * COLUMNS;
const COLUMN_GRID = { origin: 0, size: WIDTH, count: COLUMNS };
/** A cell with so many users is in parts. */
const LEAST_IN_PARTS = 2048;
/** Up to 2^8 by 2^8 of them: 180 m by at most 360 m. */
const MOST_PART_BITS = 8;
/** Users of a part at least, on average: then the parts take two bytes a user. */
const LEAST_OF_PART = 2;

/** A place of each user, on the grid, by position; a latitude below 0: the user has none. */
export interface Places {
  latitudes: Int32Array;
  longitudes: Uint32Array;
}

/**
 * Positions of users, in pieces.
 *
 * @property within  of cells and parts that lie within the circle
 * @property near    of those that its line may cross
 */
export interface Around {
  within: Int32Array[];
  near: Int32Array[];
}

/** Users of a slice by cells, as they are when this is made: a circle looks at those of the cells on its line alone. */
export class PlaceCells {
  /** Positions of users, cell by cell from the south and the west, and in a cell part by part. */
  private readonly positions: Int32Array;
  /** The beginning of each cell in `positions`, and the end. */
  private readonly begins = new Int32Array(CELLS + 1);
  /** Beginnings of the parts of a cell, made when a circle first needs them. */
  private readonly parts = new Map<number, Int32Array>();

  /** Memory besides six bytes for each user: a position, and their share of the parts. */
  static readonly BYTES = (CELLS + 1) * 4;

  constructor({ latitudes, longitudes }: Places) {
    const { begins } = this;
    const cells = new Int32Array(latitudes.length);
    for (let at = 0; at < latitudes.length; at++) {
      const latitude = latitudes[at] as number;
      const cell = latitude < 0 ? -1 : cellOf(latitude, longitudes[at] as number);
      cells[at] = cell;
      if (cell >= 0) {
        begins[cell + 1] = (begins[cell + 1] as number) + 1;
      }
    }
    addUp(begins);
    this.positions = new Int32Array(begins[CELLS] as number);
    const ends = begins.slice();
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at] as number;
      if (cell >= 0) {
        const end = ends[cell] as number;
        this.positions[end] = at;
        ends[cell] = end + 1;
      }
    }
  }

  /** @param places  as now: users who moved since are in the cells of their former places */
  findAround(circle: Circle, places: Places): Around {
    const around: Around = { within: [], near: [] };
    for (let row = circle.south >>> LATITUDE_BITS; row <= circle.north >>> LATITUDE_BITS; row++) {
      const widths = circle.widthsOf(row * HEIGHT, (row + 1) * HEIGHT - 1);
      for (const { isWithin, first, last } of listRuns(circle.centre, widths, COLUMN_GRID)) {
        if (isWithin) {
          around.within.push(this.between(row * COLUMNS + first, row * COLUMNS + last + 1));
          continue;
        }
        for (let column = first; column <= last; column++) {
          this.splitCell(row, column, { circle, places, around });
        }
      }
    }
    return around;
  }

  private between(cell: number, end: number): Int32Array {
    return this.positions.subarray(this.begins[cell], this.begins[end]);
  }

  /** Takes the parts of a cell by where they lie. */
  private splitCell(
    row: number,
    column: number,
    { circle, places, around }: { circle: Circle; places: Places; around: Around },
  ): void {
    const cell = row * COLUMNS + column;
    const users = this.between(cell, cell + 1);
    if (users.length < LEAST_IN_PARTS) {
      around.near.push(users);
      return;
    }
    const bits = partBitsOf(users);
    const parts = this.partsOf(cell, users, places);
    const [count, height, south] = [2 ** bits, HEIGHT / 2 ** bits, row * HEIGHT];
    const grid = { origin: column * WIDTH, size: WIDTH / count, count };
    const lastRow = Math.min(count - 1, Math.floor((circle.north - south) / height));
    for (let part = Math.max(0, Math.floor((circle.south - south) / height)); part <= lastRow; part++) {
      const widths = circle.widthsOf(south + part * height, south + (part + 1) * height - 1);
      for (const { isWithin, first, last } of listRuns(circle.centre, widths, grid)) {
        const run = users.subarray(parts[part * count + first], parts[part * count + last + 1]);
        around[isWithin ? 'within' : 'near'].push(run);
      }
    }
  }

  /** Puts the users of a cell in the order of its parts. Those who have moved are somewhere in it. */
  private partsOf(cell: number, users: Int32Array, { latitudes, longitudes }: Places): Int32Array {
    const cached = this.parts.get(cell);
    if (cached) {
      return cached;
    }
    const bits = partBitsOf(users);
    const begins = new Int32Array(4 ** bits + 1);
    const parts = new Int32Array(users.length);
    for (let i = 0; i < users.length; i++) {
      const at = users[i] as number;
      const row = partOf(latitudes[at] as number, LATITUDE_BITS, bits);
      const part = row * 2 ** bits + partOf(longitudes[at] as number, LONGITUDE_BITS, bits);
      parts[i] = part;
      begins[part + 1] = (begins[part + 1] as number) + 1;
    }
    addUp(begins);
    const [ends, former] = [begins.slice(), users.slice()];
    for (let i = 0; i < former.length; i++) {
      const part = parts[i] as number;
      users[ends[part] as number] = former[i] as number;
      ends[part] = (ends[part] as number) + 1;
    }
    this.parts.set(cell, begins);
    return begins;
  }
}

function cellOf(latitude: number, longitude: number): number {
  return (latitude >>> LATITUDE_BITS) * COLUMNS + (longitude >>> LONGITUDE_BITS);
}

/** Gives the bits of each coordinate by which a cell is split, for its number of users. */
function partBitsOf({ length }: Int32Array): number {
  return Math.min(MOST_PART_BITS, Math.floor(Math.log2(length / LEAST_OF_PART) / 2));
}

/** The row or column of a part in its cell. */
function partOf(line: number, cellBits: number, partBits: number): number {
  return (line >>> (cellBits - partBits)) & (2 ** partBits - 1);
}

/** Makes numbers of entries, each behind its own, beginnings. */
function addUp(begins: Int32Array): void {
  for (let at = 1; at < begins.length; at++) {
    begins[at] = (begins[at] as number) + (begins[at - 1] as number);
  }
}
