import { AROUND, NORTH_POLE, type Circle } from './circle.js';

/** A cell has 2^15 lines of latitude and 2^16 of longitude: 36 km by at most 73 km. */
const LATITUDE_BITS = 15;
const LONGITUDE_BITS = 16;
const ROWS = (NORTH_POLE >>> LATITUDE_BITS) + 1;
const COLUMNS = (AROUND >>> LONGITUDE_BITS) + 1;
const CELLS = ROWS * COLUMNS;
/** A cell with many users is in 2^5 by 2^5 parts: 1.1 km by at most 2.3 km. */
const PART_BITS = 5;
const PARTS = 1 << PART_BITS;
const LEAST_IN_PARTS = 2048;

/** A place of each user, on the grid, by position; a latitude below 0: the user has none. */
export interface Places {
  latitudes: Int32Array;
  longitudes: Int32Array;
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
  /** Where each cell begins in `positions`, and the end. */
  private readonly begins = new Int32Array(CELLS + 1);
  /** The same of the parts of a cell, made when a circle first needs them. */
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
      const { inner, outer } = circle.widthsOf(row << LATITUDE_BITS, ((row + 1) << LATITUDE_BITS) - 1);
      const whole = listStretches(circle.centre, inner).map(columnsInside);
      for (const [west, east] of listStretches(circle.centre, outer)) {
        const [first, last] = [west >>> LONGITUDE_BITS, east >>> LONGITUDE_BITS];
        for (let column = first; column <= last; column++) {
          const run = whole.find(([from, to]) => from <= column && column <= to);
          if (run) {
            const end = Math.min(run[1], last);
            around.within.push(this.between(row * COLUMNS + column, row * COLUMNS + end + 1));
            column = end;
          } else {
            this.splitCell(row, column, { circle, places, around });
          }
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
    const parts = this.partsOf(cell, users, places);
    const [height, width] = [1 << (LATITUDE_BITS - PART_BITS), 1 << (LONGITUDE_BITS - PART_BITS)];
    for (let south = 0; south < PARTS; south++) {
      const first = (row << LATITUDE_BITS) + south * height;
      const { inner, outer } = circle.widthsOf(first, first + height - 1);
      let run: { kind: keyof Around | undefined; from: number } = { kind: undefined, from: 0 };
      const endRun = (west: number): void => {
        if (run.kind) {
          const [from, to] = [parts[south * PARTS + run.from], parts[south * PARTS + west]];
          around[run.kind].push(users.subarray(from, to));
        }
      };
      for (let west = 0; west < PARTS; west++) {
        const middle = column * 2 ** LONGITUDE_BITS + (west + 0.5) * width;
        const apart = Math.abs(middle - circle.centre);
        const across = Math.min(apart, AROUND - apart);
        const isNear = across - width / 2 <= outer;
        const kind = across + width / 2 <= inner ? 'within' : isNear ? 'near' : undefined;
        if (kind !== run.kind) {
          endRun(west);
          run = { kind, from: west };
        }
      }
      endRun(PARTS);
    }
  }

  /** Puts the users of a cell in the order of its parts. Those who have moved are somewhere in it. */
  private partsOf(cell: number, users: Int32Array, { latitudes, longitudes }: Places): Int32Array {
    const cached = this.parts.get(cell);
    if (cached) {
      return cached;
    }
    const begins = new Int32Array(PARTS * PARTS + 1);
    const parts = users.map(
      (at) => partOf(latitudes[at] as number, LATITUDE_BITS) * PARTS + partOf(longitudes[at] as number, LONGITUDE_BITS),
    );
    parts.forEach((part) => (begins[part + 1] = (begins[part + 1] as number) + 1));
    addUp(begins);
    const [ends, former] = [begins.slice(), users.slice()];
    former.forEach((at, i) => {
      const part = parts[i] as number;
      users[ends[part] as number] = at;
      ends[part] = (ends[part] as number) + 1;
    });
    this.parts.set(cell, begins);
    return begins;
  }
}

function cellOf(latitude: number, longitude: number): number {
  return (latitude >>> LATITUDE_BITS) * COLUMNS + (longitude >>> LONGITUDE_BITS);
}

/** The row or column of a part in its cell. */
function partOf(line: number, bits: number): number {
  return (line >>> (bits - PART_BITS)) & (PARTS - 1);
}

/** Makes numbers of entries, each behind its own, beginnings. */
function addUp(begins: Int32Array): void {
  for (let at = 1; at < begins.length; at++) {
    begins[at] = (begins[at] as number) + (begins[at - 1] as number);
  }
}

/** Columns of cells that lie in a stretch as a whole; none where the first is behind the last. */
function columnsInside([west, east]: readonly [west: number, east: number]): [first: number, last: number] {
  const last = east >= AROUND ? COLUMNS - 1 : ((east + 1) >>> LONGITUDE_BITS) - 1;
  return [Math.ceil(west / 2 ** LONGITUDE_BITS), last];
}

/**
 * Longitudes up to a width from a centre, on the grid: two stretches where they have the 180th meridian, which is both
 * ends of the grid.
 */
function listStretches(centre: number, width: number): [west: number, east: number][] {
  if (width < 0) {
    return [];
  }
  if (width >= AROUND / 2) {
    return [[0, AROUND]];
  }
  const [west, east] = [centre - width, centre + width];
  if (west <= 0) {
    return [
      [west + AROUND, AROUND],
      [0, east],
    ];
  }
  return east < AROUND
    ? [[west, east]]
    : [
        [west, AROUND],
        [0, east - AROUND],
      ];
}
