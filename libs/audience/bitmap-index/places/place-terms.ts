import { groupBy } from '#platform/collections';
import { ASPECTS, type PutTerm } from '../model/terms.js';

/** The index has places on a grid of 0.0000001 degrees, about a centimetre: clients send seven digits. */
export const PER_DEGREE = 10_000_000;
export const LATITUDE_BITS = 31;
const LONGITUDE_BITS = 32;
/** Distinct places of a user that have terms. Users with more are looked up in the rows. */
export const MAX_PLACES = 4;

/** The users with more places than terms. */
export const MANY_PLACES = '#many';

/**
 * The terms of each place of a user, in order: `has`: the user has it; `bits`: the bits that are set in its latitude and
 * then those of its longitude, from the lowest.
 */
export const PLACE_TERMS: readonly { has: string; bits: readonly string[] }[] = Array.from(
  { length: MAX_PLACES },
  (_, place) => ({
    has: `#${place}`,
    bits: Array.from({ length: LATITUDE_BITS + LONGITUDE_BITS }, (_bit, bit) => `#${place}.${bit}`),
  }),
);

/** The place of one installation; degrees. */
export interface SourcePlace {
  uid: number;
  latitude: number;
  longitude: number;
}

/** The nearest line of the grid, from the south or the west. */
export function toGrid(degrees: number, least: -90 | -180): number {
  return Math.round((degrees - least) * PER_DEGREE);
}

/** @param places  all places of each user */
export function putPlaces(places: readonly SourcePlace[], put: PutTerm): void {
  for (const [uid, own] of groupBy(places, (place) => place.uid)) {
    const distinct = new Map<string, [latitude: number, longitude: number]>();
    for (const { latitude, longitude } of own) {
      const [row, column] = [toGrid(latitude, -90), toGrid(longitude, -180)];
      distinct.set(`${row} ${column}`, [row, column]);
    }
    if (distinct.size > MAX_PLACES) {
      put(ASPECTS.place, MANY_PLACES, uid);
      continue;
    }
    // In a fixed order: the verifier compares.
    const sorted = [...distinct.values()].toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
    sorted.forEach(([row, column], place) => putPlace(place, row, column, uid, put));
  }
}

function putPlace(place: number, row: number, column: number, uid: number, put: PutTerm): void {
  const terms = PLACE_TERMS[place];
  if (!terms) {
    return;
  }
  put(ASPECTS.place, terms.has, uid);
  for (const [bits, base] of [
    [row, 0],
    [column, LATITUDE_BITS],
  ] as const) {
    for (let left = bits; left !== 0; left &= left - 1) {
      put(ASPECTS.place, terms.bits[base + 31 - Math.clz32(left & -left)] ?? '', uid);
    }
  }
}
