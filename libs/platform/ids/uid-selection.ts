import { numberArray } from '#platform/db';

/** Selects users: some uids, or those between two uids in some buckets; ends are left out. */
export type UidSelection =
  | { uids: readonly number[] }
  | { vbFrom: number; vbTo: number; uidFrom: number; uidTo: number };

/**
 * Joins a table with the key (vb, app_id, uid, …) to the selected keys, so that the planner uses the index for each key.
 * `$1` is the application.
 *
 * @returns the FROM of a statement, and its parameters from `$2` on
 */
export function joinUids(
  table: string,
  alias: string,
  selection: UidSelection,
): { from: string; params: (number | string)[] } {
  if ('uids' in selection) {
    return {
      from: `unnest($2::bigint[]) AS q (uid)
        JOIN ${table} AS ${alias} ON ${alias}.vb = (q.uid % 1024)::smallint AND ${alias}.app_id = $1 AND ${alias}.uid = q.uid`,
      params: [numberArray(selection.uids)],
    };
  }
  return {
    from: `generate_series($2::integer, $3::integer - 1) AS q (vb)
      JOIN ${table} AS ${alias} ON ${alias}.vb = q.vb::smallint AND ${alias}.app_id = $1
        AND ${alias}.uid >= $4::bigint AND ${alias}.uid < $5::bigint`,
    params: [selection.vbFrom, selection.vbTo, selection.uidFrom, selection.uidTo],
  };
}
