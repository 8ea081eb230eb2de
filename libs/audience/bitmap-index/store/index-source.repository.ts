import { Injectable } from '@nestjs/common';
import { TOPIC_STATES } from '#libs/users/profiles';
import { Database, numberArray, type Statements } from '#platform/db';
import type { BucketRange } from '../../sql-engine/ranges.js';
import type { SourcePlace } from '../places/place-terms.js';
import {
  SLICE_SIZE,
  type SourceDevice,
  type SourceChoice,
  type SourceOptOut,
  type SourceUser,
} from '../model/terms.js';

/** Selects users: a part of a slice, or some uids. */
export type UserSelection = { slice: number; range: BucketRange } | { uids: readonly number[] };

const USER_COLUMNS = `u.uid, u.email IS NOT NULL AS email, u.msisdn IS NOT NULL AS msisdn, u.email_opt_in AS "emailOptIn",
  u.sms_opt_in AS "smsOptIn", to_json(u.tags) AS tags`;

const DEVICE_COLUMNS = `i.uid, i.platform::text AS platform, (i.token IS NOT NULL AND i.retired_at IS NULL AND i.push_permitted) AS reachable,
  json_build_object('platform', i.platform::text, 'push_permitted', i.push_permitted::text, 'device_model', i.device_model,
    'os_version', i.os_version, 'app_version', i.app_version, 'language', i.language, 'time_zone', i.time_zone, 'country', i.country) AS columns`;

/** The source of the index: users, installations, places and opt-outs. Reads views of the module users. */
@Injectable()
export class IndexSourceRepository {
  constructor(private readonly db: Database) {}

  /**
   * Users · one row each · primary key, by bucket or by user · no locks.
   *
   * @param attrIds  only these attributes
   */
  async findUsers(
    appId: number,
    selection: UserSelection,
    attrIds?: readonly (number | string)[],
    on: Statements = this.db,
  ): Promise<SourceUser[]> {
    const { from, params } = joinSelection('users.v_app_user', 'u', selection);
    const attrs = attrIds
      ? `coalesce((SELECT jsonb_object_agg(k.id, u.attrs -> k.id) FROM unnest($${params.length + 2}::text[]) AS k (id)
                   WHERE u.attrs ? k.id), '{}')`
      : 'u.attrs';
    return on.rows<SourceUser>(`SELECT ${USER_COLUMNS}, ${attrs} AS attrs FROM ${from}`, [
      appId,
      ...params,
      ...(attrIds ? [attrIds.map(String)] : []),
    ]);
  }

  /** Installations, including retired ones · one row each · primary key · no locks. */
  async findDevices(appId: number, selection: UserSelection, on: Statements = this.db): Promise<SourceDevice[]> {
    const { from, params } = joinSelection('users.v_installation', 'i', selection);
    return on.rows<SourceDevice>(`SELECT ${DEVICE_COLUMNS} FROM ${from}`, [appId, ...params]);
  }

  /** Places of installations · one row each · primary key · no locks. */
  async findPlaces(appId: number, selection: UserSelection, on: Statements = this.db): Promise<SourcePlace[]> {
    const { from, params } = joinSelection('users.v_installation_location', 'l', selection);
    return on.rows<SourcePlace>(`SELECT l.uid, l.latitude, l.longitude FROM ${from}`, [appId, ...params]);
  }

  /** Category opt-outs · one row each · primary key · no locks. */
  async findOptOuts(appId: number, selection: UserSelection, on: Statements = this.db): Promise<SourceOptOut[]> {
    const { from, params } = joinSelection('users.v_category_optout', 'o', selection);
    return on.rows<SourceOptOut>(`SELECT o.uid, o.category_id AS "categoryId" FROM ${from}`, [appId, ...params]);
  }

  /** Choices of topics, of which most users have none · one row each · primary key · no locks. */
  async findChoices(appId: number, selection: UserSelection, on: Statements = this.db): Promise<SourceChoice[]> {
    const { from, params } = joinSelection('users.v_topic_choice', 'c', selection);
    return on.rows<SourceChoice>(
      `SELECT c.uid, c.category_id AS "categoryId", c.channel, c.state = ${TOPIC_STATES.on} AS "isOn" FROM ${from}`,
      [appId, ...params],
    );
  }
}

/** Joins the table to the selected keys, so that the planner uses the primary key for each key. */
function joinSelection(
  table: string,
  alias: string,
  selection: UserSelection,
): { from: string; params: (number | string)[] } {
  if ('uids' in selection) {
    return {
      from: `unnest($2::bigint[]) AS q (uid)
        JOIN ${table} AS ${alias} ON ${alias}.vb = (q.uid % 1024)::smallint AND ${alias}.app_id = $1 AND ${alias}.uid = q.uid`,
      params: [numberArray(selection.uids)],
    };
  }
  const { slice, range } = selection;
  return {
    from: `generate_series($2::integer, $3::integer - 1) AS q (vb)
      JOIN ${table} AS ${alias} ON ${alias}.vb = q.vb::smallint AND ${alias}.app_id = $1
        AND ${alias}.uid >= $4::bigint AND ${alias}.uid < $5::bigint`,
    params: [range.vbFrom, range.vbTo, slice * SLICE_SIZE, (slice + 1) * SLICE_SIZE],
  };
}
