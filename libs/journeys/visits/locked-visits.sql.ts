import { bigintArray, textArray } from '#platform/db';
import type { Visit } from '../model/journey.types.js';
import type { StoredWay } from '../model/way.js';

/**
 * Condition on a locked visit `v` by its place in the row `q`: no index is read, and whatever is known of the table, no plan is
 * slow. The sum keeps the planner from visit_due, which has all visits of the journey.
 */
export const IS_PLACED =
  'v.ctid = q.place AND v.app_id = $1 AND v.journey_id + 0 = $2 AND v.uid = q.uid AND v.key = q.key';

/** Ways that were taken since the visit was stored last. */
export interface WithWays {
  ways?: readonly StoredWay[];
}

/** Visits as columns: uids, places, keys, nodes and new ways. Reading them as JSON was a third of the statement. */
export function toPlaces(visits: readonly (Pick<Visit, 'uid' | 'key' | 'node' | 'place'> & WithWays)[]) {
  return [
    bigintArray(visits.map(({ uid }) => uid)),
    textArray(visits.map(({ place }) => place ?? '(0,0)')),
    textArray(visits.map(({ key }) => key)),
    textArray(visits.map(({ node }) => node)),
    textArray(visits.map(({ ways }) => (ways?.length ? JSON.stringify(ways) : ''))),
  ];
}

/** A locked visit that was not found is a fault, and all that its step has done is undone: else its message leaves twice. */
export function requireAll(changed: number, listed: number): void {
  if (changed !== listed) {
    throw new Error(`Of ${listed} locked visits ${changed} were found`);
  }
}
