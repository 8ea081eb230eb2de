import { Injectable } from '@nestjs/common';
import { Database, type Statements } from '#platform/db';
import { joinUids, type UidSelection } from '#platform/ids';
import type { SourcePlace } from '../places/place-terms.js';
import type { SourceDevice, SourceUser } from '../model/terms.js';

const USER_COLUMNS = `u.uid, u.email IS NOT NULL AS email, u.msisdn IS NOT NULL AS msisdn, u.email_opt_in AS "emailOptIn",
  u.sms_opt_in AS "smsOptIn", to_json(u.tags) AS tags`;

const DEVICE_COLUMNS = `i.uid, i.platform::text AS platform, (i.token IS NOT NULL AND i.retired_at IS NULL AND i.push_permitted) AS reachable,
  json_build_object('platform', i.platform::text, 'push_permitted', i.push_permitted::text, 'device_model', i.device_model,
    'os_version', i.os_version, 'app_version', i.app_version, 'language', i.language, 'time_zone', i.time_zone, 'country', i.country) AS columns`;

/** The source of the index: users, installations and places. Reads views of the module users. */
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
    selection: UidSelection,
    attrIds?: readonly (number | string)[],
    on: Statements = this.db,
  ): Promise<SourceUser[]> {
    const { from, params } = joinUids('users.v_app_user', 'u', selection);
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
  async findDevices(appId: number, selection: UidSelection, on: Statements = this.db): Promise<SourceDevice[]> {
    const { from, params } = joinUids('users.v_installation', 'i', selection);
    return on.rows<SourceDevice>(`SELECT ${DEVICE_COLUMNS} FROM ${from}`, [appId, ...params]);
  }

  /** Places of installations · one row each · primary key · no locks. */
  async findPlaces(appId: number, selection: UidSelection, on: Statements = this.db): Promise<SourcePlace[]> {
    const { from, params } = joinUids('users.v_installation_location', 'l', selection);
    return on.rows<SourcePlace>(`SELECT l.uid, l.latitude, l.longitude FROM ${from}`, [appId, ...params]);
  }
}
