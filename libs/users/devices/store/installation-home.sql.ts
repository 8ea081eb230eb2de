/**
 * The places of installations, as a query of `vb` and `inst_id` · primary key. An installation is in the bucket of its
 * user: that of its own id, unless installation_home says that it moved.
 *
 * @param at  placeholders: ids of installations, application
 */
export function placedInstallationsSql({ ids, app }: { ids: string; app: string }): string {
  return `SELECT (coalesce(h.uid, q.inst_id) % 1024)::smallint AS vb, q.inst_id
    FROM unnest(${ids}::bigint[]) AS q (inst_id)
    LEFT JOIN users.installation_home AS h
      ON h.vb = (q.inst_id % 1024)::smallint AND h.app_id = ${app} AND h.inst_id = q.inst_id`;
}
