import { Injectable } from '@nestjs/common';
import { Database, numberArray, type Statements } from '#platform/db';
import type { BucketRange } from '../audience.types.js';
import { SLICE, type DeviceTruth, type OptOutTruth, type UserTruth } from './terms.js';

/** Which users: a part of a slice, or some. */
export type Whom = { slice: number; range: BucketRange } | { uids: readonly number[] };

const USER = `u.uid, u.email IS NOT NULL AS email, u.msisdn IS NOT NULL AS msisdn, u.email_opt_in AS "emailOptIn",
  u.sms_opt_in AS "smsOptIn", to_json(u.tags) AS tags`;

const DEVICE = `i.uid, i.platform::text AS platform, (i.token IS NOT NULL AND i.retired_at IS NULL AND i.push_permitted) AS reachable,
  json_build_object('platform', i.platform::text, 'push_permitted', i.push_permitted::text, 'device_model', i.device_model,
    'os_version', i.os_version, 'app_version', i.app_version, 'language', i.language, 'time_zone', i.time_zone, 'country', i.country) AS columns`;

/** What the index is made of: users, installations and opt-outs as they are. Reads the users room's tables. */
@Injectable()
export class TruthRepository {
  constructor(private readonly db: Database) {}

  /**
   * Users · one row each · primary key, bucket by bucket or user by user · no locks.
   *
   * @param attrIds  of the attributes only these
   */
  async findUsers(
    appId: number,
    whom: Whom,
    attrIds?: readonly (number | string)[],
    on: Statements = this.db,
  ): Promise<UserTruth[]> {
    const { from, params } = source('users.app_user', 'u', whom);
    const attrs = attrIds
      ? `coalesce((SELECT jsonb_object_agg(k.id, u.attrs -> k.id) FROM unnest($${params.length + 2}::text[]) AS k (id)
                   WHERE u.attrs ? k.id), '{}')`
      : 'u.attrs';
    return on.rows<UserTruth>(`SELECT ${USER}, ${attrs} AS attrs FROM ${from}`, [
      appId,
      ...params,
      ...(attrIds ? [attrIds.map(String)] : []),
    ]);
  }

  /** Installations, retired ones included · one row each · primary key · no locks. */
  async findDevices(appId: number, whom: Whom, on: Statements = this.db): Promise<DeviceTruth[]> {
    const { from, params } = source('users.installation', 'i', whom);
    return on.rows<DeviceTruth>(`SELECT ${DEVICE} FROM ${from}`, [appId, ...params]);
  }

  /** Opt-outs of categories · one row each · primary key · no locks. */
  async findOptOuts(appId: number, whom: Whom, on: Statements = this.db): Promise<OptOutTruth[]> {
    const { from, params } = source('users.category_optout', 'o', whom);
    return on.rows<OptOutTruth>(`SELECT o.uid, o.category_id AS "categoryId" FROM ${from}`, [appId, ...params]);
  }
}

/** The table joined to the keys that it is looked up by, so that the planner goes through the primary key per key. */
function source(table: string, alias: string, whom: Whom): { from: string; params: (number | string)[] } {
  if ('uids' in whom) {
    return {
      from: `unnest($2::bigint[]) AS q (uid)
        JOIN ${table} AS ${alias} ON ${alias}.vb = (q.uid % 1024)::smallint AND ${alias}.app_id = $1 AND ${alias}.uid = q.uid`,
      params: [numberArray(whom.uids)],
    };
  }
  const { slice, range } = whom;
  return {
    from: `generate_series($2::integer, $3::integer - 1) AS q (vb)
      JOIN ${table} AS ${alias} ON ${alias}.vb = q.vb::smallint AND ${alias}.app_id = $1
        AND ${alias}.uid >= $4::bigint AND ${alias}.uid < $5::bigint`,
    params: [range.vbFrom, range.vbTo, slice * SLICE, (slice + 1) * SLICE],
  };
}
