import { readWays, type StoredWay, type TakenWay } from '../model/way.js';

/** A visit with all ways that were taken, in their order. */
export type Walked<T> = T & { ways: TakenWay[] };

/** A visit with its ways as they are stored. */
export interface StoredWalk {
  ways: StoredWay[];
}

export function readWalked<T extends StoredWalk>(rows: readonly T[]): Walked<Omit<T, 'ways'>>[] {
  return rows.map(({ ways, ...visit }) => ({ ...visit, ways: readWays(ways) }));
}
