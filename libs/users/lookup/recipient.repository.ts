import { Injectable } from '@nestjs/common';
import { Database, prepared } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import type { AttributeValue } from '../model/attribute.types.js';
import type { ContactRecipient, PushRecipient, ReadOptions } from '../model/users.types.js';

/** Values by attribute id, as in `attrs`. */
export type StoredProfile = Readonly<Record<string, AttributeValue>>;

export type PushRecipientRow = Omit<PushRecipient, 'profile'> & ProfileColumns;
export type ContactRecipientRow = Omit<ContactRecipient, 'profile'> & ProfileColumns;

interface ProfileColumns {
  attrs: StoredProfile | null;
  email: string | null;
  msisdn: string | null;
}

/**
 * Selects installations by id. Why LATERAL with a limit: each step stays an index look-up, also on a young table
 * without statistics, where Postgres plans a plain join as a hash of the whole application (100,000 installations: 70
 * ms instead of 5 for 1000 rows). There is only one plan, so each connection prepares it once.
 *
 * @param columns  of installation `i`
 * @param user  joins the user of the installation
 */
function selectDevices(columns: string, user: string): Record<'unmoved' | 'moved', string> {
  const read = (home: string, bucketOf: string): string => `
    SELECT i.inst_id AS "instId", i.uid, i.platform, i.token, i.push_permitted AS "pushPermitted",
           i.token_registered_at AS "tokenRegisteredAt", i.retired_at IS NOT NULL AS retired, i.first_uid AS "firstUid",
           coalesce(i.server_registered, i.secret_hash IS NULL) OR i.token_accepted IS TRUE AS "isTrusted",
           i.draws_messages IS TRUE AS "drawsMessages",
           ${columns}
      FROM unnest($2::bigint[]) AS q (inst_id) ${home}
     CROSS JOIN LATERAL (
       SELECT n.* FROM users.installation AS n
        WHERE n.vb = ${bucketOf} % ${BUCKETS} AND n.app_id = $1 AND n.inst_id = q.inst_id LIMIT 1) AS i ${user}`;
  return {
    unmoved: prepared(read('', 'q.inst_id')),
    moved: read(
      `CROSS JOIN LATERAL (
       SELECT g.uid FROM users.installation_home AS g
        WHERE g.vb = q.inst_id % ${BUCKETS} AND g.app_id = $1 AND g.inst_id = q.inst_id LIMIT 1) AS h`,
      'h.uid',
    ),
  };
}

const DEVICES = selectDevices('NULL AS "extId", i.language, NULL AS "timeZone"', '');
const DEVICES_WITH_USERS = selectDevices(
  `u.ext_id AS "extId", coalesce(u.attrs ->> $4::text, i.language) AS language, u.email, u.msisdn,
           CASE WHEN $3 THEN u.attrs END AS attrs, CASE WHEN $5 THEN i.time_zone END AS "timeZone"`,
  `CROSS JOIN LATERAL (
       SELECT n.* FROM users.app_user AS n WHERE n.vb = i.vb AND n.app_id = $1 AND n.uid = i.uid LIMIT 1) AS u`,
);
const CONTACTS = prepared(`
    SELECT u.uid, u.ext_id AS "extId", u.email, u.msisdn, u.email_opt_in AS "emailOptIn", u.sms_opt_in AS "smsOptIn",
           u.attrs ->> $4::text AS language, CASE WHEN $3 THEN u.attrs END AS attrs,
           CASE WHEN $5 THEN (
             SELECT i.time_zone FROM users.installation AS i
              WHERE i.vb = u.vb AND i.app_id = $1 AND i.uid = u.uid AND i.time_zone IS NOT NULL
              ORDER BY i.last_active_at DESC NULLS LAST, i.inst_id DESC LIMIT 1) END AS "timeZone"
      FROM unnest($2::bigint[]) AS q (uid)
     CROSS JOIN LATERAL (
       SELECT n.* FROM users.app_user AS n
        WHERE n.vb = q.uid % ${BUCKETS} AND n.app_id = $1 AND n.uid = q.uid LIMIT 1) AS u`);

/** Reads users and installations at the moment of sending. */
@Injectable()
export class RecipientRepository {
  constructor(private readonly db: Database) {}

  /**
   * Recipients of a push batch: first those in the bucket of their id; then the missing ones, which have moved to
   * another user · some hundred rows · unique (vb, app_id, inst_id), then the user's primary key; for moved ones the
   * primary key of installation_home before · no locks.
   *
   * @param languageId  id of the attribute `language`
   */
  async findPush(
    appId: number,
    instIds: readonly number[],
    { withProfile, deviceAlone = false, withTimeZone = false, languageId }: ReadOptions & { languageId: number },
  ): Promise<PushRecipientRow[]> {
    const { unmoved, moved } = deviceAlone && !withProfile ? DEVICES : DEVICES_WITH_USERS;
    const profileParams = deviceAlone && !withProfile ? [] : [withProfile, String(languageId), withTimeZone];
    const rows = await this.db.rows<PushRecipientRow>(unmoved, [appId, instIds, ...profileParams]);
    if (rows.length === instIds.length) {
      return rows;
    }
    const foundIds = new Set(rows.map(({ instId }) => instId));
    const missingIds = instIds.filter((instId) => !foundIds.has(instId));
    return [...rows, ...(await this.db.rows<PushRecipientRow>(moved, [appId, missingIds, ...profileParams]))];
  }

  /** Recipients of an e-mail or SMS batch · some hundred rows · primary key · no locks. */
  async findContacts(
    appId: number,
    uids: readonly number[],
    { withProfile, withTimeZone = false, languageId }: ReadOptions & { languageId: number },
  ): Promise<ContactRecipientRow[]> {
    return this.db.rows<ContactRecipientRow>(CONTACTS, [appId, uids, withProfile, String(languageId), withTimeZone]);
  }
}
