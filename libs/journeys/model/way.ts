/** The way beside all branches of a step: the event did not come, the call was taken. */
export const BESIDE = 'else';

/** Conditions that were not met: those on the event of entry, or those on the person. */
export type Unmet = 'event' | 'person';

/**
 * A way that a person took at a step which has several.
 *
 * @property unmet  of a branch whose conditions were not met: the first of them
 */
export interface Way {
  node: string;
  way: string;
  unmet?: Unmet;
}

/** A way as a visit stores it: step, way, time in epoch ms, and the conditions that were not met. */
export type StoredWay = [node: string, way: string, at: number, unmet?: Unmet];

/** A way with its time. */
export interface TakenWay extends Way {
  at: Date;
}

export function storeWays(ways: readonly Way[], at: Date): StoredWay[] {
  return ways.map(({ node, way, unmet }) => (unmet ? [node, way, at.getTime(), unmet] : [node, way, at.getTime()]));
}

export function readWays(stored: readonly StoredWay[]): TakenWay[] {
  return stored.map(([node, way, at, unmet]) => ({ node, way, at: new Date(at), ...(unmet && { unmet }) }));
}
