import { AROUND, NORTH_POLE, type Circle } from './circle.js';

/** A cell has 2^15 lines of latitude and 2^16 of longitude: 36 km by at most 73 km. */
const LATITUDE_BITS = 15;
const LONGITUDE_BITS = 16;
const COLUMNS = (AROUND >>> LONGITUDE_BITS) + 1;
const CELLS = ((NORTH_POLE >>> LATITUDE_BITS) + 1) * COLUMNS;

/** Users of a slice by cells, as they are when this is made: a circle looks at those of the cells around it alone. */
export class PlaceCells {
  /** Positions of users, cell by cell from the south and the west, each in ascending order. */
  private readonly positions: Int32Array;
  /** Where each cell begins in `positions`, and the end. */
  private readonly begins = new Int32Array(CELLS + 1);

  /** Memory besides four bytes for each user. */
  static readonly BYTES = (CELLS + 1) * 4;

  /**
   * @param latitudes   on the grid, by position; below 0: the user has no place
   * @param longitudes  the same
   */
  constructor(latitudes: Int32Array, longitudes: Int32Array) {
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
    for (let cell = 0; cell < CELLS; cell++) {
      begins[cell + 1] = (begins[cell + 1] as number) + (begins[cell] as number);
    }
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

  /** @returns positions of all users of the cells that a circle may touch, in pieces */
  findAround(circle: Circle): Int32Array[] {
    const pieces: Int32Array[] = [];
    const stretches = listStretches(circle);
    for (let row = circle.south >>> LATITUDE_BITS; row <= circle.north >>> LATITUDE_BITS; row++) {
      for (const [west, east] of stretches) {
        const [first, last] = [row * COLUMNS + (west >>> LONGITUDE_BITS), row * COLUMNS + (east >>> LONGITUDE_BITS)];
        pieces.push(this.positions.subarray(this.begins[first], this.begins[last + 1]));
      }
    }
    return pieces;
  }
}

function cellOf(latitude: number, longitude: number): number {
  return (latitude >>> LATITUDE_BITS) * COLUMNS + (longitude >>> LONGITUDE_BITS);
}

/** The longitudes of a circle, on the grid: two stretches where it has the 180th meridian, which is both ends of the grid. */
function listStretches({ centre, widest }: Circle): [west: number, east: number][] {
  const [west, east] = [Math.floor(centre - widest), Math.ceil(centre + widest)];
  if (widest >= AROUND / 2) {
    return [[0, AROUND]];
  }
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
