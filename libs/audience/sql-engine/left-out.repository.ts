import { Injectable } from '@nestjs/common';
import { contactOfKind } from '#libs/channels/definitions';
import { chosenAddressSql, consentSql } from '#libs/users/identities';
import { ONE_EACH, ONE_SERVER, Database, numberArray } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { trustedFirstSql } from './audience.repository.js';
import { Params, predicate, type LeafMembers } from './predicate.sql.js';
import type { RecipientRange } from './ranges.js';
import type { ResolvedTarget } from '../targets/target.js';

/** Why a user who matches a target gets no message. */
export type UnreachableReason = 'OPTED_OUT' | 'NO_DEVICE' | 'NO_ADDRESS';

export interface UnreachableUsers {
  reason: UnreachableReason;
  uids: number[];
}

/** Users of one list of extIds that get no message, and names without a user. */
export interface UnreachableOfList {
  list: number;
  /** Null: no user has one of the names. */
  reason: UnreachableReason | null;
  uids: number[];
  names: string[];
}

/** The facts by which a launch finds reachable users. */
export type Reach = Omit<RecipientRange, 'vbFrom' | 'vbTo'>;

/** The users of a target that `AudienceRepository` does not find, because they have nothing that can be sent to. */
@Injectable()
export class LeftOutRepository {
  constructor(private readonly db: Database) {}

  /**
   * Targeted users that cannot be reached · one row per reason · primary keys of both tables by (vb, app_id), which the
   * statement before it has read · no locks. A user counts once, whatever number of devices refused.
   */
  async findUnreachable(
    appId: number,
    target: ResolvedTarget,
    range: RecipientRange,
    members: LeafMembers,
  ): Promise<UnreachableUsers[]> {
    const params = new Params();
    const app = params.add(appId);
    const [from, to] = [`${params.add(range.vbFrom)}::smallint`, `${params.add(range.vbTo)}::smallint`];
    const inRange = (alias: string): string => `AND ${alias}.vb >= ${from} AND ${alias}.vb < ${to}`;
    if (target.type === 'all' && range.kind === 'push' && !this.db.isDistributed) {
      // The planner knows too little of a young table to choose between an index look-up for each user and a join. This
      // form leaves it no choice but to read both ranges once.
      const { reached, reason } = pushReachSql(range, params);
      return this.db.rows<UnreachableUsers>(
        `${ONE_SERVER} SELECT l.reason, json_agg(l.uid) AS uids
           FROM (SELECT u.uid, ${reason} AS reason
                   FROM (SELECT ${app}::integer AS app_id, (q.uid % ${BUCKETS})::smallint AS vb, q.uid
                           FROM (SELECT n.uid FROM users.v_app_user AS n WHERE n.app_id = ${app} ${inRange('n')}
                                 EXCEPT
                                 SELECT i.uid FROM users.v_installation AS i
                                  WHERE i.app_id = ${app} ${inRange('i')} AND ${reached}) AS q) AS u) AS l
          GROUP BY l.reason`,
        params.values,
      );
    }
    const { reaches, reason } = reachSql(range, params, target, inRange('i'));
    return this.db.rows<UnreachableUsers>(
      `SELECT l.reason, json_agg(l.uid) AS uids
         FROM (SELECT u.uid, ${reason} AS reason FROM users.v_app_user AS u
                WHERE u.app_id = ${app} ${inRange('u')}
                  AND ${predicate(target, { params, app, scope: 'user', members })} AND NOT ${reaches}) AS l
        GROUP BY l.reason`,
      params.values,
    );
  }

  /** Finds those of some users that exist · one row · primary key, once for each user · no locks. */
  async findPresent(appId: number, uids: readonly number[]): Promise<number[]> {
    const row = await this.db.row<{ uids: number[] }>(
      `SELECT coalesce(json_agg(u.uid), '[]') AS uids
         FROM unnest($2::bigint[]) AS q (uid)
         JOIN users.v_app_user AS u ON u.vb = (q.uid % ${BUCKETS})::smallint AND u.app_id = $1 AND u.uid = q.uid`,
      [appId, numberArray(uids)],
    );
    return row?.uids ?? [];
  }

  /**
   * Finds those of several lists of extIds, with the names without a user · a few rows per list · app_user_ext_id, then
   * the primary key · no locks · one statement, because planning costs more than the look-ups.
   */
  async findUnreachableOfLists(
    appId: number,
    lists: readonly { vbs: readonly number[]; extIds: readonly string[] }[],
    reach: Reach,
  ): Promise<UnreachableOfList[]> {
    const params = new Params();
    const app = params.add(appId);
    const names = [
      `${params.add(lists.flatMap(({ extIds }, list) => extIds.map(() => list)))}::integer[]`,
      `${params.add(lists.flatMap(({ vbs }) => vbs))}::smallint[]`,
      `${params.add(lists.flatMap(({ extIds }) => extIds))}::text[]`,
    ];
    const { reaches, reason } = reachSql(reach, params);
    if (this.db.isDistributed) {
      // Citus takes look-ups of users that are there, and not a row without a user beside a subquery about it.
      return this.db.rows<UnreachableOfList>(
        `WITH met AS MATERIALIZED (
           SELECT q.list, q.ext_id, u.uid, ${reaches} AS is_reached, ${reason} AS reason
             FROM unnest(${names.join(', ')}) AS q (list, vb, ext_id)
             JOIN users.v_app_user AS u ON u.vb = q.vb AND u.app_id = ${app} AND u.ext_id = q.ext_id)
         SELECT l.list, l.reason, coalesce(json_agg(l.uid) FILTER (WHERE l.uid IS NOT NULL), '[]') AS uids,
                coalesce(json_agg(l.ext_id) FILTER (WHERE l.uid IS NULL), '[]') AS names
           FROM (SELECT DISTINCT m.list, m.ext_id, m.uid, m.reason FROM met AS m WHERE NOT m.is_reached
                 UNION ALL
                 SELECT DISTINCT n.list, n.ext_id, NULL::bigint, NULL FROM unnest(${names.join(', ')}) AS n (list, vb, ext_id)
                  WHERE NOT EXISTS (SELECT FROM met AS m WHERE m.list = n.list AND m.ext_id = n.ext_id)) AS l
          GROUP BY l.list, l.reason`,
        params.values,
      );
    }
    return this.db.rows<UnreachableOfList>(
      `${ONE_SERVER} SELECT l.list, l.reason, coalesce(json_agg(l.uid) FILTER (WHERE l.uid IS NOT NULL), '[]') AS uids,
              coalesce(json_agg(l.ext_id) FILTER (WHERE l.uid IS NULL), '[]') AS names
         FROM (SELECT q.list, q.ext_id, u.uid, CASE WHEN u.uid IS NOT NULL THEN ${reason} END AS reason
                 FROM (SELECT DISTINCT n.list, n.vb, n.ext_id FROM unnest(${names.join(', ')}) AS n (list, vb, ext_id)) AS q
                 LEFT JOIN LATERAL (
                   SELECT n.* FROM users.v_app_user AS n
                    WHERE n.vb = q.vb AND n.app_id = ${app} AND n.ext_id = q.ext_id ${ONE_EACH}) AS u ON true
                WHERE u.uid IS NULL OR NOT ${reaches}) AS l
        GROUP BY l.list, l.reason`,
      params.values,
    );
  }
}

/**
 * Tests if a message reaches `users.v_app_user AS u`, and why not.
 *
 * @param target   a target that names installations reaches these alone
 * @param inRange  further condition on installations `i`, which lets the planner read a range of them at once
 */
function reachSql(
  { kind, platforms, includeOptedOut, trustedKeyIds }: Reach,
  params: Params,
  target?: ResolvedTarget,
  inRange = '',
): { reaches: string; reason: string } {
  if (kind !== 'push') {
    const { address } = contactOfKind(kind);
    const value = chosenAddressSql('u', address);
    return {
      reaches: `(${value} IS NOT NULL ${includeOptedOut ? '' : `AND ${consentSql('u', address)}`})`,
      reason: `CASE WHEN ${value} IS NULL THEN 'NO_ADDRESS' ELSE 'OPTED_OUT' END`,
    };
  }
  const named = target?.type === 'installations' ? `AND i.inst_id = ANY (${params.add(target.instIds)}::bigint[])` : '';
  const { reached, reason } = pushReachSql({ platforms, includeOptedOut, trustedKeyIds }, params, { named, inRange });
  return { reaches: `EXISTS (SELECT FROM users.v_installation AS i WHERE ${ofUser(inRange)} AND ${reached})`, reason };
}

/** @param range  further condition on installations `i` of the user `u` */
const ofUser = (range: string): string => `i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid ${range}`;

/**
 * Tests if an installation `i` can be reached by a push, and why its user `u` cannot when none is.
 *
 * @param named  condition of a target that names installations, which then need no proof
 */
function pushReachSql(
  { platforms, includeOptedOut, trustedKeyIds }: Pick<Reach, 'platforms' | 'includeOptedOut' | 'trustedKeyIds'>,
  params: Params,
  { named, inRange }: { named: string; inRange: string } = { named: '', inRange: '' },
): { reached: string; reason: string } {
  const live = `i.platform = ANY (${params.add(platforms)}::smallint[]) AND i.token IS NOT NULL AND i.retired_at IS NULL
                   ${named}`;
  const isTrusted = trustedKeyIds && named === '' ? `AND ${trustedFirstSql('i', params.add(trustedKeyIds))}` : '';
  return {
    reached: `${live} ${includeOptedOut ? '' : 'AND i.push_permitted'} ${isTrusted}`,
    reason: `CASE WHEN EXISTS (SELECT FROM users.v_installation AS i WHERE ${ofUser(inRange)} AND ${live})
                  THEN 'OPTED_OUT' ELSE 'NO_DEVICE' END`,
  };
}
